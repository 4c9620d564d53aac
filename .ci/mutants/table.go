package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A mutant is a deliberate bug: one piece of the text of a file, and what
// stands in its place.
type mutant struct {
	file string // from the root of the repository
	rule string // what it breaks
	test string // that should fail, and is run before all others; "": not known
	from string
	to   string
	row  int // in the table
}

func (m mutant) String() string { return m.file + ": " + m.rule }

// dir returns the package of m, as the go command wants it.
func (m mutant) dir() string { return "./" + path.Dir(m.file) }

// parse reads a table of mutants. Each is a paragraph: the file and the rule,
// perhaps a test after an equals sign, then lines that begin with a minus, then
// lines that begin with a plus. A line that begins with # is a comment.
func parse(text string) ([]mutant, error) {
	var all []mutant
	var m *mutant // the one being read; nil between paragraphs
	for i, line := range strings.Split(text, "\n") {
		row := i + 1
		sign, rest := "", ""
		if line != "" {
			sign, rest = line[:1], line[1:]
		}
		switch {
		case sign == "#":
		case sign == "":
			m = nil
		case m == nil:
			file, rule, ok := strings.Cut(line, ": ")
			if !ok || sign == "-" || sign == "+" {
				return nil, fmt.Errorf("line %d: want the file and the rule, \"file.go: rule\"", row)
			}
			all = append(all, mutant{file: file, rule: rule, row: row})
			m = &all[len(all)-1]
		case sign == "=" && m.from == "":
			m.test = strings.TrimSpace(rest)
		case sign == "-" && m.to == "":
			m.from += "\n" + rest
		case sign == "+" && m.from != "":
			m.to += "\n" + rest
		default:
			return nil, fmt.Errorf("line %d: want old lines that begin with -, then new ones with +", row)
		}
	}
	for i := range all {
		m := &all[i]
		if m.from == "" || m.to == "" {
			return nil, fmt.Errorf("line %d: want an old and a new text", m.row)
		}
		m.from, m.to = m.from[1:], m.to[1:]
	}
	return all, nil
}

// source returns the text of the file with the bug in it. It fails unless there
// is exactly one place for it.
func (m mutant) source() (string, error) {
	text, err := os.ReadFile(filepath.FromSlash(m.file))
	if err != nil {
		return "", err
	}
	if n := strings.Count(string(text), m.from); n != 1 {
		return "", fmt.Errorf("%s has %q %d times, want it once", m.file, m.from, n)
	}
	return strings.Replace(string(text), m.from, m.to, 1), nil
}

// writeOverlay writes the broken file and an overlay for the compiler that puts
// it in the place of the right one.
func (m mutant) writeOverlay(overlay, broken string) error {
	text, err := m.source()
	if err != nil {
		return err
	}
	if err := os.WriteFile(broken, []byte(text), 0o644); err != nil {
		return err
	}
	right, err := filepath.Abs(m.file)
	if err != nil {
		return err
	}
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{right: broken}})
	if err != nil {
		return err
	}
	return os.WriteFile(overlay, data, 0o644)
}
