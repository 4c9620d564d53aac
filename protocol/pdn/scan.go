package pdn

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// scan finds the token b begins with, which is no white space, tag or comment,
// and fills in what it is. It returns its length, at least 1.
func scan(b []byte, t *token) int {
	for _, scanner := range scanners {
		if n := scanner(b, t); n > 0 {
			return n
		}
	}
	t.kind, t.err = wordToken, ErrWord
	n := wordAt(b)
	t.text = OneLine(decode(b[:n]))
	return n
}

// scanners find one kind of token each, in the order in which they must be
// tried. They return its length, or 0 if b does not begin with it.
var scanners = []func(b []byte, t *token) int{
	scanResult, scanNumber, scanMove, scanCompact, scanUnknown, scanSign, scanGlyph, scanParenthesis, scanLoneNumber,
}

// wordAt returns the length of what stands together at the beginning of b, at
// least 1.
func wordAt(b []byte) int {
	_, n := utf8.DecodeRune(b)
	for n < len(b) && spaceAt(b[n:]) == 0 && bytes.IndexByte([]byte("[{}();/"), b[n]) < 0 {
		_, width := utf8.DecodeRune(b[n:])
		n += width
	}
	return n
}

// resultForms are the ways to write results, without spaces, and what is made
// of them.
var resultForms = []struct{ form, result string }{
	{"1/2-1/2", "1/2-1/2"}, {"1/2", "1/2-1/2"},
	{"½-½", "1/2-1/2"}, {"½", "1/2-1/2"}, {"\xBD-\xBD", "1/2-1/2"}, {"\xBD", "1/2-1/2"},
	{"1+-1-", "1+-1-"}, {"1--1+", "1--1+"},
	{"2-0", "2-0"}, {"1-1", "1-1"}, {"0-2", "0-2"}, {"0-0", "0-0"}, {"1-0", "1-0"}, {"0-1", "0-1"},
}

// scanResult finds results that cannot be moves: *, those of resultForms, and
// scores like 10-0 and 6-6.
func scanResult(b []byte, t *token) int {
	if b[0] == '*' {
		t.kind, t.text = starToken, "*"
		return 1
	}
	if !isDigit(b[0]) && b[0] < 0x80 {
		return 0
	}
	for _, r := range resultForms {
		if n := spacedPrefix(b, r.form); n > 0 && endsResult(b[n:]) {
			t.kind, t.text = resultToken, r.result
			return n
		}
	}
	return 0
}

// spacedPrefix returns the length of form at the beginning of b, where there
// may be spaces between its characters, or 0 if it is not there.
func spacedPrefix(b []byte, form string) int {
	n := 0
	for i := range len(form) {
		for i > 0 && n < len(b) && (b[n] == ' ' || b[n] == '\t') {
			n++
		}
		if n == len(b) || b[n] != form[i] {
			return 0
		}
		n++
	}
	return n
}

// endsResult reports whether a result may be followed by b.
func endsResult(b []byte) bool {
	return len(b) == 0 || !isDigit(b[0]) && !isLetter(b[0]) && bytes.IndexByte([]byte(":-/+"), b[0]) < 0
}

// scanNumber finds the number of a move with its dots, or dots alone.
func scanNumber(b []byte, t *token) int {
	digits := digitsAt(b)
	n, dots := digits, 0
	for {
		if bytes.HasPrefix(b[n:], []byte(".")) {
			n, dots = n+1, dots+1
		} else if bytes.HasPrefix(b[n:], []byte("…")) {
			n, dots = n+len("…"), dots+3
		} else {
			break
		}
	}
	if dots == 0 {
		return 0
	}
	t.kind, t.number, t.dots = numberToken, boundedNumber(b[:digits]), dots
	return n
}

// digitsAt returns the number of digits b begins with.
func digitsAt(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

// boundedNumber returns the value of digits, or a million if it is larger.
func boundedNumber(digits []byte) int {
	const most = 1e6
	if len(digits) > 6 {
		return most
	}
	n, _ := strconv.Atoi(string(digits))
	return n
}

// scanLoneNumber finds the number of a move without a dot.
func scanLoneNumber(b []byte, t *token) int {
	const longest = 4
	n := digitsAt(b)
	if n == 0 || n > longest || !endsWord(b[n:]) {
		return 0
	}
	t.kind, t.number = numberToken, boundedNumber(b[:n])
	return n
}

// scanSign finds signs that run together, in parentheses or not, and the word
// a.l.
func scanSign(b []byte, t *token) int {
	if n := len(anyMove); len(b) >= n && strings.EqualFold(string(b[:n]), anyMove) {
		t.kind, t.text = signToken, anyMove
		return n
	}
	n := symbolsAt(b)
	if inner, ok := bytes.CutPrefix(b, []byte("(")); ok {
		inner = bytes.TrimLeft(inner, " \t")
		signs := inner[:symbolsAt(inner)]
		behind, closed := bytes.CutPrefix(bytes.TrimLeft(inner[len(signs):], " \t"), []byte(")"))
		if closed && len(signs) > 0 {
			t.kind, t.text = signToken, "("+string(signs)+")"
			return len(b) - len(behind)
		}
	}
	if n == 0 || n > longestSigns {
		return 0
	}
	t.kind, t.text = signToken, string(b[:n])
	return n
}

// symbols are the signs that are no words, those that begin like others first.
var symbols = []string{"+/-", "-/+", "+-", "-+", "+", "=", "#", "±", "∓", "!", "?"}

// symbolsAt returns the length of the symbols b begins with.
func symbolsAt(b []byte) int {
	n := 0
next:
	for {
		for _, s := range symbols {
			if bytes.HasPrefix(b[n:], []byte(s)) {
				n += len(s)
				continue next
			}
		}
		return n
	}
}

// scanGlyph finds $7.
func scanGlyph(b []byte, t *token) int {
	const longest = 5
	if b[0] != '$' {
		return 0
	}
	n := digitsAt(b[1:])
	if n == 0 || n > longest {
		return 0
	}
	t.kind, t.number, t.text = glyphToken, boundedNumber(b[1:1+n]), string(b[:1+n])
	return 1 + n
}

// scanParenthesis finds the ends of variations.
func scanParenthesis(b []byte, t *token) int {
	switch b[0] {
	case '(':
		t.kind = openToken
	case ')':
		t.kind = closeToken
	default:
		return 0
	}
	t.text = string(b[:1])
	return 1
}
