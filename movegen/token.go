package movegen

import "strings"

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
