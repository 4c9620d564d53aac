package pdn

import (
	"bytes"
	"strings"
)

// tag reads a tag, or what begins like one, from its bracket.
func (l *lexer) tag(t *token) {
	b := l.look(longestTag)
	rest := trimSpace(b[1:])
	name := rest[:nameAt(rest)]
	rest = valueStart(rest[len(name):])
	value, after, err := tagValue(rest)
	if len(name) == 0 {
		t.kind, t.text, t.err = wordToken, OneLine(decode(b[:len(b)-len(after)])), ErrTag
	} else {
		t.kind, t.name, t.text, t.err = tagToken, string(name), decode(value), err
		t.quoted = len(rest) > 0 && (rest[0] == '"' || rest[0] == '\\')
	}
	l.skip(len(b) - len(after))
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
