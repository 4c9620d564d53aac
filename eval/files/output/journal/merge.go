package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Source is a journal to be merged, and the name that messages have for it.
type Source struct {
	Name string
	In   io.Reader
}

// Merge writes a journal with the entries of all sources, which must have the same header:
// first those of the first. An entry that is there already, to the letter, is left out, and
// so is a last line that is not complete, and a source in which nothing has been written. It
// returns the number of entries.
func Merge(out io.Writer, sources []Source) (entries int, err error) {
	w := bufio.NewWriter(out)
	m := merger{out: w, there: map[string]bool{}}
	for _, s := range sources {
		if err := m.add(s.In); err != nil {
			return len(m.there), fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	if m.header == nil {
		return 0, ErrEmpty
	}
	return len(m.there), w.Flush()
}

// A merger has written what was merged so far.
type merger struct {
	out    *bufio.Writer
	header []byte // of the first source that has one
	there  map[string]bool
}

// add adds a journal.
func (m *merger) add(in io.Reader) error {
	lines := bufio.NewReader(in)
	header, err := firstLine(lines, nil)
	if err != nil || header == nil {
		return err
	}
	if m.header == nil {
		var settings map[string]any
		if err := json.Unmarshal(header, &settings); err != nil {
			return fmt.Errorf("not a journal: %w", plain(err, "its first line is no header of one"))
		}
		m.header = header
		if _, err := m.out.Write(header); err != nil {
			return err
		}
	}
	if err := compare(m.header, header); err != nil {
		return err
	}
	_, err = replayAll(lines, func(e *rawEntry) error {
		if m.there[string(*e)] {
			return nil
		}
		m.there[string(*e)] = true
		_, err := m.out.Write(append(*e, '\n'))
		return err
	})
	return err
}

// A rawEntry is one of which nothing is known but that it is a JSON object.
type rawEntry []byte

// UnmarshalJSON keeps the text.
func (e *rawEntry) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '{' {
		return errors.New("damaged: not an entry of a journal")
	}
	*e = append((*e)[:0], text...)
	return nil
}
