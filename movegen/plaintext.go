package movegen

import (
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
	return unicode.IsSpace(c) || '\u200b' <= c && c <= '\u200d' || strings.ContainsRune("\u180e\u2060\ufeff", c)
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
