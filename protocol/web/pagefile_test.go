package web

import (
	"bytes"
	"path"
	"slices"
	"testing"

	"stupol/protocol/gate"
)

// TestModulesAreBare looks at what is served of the modules: no line is only a comment, all lines are
// where they were, and those that say something are as they were, but for types and indentation. None has a text of
// more than one line, in which such a line would be no comment, or with what looks like a type.
func TestModulesAreBare(t *testing.T) {
	entries, err := pageFiles.ReadDir("page")
	must(t, err)
	for _, e := range entries {
		if path.Ext(e.Name()) != ".js" {
			continue
		}
		content, err := pageFiles.ReadFile("page/" + e.Name())
		must(t, err)
		was, is := bytes.Split(content, []byte("\n")), bytes.Split(gate.Bare(e.Name(), content), []byte("\n"))
		if len(is) != len(was) {
			t.Errorf("%s: %d lines of %d", e.Name(), len(is), len(was))
			continue
		}
		within := false // a comment of several lines
		for i, line := range was {
			said := bytes.TrimSpace(line)
			begins, ends := bytes.HasPrefix(said, []byte("/**")), bytes.HasSuffix(said, []byte("*/"))
			comment := within || bytes.HasPrefix(said, []byte("//")) || begins && (ends || !bytes.Contains(said, []byte("*/")))
			within = (within || begins && comment) && !ends
			if comment && len(is[i]) > 0 || !comment && !bytes.Equal(is[i], bytes.TrimLeft(told(untyped(line)), " \t")) {
				t.Errorf("%s:%d: %q is %q", e.Name(), i+1, line, is[i])
			}
			for n, text := range bytes.Split(line, []byte(`"`)) {
				if n%2 == 1 && !comment && bytes.Contains(text, []byte("/**")) {
					t.Errorf("%s:%d: a text with a type", e.Name(), i+1)
				}
			}
			if !comment && bytes.Count(line, []byte("`"))%2 != 0 {
				t.Errorf("%s:%d: a text of more than one line", e.Name(), i+1)
			}
		}
	}
}

// TestSheetsAreBare looks at what is served of the style sheets: no comment and no indentation, and all
// else as it was. None has a text in which there is what looks like a comment.
func TestSheetsAreBare(t *testing.T) {
	entries, err := pageFiles.ReadDir("page")
	must(t, err)
	for _, e := range entries {
		if path.Ext(e.Name()) != ".css" {
			continue
		}
		content, err := pageFiles.ReadFile("page/" + e.Name())
		must(t, err)
		was, is := bytes.Split(content, []byte("\n")), bytes.Split(gate.Bare(e.Name(), content), []byte("\n"))
		if len(is) != len(was) || bytes.Contains(bytes.Join(is, nil), []byte("/*")) {
			t.Errorf("%s: %d lines of %d, or a comment", e.Name(), len(is), len(was))
			continue
		}
		for i, line := range was {
			for n, text := range bytes.Split(line, []byte(`"`)) {
				if n%2 == 1 && bytes.Contains(text, []byte("/*")) {
					t.Errorf("%s:%d: a text with a comment", e.Name(), i+1)
				}
			}
			if !bytes.Contains(line, []byte("*")) && len(is[i]) > 0 && !bytes.Equal(is[i], bytes.TrimLeft(line, " \t")) {
				t.Errorf("%s:%d: %q is %q", e.Name(), i+1, line, is[i])
			}
		}
	}
}

// told returns a line without a comment behind it, if that has no quotation mark.
func told(line []byte) []byte {
	for at := range line {
		if bytes.HasPrefix(line[at:], []byte(" // ")) && !bytes.ContainsAny(line[at:], "\"'`") {
			return bytes.TrimRight(line[:at], " ")
		}
	}
	return line
}

// untyped returns a line without the types in it.
func untyped(line []byte) []byte {
	before, behind, found := bytes.Cut(line, []byte("/**"))
	_, behind, ended := bytes.Cut(behind, []byte("*/"))
	if !found || !ended {
		return line
	}
	return slices.Concat(before, untyped(bytes.TrimPrefix(behind, []byte(" "))))
}
