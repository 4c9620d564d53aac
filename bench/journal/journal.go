// Package journal keeps what a long run of games finds in a file as it is found,
// so that the run can go on after an interruption of any kind.
package journal

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

// A Journal is a file of JSON lines: the first is a header, which says what the
// entries depend on, each of the others an entry. Every line is written at once;
// what an interruption left of the last one is removed when the journal is
// opened again.
type Journal[Entry any] struct{ file *os.File }

// Open begins a journal in an empty file or goes on with one, calling replay
// with each entry in it. It fails if the journal has another header. A header
// is a struct.
func Open[Entry any](file *os.File, header any, replay func(*Entry) error) (*Journal[Entry], error) {
	j := &Journal[Entry]{file}
	lines, err := j.lines()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return j, j.write(header)
	}
	if err := compare(header, lines[0]); err != nil {
		return nil, err
	}
	for i, line := range lines[1:] {
		e := new(Entry)
		if err := json.Unmarshal(line, e); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		if err := replay(e); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return j, nil
}

// Add writes an entry.
func (j *Journal[Entry]) Add(e *Entry) error { return j.write(e) }

// lines reads the whole lines and cuts the file off after them.
func (j *Journal[Entry]) lines() ([][]byte, error) {
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

func (j *Journal[Entry]) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// compare returns an error that names what differs if line is not the header.
func compare(header any, line []byte) error {
	own, err := json.Marshal(header)
	if err != nil {
		return err
	}
	var want, got map[string]json.RawMessage
	if err := json.Unmarshal(own, &want); err != nil {
		return err
	}
	if err := json.Unmarshal(line, &got); err != nil {
		return fmt.Errorf("not a journal: %w", err)
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if !bytes.Equal(want[key], got[key]) {
			return fmt.Errorf("the journal has other settings: %s is %s there, not %s", key, got[key], want[key])
		}
	}
	return nil
}
