package pdn

import (
	"bytes"
	"regexp"
	"strings"
)

// tagStart matches what no comment has at the beginning of a line.
var tagStart = regexp.MustCompile(`^\[[A-Za-z]\w*[ \t]+\\?"`)

// comment reads a comment in braces. One with an empty line and a tag in it
// was never closed, and ends there: it must not swallow the next games.
func (l *lexer) comment(t *token) {
	l.skip(1)
	var text []byte
	emptyBefore, empty := false, false // the line before, the line so far
	t.kind, t.err = commentToken, ErrComment
	for b := l.look(2); len(b) != 0; b = l.look(2) {
		if emptyBefore && l.column == 1 && tagStart.Match(l.look(nearby)) {
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
		text, t.err = text[:longestComment], ErrLimit
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
