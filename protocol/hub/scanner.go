package hub

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"stupol/movegen"
)

// maxLine is the length, in bytes, beyond which a line is not read. A game of
// ten thousand moves fits ten times.
const maxLine = 1 << 20

// ErrTooLong is the error of a line of more than 1 MiB.
var ErrTooLong = errors.New("line longer than 1 MiB")

// Scanner reads messages, one from each line that is not blank.
type Scanner struct {
	in      *bufio.Reader
	line    []byte // up to maxLine+1 bytes of the current line
	message Message
	bad     error // what is wrong with the current line
	err     error // what ended the input
}

// NewScanner returns a Scanner that reads from r.
func NewScanner(r io.Reader) *Scanner {
	return &Scanner{in: bufio.NewReader(r)}
}

// Scan advances to the next line that is not blank and reports whether there
// is one.
func (s *Scanner) Scan() bool {
	for s.readLine() {
		if len(s.line) > maxLine {
			start, _ := Parse(string(s.line[:80]))
			s.message, s.bad = Message{Command: start.Command}, ErrTooLong
			return true
		}
		s.message, s.bad = Parse(string(s.line))
		if s.message.Command != "" {
			return true
		}
	}
	return false
}

// Message returns the message that the last call to Scan has read. If an item of the
// line is malformed the error is the *movegen.SyntaxError of the first such, and the
// message holds the others. If it is ErrTooLong the message has the command alone. The
// next line is not affected.
func (s *Scanner) Message() (Message, error) { return s.message, s.bad }

// Err returns what ended the input, nil if it was simply the end.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// readLine reads one line into s.line, keeping no more of it than shows that
// it is too long.
func (s *Scanner) readLine() bool {
	s.line = s.line[:0]
	for s.err == nil {
		part, err := s.in.ReadSlice('\n')
		s.line = append(s.line, part[:min(len(part), maxLine+1-len(s.line))]...)
		if err == nil {
			return true
		}
		if err != bufio.ErrBufferFull {
			s.err = err
		}
	}
	return len(s.line) > 0
}

// Parse reads one line. The message of a blank line has an empty command. If items are
// malformed the error is the *movegen.SyntaxError of the first, and the message holds
// the others.
func Parse(line string) (Message, error) {
	p := parser{line: line}
	p.skipSpace()
	m := Message{Command: p.word("")}
	var first error
	for p.skipSpace(); !p.end(); p.skipSpace() {
		a, err := p.arg()
		switch {
		case err == nil:
			m.Args = append(m.Args, a)
		case first == nil:
			err.What = m.Command
			first = err
		}
	}
	return m, first
}

// separates reports whether r stands between items, in quotes not: a control character,
// or white space of Unicode, a byte order mark among it. Joiners have no width, but are
// letters of words.
func separates(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r <= ' ' || r == '\x7f' || movegen.IsSpace(r) && r != nonJoiner && r != joiner
}

// A parser takes one line apart.
type parser struct {
	line string
	at   int // index of the next byte
}

func (p *parser) end() bool { return p.at == len(p.line) }

// next reports whether the next byte is c.
func (p *parser) next(c byte) bool { return !p.end() && p.line[p.at] == c }

func (p *parser) skipSpace() {
	p.at = len(p.line) - len(strings.TrimLeftFunc(p.line[p.at:], separates))
}

// word takes the text up to the next separator or one of stops.
func (p *parser) word(stops string) string {
	rest := p.line[p.at:]
	length := strings.IndexFunc(rest, func(r rune) bool { return separates(r) || strings.ContainsRune(stops, r) })
	if length < 0 {
		length = len(rest)
	}
	p.at += length
	return rest[:length]
}

// arg takes one argument. After an error it has taken the malformed item.
func (p *parser) arg() (Arg, *movegen.SyntaxError) {
	a := Arg{Column: p.at + 1}
	a.Name = p.word(`="`)
	switch {
	case p.next('"'):
		return a, p.syntaxError("quote where a name was expected")
	case !p.next('='):
		a.Flag = true
		return a, nil
	case a.Name == "":
		return a, p.syntaxError("value without a name")
	}
	p.at++
	if p.next('"') {
		return p.quoted(a)
	}
	a.Column = p.at + 1
	a.Value = p.word(`"`)
	if p.next('"') {
		return a, p.syntaxError("quote inside a word")
	}
	return a, nil
}

// quoted takes the value of a, which begins with a quote.
func (p *parser) quoted(a Arg) (Arg, *movegen.SyntaxError) {
	rest := p.line[p.at+1:]
	length := closingQuote(rest)
	if length < 0 {
		return a, p.syntaxError("quote is not closed")
	}
	a.Column = p.at + 2
	a.Value = strings.ReplaceAll(rest[:length], `\"`, `"`)
	p.at += length + 2
	return a, nil
}

// closingQuote returns the index of the quote that ends a value: the first
// without a backslash before it, or else, for the sake of Windows paths that
// end in a backslash, the first.
func closingQuote(s string) int {
	for i := range len(s) {
		if s[i] == '"' && (i == 0 || s[i-1] != '\\') {
			return i
		}
	}
	return strings.IndexByte(s, '"')
}

// syntaxError returns the error for the word that begins with the sign here, and takes
// the rest of the item.
func (p *parser) syntaxError(reason string) *movegen.SyntaxError {
	err := &movegen.SyntaxError{Column: p.at + 1, Reason: reason}
	p.at++
	err.Text = p.word(`"`)
	if p.next('"') {
		p.word("")
	}
	return err
}

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
