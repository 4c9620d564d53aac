package web

import (
	"bytes"
	"path"
	"testing"

	"stupol/protocol/gate"
)

// TestModulesAreBare looks at what is served of the modules: no line is only a comment, all lines are
// where they were, and those that say something are as they were. None has a text of more than one
// line, in which such a line would be no comment.
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
		for i, line := range was {
			said := bytes.TrimSpace(line)
			comment := bytes.HasPrefix(said, []byte("//")) || bytes.HasPrefix(said, []byte("/**")) && bytes.HasSuffix(said, []byte("*/"))
			if comment && len(is[i]) > 0 || !comment && !bytes.Equal(is[i], line) {
				t.Errorf("%s:%d: %q is %q", e.Name(), i+1, line, is[i])
			}
			if !comment && bytes.Count(line, []byte("`"))%2 != 0 {
				t.Errorf("%s:%d: a text of more than one line", e.Name(), i+1)
			}
		}
	}
}
