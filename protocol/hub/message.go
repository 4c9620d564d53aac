package hub

import (
	"strings"

	"stupol/movegen"
)

// Message is one line of the protocol: a command and its arguments in the
// order of the line.
type Message struct {
	Command string
	Args    []Arg
}

// Arg is one argument of a message: name=value, or a flag, whose value is
// empty.
type Arg struct {
	Name, Value string
	Flag        bool // written as the name alone
	Column      int  // where the value, or the flag, begins: 1-based, in bytes; 0 if never read
}

// newMessage returns a message with the arguments given as name, value, name,
// value.
func newMessage(command string, pairs ...string) Message {
	m := Message{Command: command}
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Args = append(m.Args, Arg{Name: pairs[i], Value: pairs[i+1]})
	}
	return m
}

// Arg returns the argument of that name, the last if there are several.
func (m Message) Arg(name string) (Arg, bool) {
	for i := len(m.Args) - 1; i >= 0; i-- {
		if m.Args[i].Name == name {
			return m.Args[i], true
		}
	}
	return Arg{}, false
}

// missing returns the error for a message without an argument it needs.
func missing(m Message, name string) error {
	return &movegen.SyntaxError{What: m.Command, Text: name, Column: len(m.Command) + 1, Reason: "argument missing"}
}

// String returns m as a line without its end. A value is quoted only if necessary,
// because some clients cannot read a quoted word. It is written as it was read, byte by
// byte, but for what no value can hold: quotes become apostrophes and control characters
// other than tabs become spaces.
func (m Message) String() string {
	var b strings.Builder
	b.WriteString(m.Command)
	for _, a := range m.Args {
		b.WriteByte(' ')
		b.WriteString(a.Name)
		if !a.Flag {
			b.WriteByte('=')
			b.WriteString(quote(a.Value))
		}
	}
	return b.String()
}

// quote returns value as it is written after the equals sign.
func quote(value string) string {
	text := []byte(value)
	for i, c := range text {
		switch {
		case c == '"':
			text[i] = '\''
		case c < ' ' && c != '\t' || c == '\x7f':
			text[i] = ' '
		}
	}
	value = string(text)
	if value == "" || strings.Contains(value, "=") || strings.ContainsFunc(value, separates) {
		return `"` + value + `"`
	}
	return value
}
