package hub

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"stupol/movegen"
)

// arg and word make arguments, and flags, as Parse does.
func arg(name, value string, column int) Arg { return Arg{Name: name, Value: value, Column: column} }
func word(name string, column int) Arg       { return Arg{Name: name, Flag: true, Column: column} }

func TestParse(t *testing.T) {
	tests := []struct {
		name, line string
		want       Message
	}{
		{"command", "hub\n", Message{Command: "hub"}},
		{"carriage return", "hub\r\n", Message{Command: "hub"}},
		{"byte order mark", "\ufeffhub", Message{Command: "hub"}},
		{"blank", " \t\r\n", Message{}},
		{"flag", "go think", Message{"go", []Arg{word("think", 4)}}},
		{"value", "level depth=5", Message{"level", []Arg{arg("depth", "5", 13)}}},
		{"quoted", `pos moves="32-28 19-23" start`, Message{"pos", []Arg{arg("moves", "32-28 19-23", 12), word("start", 25)}}},
		{"spaces of every script", "\ufeff\u2007go\u00a0 a=b\u202fc\u3000d=\"e\u00a0f\"\ufeff\u200b", Message{"go", []Arg{arg("a", "b", 14), word("c", 18), arg("d", "e\u00a0f", 25)}}},
		{"joiners", "set-param value=\u0645\u06cc\u200c\u062e", Message{"set-param", []Arg{arg("value", "\u0645\u06cc\u200c\u062e", 17)}}},
		{"quoted word", `set-param name="threads"`, Message{"set-param", []Arg{arg("name", "threads", 17)}}},
		{"empty values", `level depth= nodes="" x`, Message{"level", []Arg{arg("depth", "", 13), arg("nodes", "", 21), word("x", 23)}}},
		{"spaces", "  level\t depth=5 \x00 go  \r\n", Message{"level", []Arg{arg("depth", "5", 16), word("go", 20)}}},
		{"no space after a quote", `a b="c"d="e"`, Message{"a", []Arg{arg("b", "c", 6), arg("d", "e", 11)}}},
		{"equals signs in values", `pos wolf="W28=2 B14=1" x=y=z`, Message{"pos", []Arg{arg("wolf", "W28=2 B14=1", 11), arg("x", "y=z", 26)}}},
		{"escaped quotes", `a b="say \"hi\" twice" c`, Message{"a", []Arg{arg("b", `say "hi" twice`, 6), word("c", 24)}}},
		{"Windows path", `a b="C:\bb\" c=d`, Message{"a", []Arg{arg("b", `C:\bb\`, 6), arg("c", "d", 16)}}},
		{"not UTF-8", "a b=\xff\xfe", Message{"a", []Arg{arg("b", "\xff\xfe", 5)}}},
		{"odd command", `"hub"=x`, Message{Command: `"hub"=x`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.line)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Parse(%q)\n got %+v, %v\nwant %+v", tt.line, got, err, tt.want)
			}
		})
	}
}

func TestParseFaults(t *testing.T) {
	tests := []struct {
		name, line string
		args       int // read before the fault
		want       movegen.SyntaxError
	}{
		{"quote not closed", `pos start moves="32-28 19-23`, 2, movegen.SyntaxError{What: "pos", Text: "32-28", Column: 17, Reason: "quote is not closed"}},
		{"no name", "level depth=1 =5 nodes=3", 2, movegen.SyntaxError{What: "level", Text: "5", Column: 15, Reason: "value without a name"}},
		{"quoted name", `go "think"`, 0, movegen.SyntaxError{What: "go", Text: "think", Column: 4, Reason: "quote where a name was expected"}},
		{"quote in a word", `go a=b"c`, 0, movegen.SyntaxError{What: "go", Text: "c", Column: 7, Reason: "quote inside a word"}},
		{"lost alone", `level a=b"c"d =e "f g="1 2" h`, 2, movegen.SyntaxError{What: "level", Text: "c", Column: 10, Reason: "quote inside a word"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := Parse(tt.line)
			var got *movegen.SyntaxError
			if !errors.As(err, &got) || *got != tt.want {
				t.Errorf("Parse(%q)\n got %v\nwant %v", tt.line, err, &tt.want)
			}
			if m.Command != tt.want.What || len(m.Args) != tt.args {
				t.Errorf("Parse(%q) = %+v, want the command and %d arguments", tt.line, m, tt.args)
			}
		})
	}
}

func TestMessageString(t *testing.T) {
	tests := []struct {
		want string
		m    Message
	}{
		{"wait", newMessage("wait")},
		{"go think", Message{"go", []Arg{word("think", 0)}}},
		{`id name=Scan version=3.1 author="Fabien Letouzey" country=France`,
			newMessage("id", "name", "Scan", "version", "3.1", "author", "Fabien Letouzey", "country", "France")},
		{`info pv=31-27`, newMessage("info", "pv", "31-27")},
		{`a b="" c="d=e"`, newMessage("a", "b", "", "c", "d=e")},
		{"a b=\"'hi' \tthere \"", newMessage("a", "b", "\"hi\"\n\tthere\x7f")},
		{"a b=/caf\u00e9/\xff c=\"d\u00a0e\"", newMessage("a", "b", "/caf\u00e9/\xff", "c", "d\u00a0e")},
	}
	for _, tt := range tests {
		if got := tt.m.String(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

func TestArgIsTheLast(t *testing.T) {
	m, err := Parse("level depth=1 nodes=2 depth=3")
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := m.Arg("depth"); !ok || a.Value != "3" {
		t.Errorf("depth: got %q, %v, want 3", a.Value, ok)
	}
	if a, ok := m.Arg("time"); ok {
		t.Errorf("time: got %q, want none", a.Value)
	}
}

func TestScanner(t *testing.T) {
	exact := "comment " + strings.Repeat("x", maxLine-len("comment \n")) + "\n"
	input := "hub\r\n\n \npos\tpos=" + strings.Repeat("b", 8*maxLine) + "\nping\n" + exact + "level =3\nquit"
	s := NewScanner(iotest.HalfReader(strings.NewReader(input)))
	want := []string{"hub", "pos: too long", "ping", "comment", "level: syntax", "quit"}
	var got []string
	for s.Scan() {
		m, err := s.Message()
		var syntax *movegen.SyntaxError
		switch entry := m.Command; {
		case err == ErrTooLong:
			got = append(got, entry+": too long")
		case errors.As(err, &syntax):
			got = append(got, entry+": syntax")
		default:
			got = append(got, entry)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := s.Err(); err != nil {
		t.Errorf("Err() = %v, want nil", err)
	}
	if limit := 2 * maxLine; cap(s.line) > limit {
		t.Errorf("scanner holds %d bytes, want at most %d", cap(s.line), limit)
	}
}

func TestScannerKeepsTheErrorOfItsInput(t *testing.T) {
	s := NewScanner(io.MultiReader(strings.NewReader("ping\npi"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	var got []string
	for s.Scan() {
		m, _ := s.Message()
		got = append(got, m.Command)
	}
	if want := []string{"ping", "pi"}; !reflect.DeepEqual(got, want) || s.Err() != io.ErrUnexpectedEOF {
		t.Errorf("got %q, %v, want %q, %v", got, s.Err(), want, io.ErrUnexpectedEOF)
	}
}

// FuzzScan checks that every line can be read, and that what was read is the
// same after it has been written and read again.
func FuzzScan(f *testing.F) {
	for _, line := range []string{
		"hub", "\ufeffinit\r\n", "go think=true", `pos pos=Wxx moves="32-28 19-23" wolf="W28=2"`,
		`set-param name="bb-path" value="C:\bb\"`, `a "b`, "a =b", `a b="c`, `a b="say \"hi\""`, `x a=b=\ c="d e"`, "a b\x00c=\xff d=e=f",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line, _, _ = strings.Cut(line, "\n")
		m, err := Parse(line)
		var syntax *movegen.SyntaxError
		if errors.As(err, &syntax) {
			if syntax.Column < 1 || syntax.Column > len(line) {
				t.Errorf("Parse(%q): column %d", line, syntax.Column)
			}
			return
		}
		if err != nil {
			t.Fatalf("Parse(%q): %v is not a SyntaxError", line, err)
		}
		if m.Command == "" || strings.Contains(m.String(), `\"`) {
			return // nothing to write, or what may be a quote or the end of a value
		}
		again, err := Parse(m.String())
		if err != nil {
			t.Fatalf("%q was written as %q: %v", line, m.String(), err)
		}
		if got, want := writable(again), writable(m); !reflect.DeepEqual(got, want) {
			t.Errorf("%q was written as %q:\n got %+v\nwant %+v", line, m.String(), got, want)
		}
	})
}

// writable returns m as it can be written, without columns.
func writable(m Message) Message {
	w := Message{Command: m.Command}
	for _, a := range m.Args {
		w.Args = append(w.Args, Arg{Name: a.Name, Value: strings.Trim(quote(a.Value), `"`), Flag: a.Flag})
	}
	return w
}
