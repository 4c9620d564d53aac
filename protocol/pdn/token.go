package pdn

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a piece of a file, in the form in which it is kept.
type token struct {
	kind   kind
	text   string // of a tag its value
	name   string // of a tag
	number int    // of a move or a glyph
	err    error  // what is wrong with it, if anything

	line, column int   // where it begins, 1-based
	spaced       bool  // there is white space before it
	apart        bool  // there is an empty line before it
	quoted       bool  // the value of a tag is in quotes
	dots         int   // behind the number of a move; 0: a bare number
	start, end   int64 // offsets in the file
	scanned      bool  // it is of those that scan finds
	glued        bool  // it follows another of those, without white space
	after        kind  // of the token before it
}

// kind is what a token is.
type kind uint8

const (
	endToken kind = iota // of the file
	tagToken
	commentToken
	openToken   // of a variation
	closeToken  // of a variation
	numberToken // of a move; number is 0 for dots alone
	moveToken
	pairToken // a move that is two bare numbers
	setupToken
	signToken
	starToken // * is a sign or a result
	glyphToken
	resultToken
	wordToken // anything else
)

// startsGame reports whether t can only stand between games or at the end.
func (t token) startsGame() bool {
	return t.kind == endToken || t.kind == tagToken || t.kind == numberToken && t.number == 1 && t.dots <= 1
}

// fault returns the error that t is wrong because of err.
func (t token) fault(err error) *Error {
	const longest = 40
	text := t.text
	if t.kind == tagToken {
		text = t.name + " " + t.text
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "..."
	}
	return &Error{Line: t.line, Column: t.column, Text: text, Err: err}
}

// decode returns bytes of a file as text: they are UTF-8 or else Windows code
// page 1252. Control characters become spaces.
func decode(b []byte) string {
	text := string(b)
	if !utf8.ValidString(text) {
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
			if 0x80 <= c && c < 0xA0 {
				runes[i] = codePage1252[c-0x80]
			}
		}
		text = string(runes)
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, text)
}

// codePage1252 has the characters of Windows code page 1252 that differ from
// Latin-1, from 0x80 on.
var codePage1252 = []rune("€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ")
