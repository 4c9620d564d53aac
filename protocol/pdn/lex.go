package pdn

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"stupol/movegen"
	"stupol/protocol/pdn/plain"
)

// The lookahead of a lexer: tags end within longestTag bytes, comments have no
// limit, and all other tokens end within nearby bytes.
const (
	nearby         = 512
	longestTag     = 32 << 10
	longestComment = 1 << 20
)

// lexer cuts a file into tokens.
type lexer struct {
	file   *plain.Reader
	in     *bufio.Reader
	offset int64 // of the next byte, in UTF-8
	line   int   // of the next byte, 1-based
	column int   // in bytes of the file
	err    error // of reading, except io.EOF

	cyrillic bool  // there were moves with Cyrillic letters
	last     token // the one before the next
}

func newLexer(r io.Reader, e plain.Encoding) *lexer {
	file := plain.NewReader(r, e)
	return &lexer{file: file, in: bufio.NewReaderSize(file, 2*longestTag), line: 1, column: 1}
}

// cyrillicLetters are those that moves may have.
const cyrillicLetters = "абвгдежзсхАБВГДЕЖЗСНХ"

// look returns up to n bytes from the next one on; fewer only at the end. They are valid
// up to the next look.
func (l *lexer) look(n int) []byte {
	b, err := l.in.Peek(n)
	if err != nil && err != io.EOF {
		l.err = err
	}
	return b
}

// skip goes over n bytes, which have been looked at.
func (l *lexer) skip(n int) {
	b, _ := l.in.Peek(n + 1)
	single := l.file.Single()
	for i := range n {
		if lineEndAt(b[i:]) {
			l.line++
			l.column = 1
		} else if !single || utf8.RuneStart(b[i]) {
			l.column++
		}
	}
	l.in.Discard(n)
	l.offset += int64(n)
}

// lineEndAt reports whether b begins with the last byte of a line: LF, or CR
// without LF behind it.
func lineEndAt(b []byte) bool {
	return b[0] == '\n' || b[0] == '\r' && (len(b) < 2 || b[1] != '\n')
}

// next returns the next token. At the end of the file, or when reading fails,
// it is an endToken.
func (l *lexer) next() token {
	t := l.space()
	t.after = l.last.kind
	t.glued = !t.spaced && l.last.scanned
	t.start = l.offset
	b := l.look(nearby)
	if len(b) == 0 || l.err != nil {
		return t
	}
	switch b[0] {
	case '[':
		l.tag(&t)
	case '{':
		l.comment(&t)
	case ';':
		l.lineComment(&t)
	case '/':
		l.setup(&t)
	default:
		t.scanned = true
		n := scan(b, &t)
		if n == nearby { // it may go on: nothing that has a meaning is so long
			n = characters(b)
			b = b[:n]
			t.kind, t.err, t.text = wordToken, ErrWord, OneLine(decode(b))
		}
		l.cyrillic = l.cyrillic || t.kind == moveToken && bytes.ContainsAny(b[:n], cyrillicLetters)
		l.skip(n)
	}
	t.end = l.offset
	l.last = t
	return t
}

// space goes over white space and what counts as such. It returns a token that
// begins where it stops.
func (l *lexer) space() token {
	var t token
	lines := 0
	for {
		b := l.look(nearby)
		n := 0
		for n < len(b) && n < nearby/2 {
			width := spaceAt(b[n:])
			if width == 0 {
				break
			}
			if lineEndAt(b[n:]) || bytes.HasPrefix(b[n:], []byte(`\n`)) {
				lines++
			}
			n += width
		}
		l.skip(n)
		t.spaced = t.spaced || n > 0
		switch {
		case l.column == 1 && n < len(b) && b[n] == '%':
			l.skipLine()
		case n == 0:
			t.line, t.column, t.apart = l.line, l.column, lines > 1
			return t
		}
	}
}

// spaceAt returns the number of bytes of the white space b begins with, 0 if
// it is none. Control characters and the \n, \r and \t of files that were cut
// out of JSON count as such.
func spaceAt(b []byte) int {
	switch c := b[0]; {
	case c <= ' ' || c == 0x7F:
		return 1
	case c == '\\' && len(b) > 1 && bytes.IndexByte([]byte("nrt"), b[1]) >= 0:
		return 2
	case c < utf8.RuneSelf:
		return 0
	}
	if c, width := utf8.DecodeRune(b); movegen.IsSpace(c) {
		return width
	}
	return 0
}

// characters returns how much of b is whole characters: b may end within one.
func characters(b []byte) int {
	n := len(b)
	for n > 0 && len(b)-n < utf8.UTFMax && !utf8.RuneStart(b[n-1]) {
		n--
	}
	if n > 0 && !utf8.FullRune(b[n-1:]) {
		return n - 1
	}
	return len(b)
}

// trimSpace returns b without the white space it begins with, of one line or two: an
// empty line is the end of whatever stands before it.
func trimSpace(b []byte) []byte {
	n, lines := 0, 0
	for n < len(b) {
		width := spaceAt(b[n:])
		if width == 0 {
			break
		}
		if lineEndAt(b[n:]) {
			if lines++; lines > 1 {
				return b
			}
		}
		n += width
	}
	return b[n:]
}

// skipLine goes to the end of the line.
func (l *lexer) skipLine() {
	for {
		b := l.look(nearby)
		if end := bytes.IndexAny(b, "\r\n"); end >= 0 || len(b) == 0 {
			l.skip(max(end, 0))
			return
		}
		l.skip(len(b))
	}
}

// tag reads a tag, or what begins like one, from its bracket.
func (l *lexer) tag(t *token) {
	b := l.look(longestTag)
	rest := trimSpace(b[1:])
	name := rest[:nameAt(rest)]
	rest = valueStart(rest[len(name):])
	value, after, err := tagValue(rest)
	if err != nil && len(after) == 0 && len(name) > 0 {
		t.closing = closingOf(rest)
	}
	if len(name) == 0 {
		t.kind, t.text, t.err = wordToken, OneLine(decode(b[:len(b)-len(after)])), ErrTag
	} else {
		t.kind, t.name, t.text, t.err = tagToken, string(name), decode(value), err
		t.quoted = len(rest) > 0 && (rest[0] == '"' || rest[0] == '\\')
	}
	l.skip(len(b) - len(after))
}

// closingOf returns what ends a tag whose value begins with b, which goes up to the end
// of the file.
func closingOf(b []byte) string {
	value, _, _ := tagValue(valueStart(b))
	for _, closing := range []string{`]`, `\"]`, `"]`, `\\"]`} {
		closed, after, err := tagValue(valueStart([]byte(string(b) + closing)))
		if err == nil && len(after) == 0 && bytes.Equal(closed, value) {
			return closing
		}
	}
	return ""
}

// valueStart returns b without what is between the name of a tag and its value, which may
// begin on the next line if it is in quotes.
func valueStart(b []byte) []byte {
	rest := trimSpace(b)
	if quoted := bytes.HasPrefix(rest, []byte(`"`)) || bytes.HasPrefix(rest, []byte(`\"`)); quoted {
		return rest
	}
	for len(b) > 0 && !lineEndAt(b) && spaceAt(b) > 0 && len(b) > len(rest) {
		b = b[spaceAt(b):]
	}
	return b
}

// nameAt returns the length of the name b begins with.
func nameAt(b []byte) int {
	n := 0
	for n < len(b) && (isLetter(b[n]) || n > 0 && (isDigit(b[n]) || b[n] == '_')) {
		n++
	}
	return n
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// tagValue returns the value of the tag that goes on with b, and what follows
// its bracket, or its last quote if there is no bracket in the line.
func tagValue(b []byte) (value, after []byte, err error) {
	for _, quote := range []string{`"`, `\"`} { // the second in files cut out of JSON
		if inner, ok := bytes.CutPrefix(b, []byte(quote)); ok {
			return quotedValue(inner, []byte(quote))
		}
	}
	switch n := bytes.IndexAny(b, "]\r\n"); {
	case n < 0:
		return bytes.TrimSpace(b), nil, ErrTag
	case b[n] != ']':
		return bytes.TrimSpace(b[:n]), b[n:], ErrTag
	default:
		return bytes.TrimSpace(b[:n]), b[n+1:], nil
	}
}

// quotedValue is tagValue after the first quote. The value ends where the
// bracket follows a quote: others are part of it, with a backslash or not.
func quotedValue(b, quote []byte) (value, after []byte, err error) {
	last := 0 // the last quote
	n := 0
	for ; n < len(b) && b[n] != '\n' && b[n] != '\r'; n++ {
		if !bytes.HasPrefix(b[n:], quote) {
			continue
		}
		last = n
		if behind, closed := cutBracket(b[n+len(quote):]); closed && !isEscaped(b[:n]) {
			return unescape(b[:n]), behind, nil
		}
	}
	if last == 0 && !bytes.HasPrefix(b, quote) {
		return unescape(b[:n]), b[n:], ErrTag
	}
	behind, closed := cutBracket(b[last+len(quote):])
	if !closed {
		err = ErrTag
	}
	return unescape(b[:last]), behind, err
}

// cutBracket returns b without a closing bracket and white space before it.
func cutBracket(b []byte) (behind []byte, found bool) {
	if behind, found = bytes.CutPrefix(trimSpace(b), []byte("]")); !found {
		return b, false
	}
	return behind, true
}

// isEscaped reports whether a character that follows b has a backslash that is
// not itself escaped before it.
func isEscaped(b []byte) bool {
	return (len(b)-len(bytes.TrimRight(b, `\`)))%2 != 0
}

// unescape returns b without the backslashes before quotes and backslashes.
// Before other characters they stand for themselves: C:\games.
func unescape(b []byte) []byte {
	var text []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && strings.IndexByte(`\"`, b[i+1]) >= 0 {
			i++
		}
		text = append(text, b[i])
	}
	return text
}

// tagStart matches what no comment has at the beginning of a line.
var tagStart = regexp.MustCompile(`^\[[A-Za-z]\w*[ \t]+\\?"`)

// comment reads a comment in braces. One with an empty line and a tag in it
// was never closed, and ends there: it must not swallow the next games.
func (l *lexer) comment(t *token) {
	l.skip(1)
	var text []byte
	emptyBefore, empty := false, false // the line before, the line so far
	t.kind, t.err = commentToken, ErrComment
	for {
		if emptyBefore && l.column == 1 && tagStart.Match(l.look(nearby)) {
			break
		}
		b := l.look(2)
		if len(b) == 0 {
			break
		}
		c, lineEnd := b[0], lineEndAt(b)
		l.skip(1)
		if c == '}' {
			t.err = nil
			break
		}
		if lineEnd {
			emptyBefore, empty = empty, true
		} else if c > ' ' {
			empty = false
		}
		if len(text) <= longestComment {
			text = append(text, c)
		}
	}
	if t.err != nil && len(l.look(1)) == 0 {
		t.closing = "}"
	}
	t.setComment(text)
}

// lineComment reads a comment from a semicolon to the end of the line, as
// chess files have them.
func (l *lexer) lineComment(t *token) {
	l.skip(1)
	var text []byte
	t.kind = commentToken
	for b := l.look(2); len(b) != 0 && !lineEndAt(b); b = l.look(2) {
		if len(text) <= longestComment {
			text = append(text, b[0])
		}
		l.skip(1)
	}
	t.setComment(text)
}

func (t *token) setComment(text []byte) {
	if len(text) > longestComment {
		text, t.err = text[:characters(text[:longestComment])], ErrLimit
	}
	t.text = OneLine(decode(text))
}

// setup reads /FEN "…"/.
func (l *lexer) setup(t *token) {
	const longest = 400 // bytes of FEN; the longest there is has some 170
	b := l.look(nearby)
	content := b[1:]
	content = content[:max(0, bytes.IndexByte(content, '/'))]
	text := OneLine(strings.ReplaceAll(decode(content), `"`, " "))
	if len(text) > 3 && strings.EqualFold(text[:3], "FEN") && len(text) <= longest {
		t.kind, t.text = setupToken, strings.TrimSpace(text[3:])
		l.skip(len(content) + 2)
		return
	}
	n := wordAt(b)
	t.kind, t.text, t.err = wordToken, OneLine(decode(b[:n])), ErrSetup
	l.skip(n)
}

// token is a piece of a file, in the form in which it is kept.
type token struct {
	kind   kind
	text   string // of a tag its value
	name   string // of a tag
	number int    // of a move or a glyph
	err    error  // what is wrong with it, if anything

	closing string // what would end a tag or a comment that the end of the file cuts off

	line, column int   // where it begins, 1-based
	spaced       bool  // there is white space before it
	apart        bool  // there is an empty line before it
	quoted       bool  // the value of a tag is in quotes
	dots         int   // behind the number of a move; 0: a bare number
	listed       bool  // the number has a parenthesis behind it
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
	longest, text := 40, t.text
	if t.kind == tagToken {
		longest, text = longestTag, t.name+" "+t.text // of some nothing else is left
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "..."
	}
	return &Error{Line: t.line, Column: t.column, Text: text, Err: err}
}

// decode returns bytes of UTF-8 as text, in which control characters become spaces.
func decode(b []byte) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, string(b))
}
