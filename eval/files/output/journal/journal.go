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
	"slices"

	"stupol/eval/files/output"
)

// A Journal is a file of JSON lines: the first is a header, which says what the
// entries depend on, each of the others an entry. Every line is written at once,
// the header together with the first entry.
type Journal[Entry any] struct {
	file  output.Handle
	begun []byte // the header, if it is not yet in the file
	size  int64  // of what is written, whole lines
	err   error  // of the first write that failed: nothing may follow half a line
}

// Open begins a journal in an empty file or continues one, calling replay with each
// entry in it. It fails, and leaves the file as it is, if that is not a journal with
// that header or replay returns an error. A last line that an interruption cut off is
// removed, and so are zeros, which a power cut leaves for what was not yet on the disk.
// Blank lines, which an editor may leave, mean nothing. A header is a struct.
func Open[Entry any](file output.Handle, header any, replay func(*Entry) error) (*Journal[Entry], error) {
	own, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(file)
	first, err := firstLine(in, own)
	if err != nil {
		return nil, err
	}
	length := int64(len(first))
	if length > 0 {
		if err := compare(own, first); err != nil {
			return nil, err
		}
		size, err := replayAll(in, replay)
		if err != nil {
			return nil, err
		}
		length += size
		own = nil
	}
	return &Journal[Entry]{file: file, begun: own, size: length}, cutOff(file, length)
}

// ErrEmpty is the error of Read for a file in which nothing has been written.
var ErrEmpty = errors.New("empty: nothing is finished yet")

// Read reads a journal, also while it is being written: first the header, to which header
// is a pointer, then replay is called with each entry. A last line that is not complete is
// left out.
func Read[Entry any](in io.Reader, header any, replay func(*Entry) error) error {
	lines := bufio.NewReader(in)
	first, err := firstLine(lines, nil)
	switch {
	case err != nil:
		return err
	case first == nil:
		return ErrEmpty
	}
	if err := json.Unmarshal(first, header); err != nil {
		return fmt.Errorf("not a journal: %w", plain(err, "its first line is no header of one"))
	}
	_, err = replayAll(lines, replay)
	return err
}

// plain returns err, or what if the text is not JSON or of another kind, which package json
// says in words that mean nothing to people.
func plain(err error, what string) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &kind) {
		return errors.New(what)
	}
	return err
}

// Same returns an error that names what differs if the header there of a journal is not
// the same as own.
func Same(own, there any) error {
	mine, err := json.Marshal(own)
	if err != nil {
		return err
	}
	theirs, err := json.Marshal(there)
	if err != nil {
		return err
	}
	return compare(mine, theirs)
}

// maxHeader is more than any header has, in bytes.
const maxHeader = 1 << 20

// firstLine returns the first line with its newline; nil if the file is empty, or has
// no more than the beginning of our own header, which zeros may follow.
func firstLine(in *bufio.Reader, own []byte) ([]byte, error) {
	var line []byte
	for len(line) <= maxHeader {
		b, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && bytes.HasPrefix(own, bytes.TrimRight(line, "\x00")):
			return nil, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("not a journal: it has no line with a header")
		case err != nil:
			return nil, err
		}
		if line = append(line, b); b == '\n' {
			return line, nil
		}
	}
	return nil, errors.New("not a journal: its first line is too long")
}

// replayAll calls replay with all complete entries and returns their size in bytes.
func replayAll[Entry any](in *bufio.Reader, replay func(*Entry) error) (size int64, err error) {
	for number := 2; ; number++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return size, nil
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			size += int64(len(line))
			continue
		}
		e := new(Entry)
		if err == nil {
			if err = json.Unmarshal(line, e); err != nil {
				err = plain(err, "damaged: not an entry of this journal")
			}
		}
		if err == nil {
			err = replay(e)
		}
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", number, err)
		}
		size += int64(len(line))
	}
}

// cutOff truncates a file that is longer, and seeks to its end.
func cutOff(file output.Handle, length int64) error {
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil && end > length {
		err = file.Truncate(length)
	}
	if err == nil {
		_, err = file.Seek(length, io.SeekStart)
	}
	return err
}

// Add writes an entry. When a write has failed, what it left of a line is removed, and it and
// all that follow return that error.
func (j *Journal[Entry]) Add(e *Entry) error {
	if j.err != nil {
		return j.err
	}
	entry, err := json.Marshal(e)
	if err != nil {
		return err
	}
	text := append(entry, '\n')
	if j.begun != nil {
		text = slices.Concat(j.begun, []byte("\n"), text)
	}
	if _, j.err = j.file.Write(text); j.err != nil {
		_ = cutOff(j.file, j.size) // if that fails, too, Open does it
		return j.err
	}
	j.begun = nil
	j.size += int64(len(text))
	return nil
}

// compare returns an error that names what differs if line is not our own header.
func compare(own, line []byte) error {
	var want, got map[string]json.RawMessage
	if err := json.Unmarshal(own, &want); err != nil {
		return err
	}
	if err := json.Unmarshal(line, &got); err != nil {
		return fmt.Errorf("not a journal: %w", plain(err, "its first line is no header of one"))
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != nil && !bytes.Equal(want[key], got[key]) {
			return fmt.Errorf("the journal has other settings: %s is %s there, not %s", key, got[key], want[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] == nil {
			return fmt.Errorf("not a journal of such a run: its first line does not say %q", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if want[key] == nil {
			return fmt.Errorf("the journal has other settings: %s is %s there, and not set", key, got[key])
		}
	}
	return nil
}
