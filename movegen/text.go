package movegen

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlainText returns a text with the spaces, digits and signs of moves in ASCII that
// editors, web pages and keyboards write in other ways: no byte order mark at its
// beginning, a space for each space of Unicode and each character without width, the
// decimal digits of all scripts as 0 to 9, a hyphen for each dash and x for the sign of
// multiplication. Everything else stays, line ends too.
//
// Positions and moves are read in this form. Call it for what may have such a mark or be
// a number before it is looked at in another way, but not for names of files.
func PlainText(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(plainRune, strings.TrimPrefix(s, "\ufeff"))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// plainRune returns the character of ASCII that c stands for, or c.
func plainRune(c rune) rune {
	switch {
	case c < utf8.RuneSelf:
		return c
	case IsSpace(c):
		return ' '
	case unicode.IsDigit(c):
		return '0' + digitValue(c)
	case unicode.Is(unicode.Pd, c), c == '\u2212':
		return '-'
	case c == '\u00d7':
		return 'x'
	}
	return c
}

// IsSpace reports whether c is white space, in every text that Stupol reads: all that
// Unicode calls so, from no-break to thin spaces, and what has no width, the byte order
// mark among it.
func IsSpace(c rune) bool {
	return unicode.IsSpace(c) || '\u200B' <= c && c <= '\u200D' || c == '\u180E' || c == '\u2060' || c == '\uFEFF'
}

// Visible returns a text of others as people may see it, on one line: with escapes for
// what is not printable, such as the codes that a terminal obeys and the marks that turn
// the direction of writing. It is for names of files and of engines, and for what peers
// and files say, wherever they are printed or logged.
func Visible(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// VisibleLines is Visible for each line of a text, which may have many.
func VisibleLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return strings.Join(lines, "\n")
}

// digitValue returns the value of a decimal digit. Unicode has the ten of each script in
// a row, and rows side by side.
func digitValue(c rune) rune {
	for _, row := range unicode.Nd.R16 {
		if rune(row.Lo) <= c && c <= rune(row.Hi) {
			return (c - rune(row.Lo)) % 10
		}
	}
	for _, row := range unicode.Nd.R32 {
		if rune(row.Lo) <= c && c <= rune(row.Hi) {
			return (c - rune(row.Lo)) % 10
		}
	}
	return 0
}

// A token is a part of a text that knows where it stands in it, so that an
// error can point at it.
type token struct {
	text   string
	column int // 1-based byte column of text in the whole
}

// skip returns t without its first n bytes.
func (t token) skip(n int) token { return token{t.text[n:], t.column + n} }

// trim returns t without the white space around it.
func (t token) trim() token {
	left := strings.TrimLeftFunc(t.text, IsSpace)
	t = t.skip(len(t.text) - len(left))
	t.text = strings.TrimRightFunc(t.text, IsSpace)
	return t
}

// cut returns what is before and after the first sep, both trimmed.
func (t token) cut(sep string) (before, after token, found bool) {
	i := strings.Index(t.text, sep)
	if i < 0 {
		return t.trim(), t.skip(len(t.text)), false
	}
	return token{t.text[:i], t.column}.trim(), t.skip(i + len(sep)).trim(), true
}

// split returns the trimmed parts of t between the seps.
func (t token) split(sep string) []token {
	var parts []token
	for {
		part, rest, more := t.cut(sep)
		parts = append(parts, part)
		if !more {
			return parts
		}
		t = rest
	}
}

// unwrap returns t without open before it and shut behind it, if it has both.
func (t token) unwrap(open, shut string) token {
	if len(t.text) < len(open)+len(shut) || !strings.HasPrefix(t.text, open) || !strings.HasSuffix(t.text, shut) {
		return t
	}
	t = t.skip(len(open))
	t.text = strings.TrimSuffix(t.text, shut)
	return t.trim()
}

// wrong returns the error that t, in a text of kind what, is wrong. Tokens of
// absurd length are cut.
func (t token) wrong(what, reason string) error {
	const longest = 40
	if len(t.text) > longest {
		t.text = strings.ToValidUTF8(t.text[:longest], "") + "..."
	}
	return &SyntaxError{What: what, Text: t.text, Column: t.column, Reason: reason}
}

// isNumber reports whether s is one or more decimal digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// smallNumber returns the value of the digits s, or 1000 if it is larger.
func smallNumber(s string) int {
	n := 0
	for i := range len(s) {
		n = min(10*n+int(s[i]-'0'), 1000)
	}
	return n
}

// A SyntaxError says what is wrong with a text a person or a program gave
// us, and where.
type SyntaxError struct {
	What   string // the kind of text: "FEN", "Hub position", "move", ...
	Text   string // the offending token, as given
	Column int    // 1-based byte column of the token in the whole text
	Reason string // what is wrong with it, in lower case
}

// Error returns one line: what, where, the token and the reason.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: column %d: %q: %s", e.What, e.Column, e.Text, e.Reason)
}
