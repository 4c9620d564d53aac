package pdn

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"stupol/movegen"
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
	in     *bufio.Reader
	offset int64 // of the next byte
	line   int   // of the next byte, 1-based
	column int
	err    error // of reading, except io.EOF
	last   token // the one before the next
}

func newLexer(r io.Reader) *lexer {
	return &lexer{in: bufio.NewReaderSize(r, 2*longestTag), line: 1, column: 1}
}

// look returns up to n bytes from the next one on; fewer only at the end.
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
	for i := range n {
		if lineEndAt(b[i:]) {
			l.line++
			l.column = 1
		} else {
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
	if l.offset == 0 && (bytes.HasPrefix(b, []byte("\xFF\xFE")) || bytes.HasPrefix(b, []byte("\xFE\xFF"))) {
		l.err = ErrEncoding
	}
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
			t.kind, t.err, t.text = wordToken, ErrWord, OneLine(decode(b))
		}
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
// it is none. Control characters, the no-break space of Windows and the
// \n, \r and \t of files that were cut out of JSON count as such.
func spaceAt(b []byte) int {
	switch c := b[0]; {
	case c <= ' ' || c == 0x7F:
		return 1
	case c == '\\' && len(b) > 1 && bytes.IndexByte([]byte("nrt"), b[1]) >= 0:
		return 2
	case c < utf8.RuneSelf:
		return 0
	}
	c, width := utf8.DecodeRune(b)
	switch {
	case c == utf8.RuneError && b[0] == 0xA0, movegen.IsSpace(c):
		return width
	}
	return 0
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
