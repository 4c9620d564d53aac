package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// A Journal is the file a match is written to as it is played, so that it can
// go on after an interruption of any kind. It is a file of JSON lines: the
// first is a Header, each of the others a Game, in the order in which they were
// finished. Every line is written at once; what an interruption left of the
// last one is removed when the journal is opened again.
type Journal struct{ file *os.File }

// Header says which match a journal belongs to: everything that the results
// depend on.
type Header struct {
	Version      int          `json:"version"` // of the format: journalVersion
	Variant      string       `json:"variant"`
	Draws        string       `json:"draws"`
	Openings     string       `json:"openings"` // what Match.OpeningsName says
	Gauntlet     bool         `json:"gauntlet"`
	Margin       float64      `json:"margin"` // seconds
	Engines      []Engine     `json:"engines"`
	Adjudication Adjudication `json:"adjudication"`
}

const journalVersion = 1

// OpenJournal begins a journal in an empty file or goes on with one, calling
// replay with each game in it. It fails if the journal is of another match.
func OpenJournal(file *os.File, h Header, replay func(*Game) error) (*Journal, error) {
	h.Version = journalVersion
	j := &Journal{file}
	lines, err := j.lines()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return j, j.write(h)
	}
	if err := h.compare(lines[0]); err != nil {
		return nil, err
	}
	for i, line := range lines[1:] {
		g := new(Game)
		if err := json.Unmarshal(line, g); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		if err := replay(g); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return j, nil
}

// Add writes a game.
func (j *Journal) Add(g *Game) error { return j.write(g) }

// lines reads the whole lines and cuts the file off after them.
func (j *Journal) lines() ([][]byte, error) {
	var lines [][]byte
	length := int64(0)
	for in := bufio.NewReader(j.file); ; {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
		length += int64(len(line))
	}
	if err := j.file.Truncate(length); err != nil {
		return nil, err
	}
	_, err := j.file.Seek(length, io.SeekStart)
	return lines, err
}

func (j *Journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// compare returns an error that names what differs if line is not h.
func (h Header) compare(line []byte) error {
	own, err := json.Marshal(h)
	if err != nil {
		return err
	}
	var want, got map[string]json.RawMessage
	if err := json.Unmarshal(own, &want); err != nil {
		return err
	}
	if err := json.Unmarshal(line, &got); err != nil {
		return fmt.Errorf("not the journal of a match: %w", err)
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if !bytes.Equal(want[key], got[key]) {
			return fmt.Errorf("the journal is of another match: its %s are %s, not %s", key, got[key], want[key])
		}
	}
	return nil
}
