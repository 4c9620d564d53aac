package selfplay

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// checkMerge merges shards in two goes: the file must be that of a run without shards.
func checkMerge(t *testing.T, h Header, names []string, whole []byte) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "merged")
	if err := os.WriteFile(name, whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	w := writer(t, name, h)
	_, count, err := Count(bytes.NewReader(whole))
	if err != nil || w.Games() == 0 || w.Games() >= count {
		t.Fatalf("%d of %d games before, %v", w.Games(), count, err)
	}
	slices.Reverse(names)
	shards, err := OpenShards(names)
	if err != nil {
		t.Fatal(err)
	}
	defer shards.Close()
	if err := shards.MergeInto(file(t, name)); err != nil {
		t.Fatal(err)
	}
	if shards.Games() != count || shards.Len() != len(names) {
		t.Errorf("%d games of %d shards, want %d of %d", shards.Games(), shards.Len(), count, len(names))
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, whole) {
		t.Errorf("merged shards make another file than a run without (%v)", err)
	}
}

// checkShards opens shards that are not all of one run.
func checkShards(t *testing.T, names []string) {
	t.Helper()
	other := quick(t, "russian", 2)
	other.Seed = 99
	foreign := filepath.Join(t.TempDir(), "foreign")
	play(t, other, foreign)
	short, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut")
	if err := os.WriteFile(cut, short[:len(short)-1], 0o666); err != nil {
		t.Fatal(err)
	}
	for want, names := range map[string][]string{
		"is missing":         names[1:],
		", as is ":           append(slices.Clone(names), names[0]),
		"the file has other": append(slices.Clone(names), foreign),
		"are not complete":   append([]string{cut}, names[1:]...),
		"no such file":       {filepath.Join(t.TempDir(), "none")},
	} {
		if s, err := OpenShards(names); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", s, err, want)
		}
	}
}

// TestTally counts games by their results.
func TestTally(t *testing.T) {
	tally := NewTally(5, 9)
	if got := tally.String(); got != "5 of 9 games" {
		t.Error(got)
	}
	for _, o := range []movegen.Outcome{movegen.WhiteWins, movegen.Drawn, movegen.Ongoing, movegen.Drawn} {
		tally.Add(&Game{Outcome: o, Moves: make([]movegen.Move, 10)})
	}
	if got := tally.String(); !strings.HasPrefix(got, "9 of 9 games") || !strings.HasSuffix(got, "10.0 plies, White 25 %, draws 50 %, Black 0 %, stopped 25 %") {
		t.Error(got)
	}
}

// TestFlushBetween writes games that do not make a chunk, more than once: what is in the
// file can be read at any time, and in the end it is the same as without.
func TestFlushBetween(t *testing.T) {
	r := quick(t, "russian", chunkGames+40)
	r.MaxPlies = 20
	dir := t.TempDir()
	whole := play(t, r, filepath.Join(dir, "whole"))
	name := filepath.Join(dir, "flushed")
	w := writer(t, name, r.Header)
	for i, g := range games(t, whole) {
		if err := w.Add(&g); err != nil {
			t.Fatal(err)
		}
		if i%100 != 50 && i != r.Games-1 {
			continue
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil || len(games(t, got)) != i+1 {
			t.Fatalf("after %d games the file has %d (%v)", i+1, len(games(t, got)), err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, whole) {
		t.Errorf("flushing makes another file (%v)", err)
	}
}

// TestCount counts the games of files that end anywhere.
func TestCount(t *testing.T) {
	r := quick(t, "russian", chunkGames+10)
	r.MaxPlies = 20
	whole := play(t, r, filepath.Join(t.TempDir(), "whole"))
	head, err := r.marshal()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ size, want int }{
		{len(head), 0}, {len(head) + 3, 0}, {len(head) + 30, 0}, {len(whole) - 1, chunkGames}, {len(whole), chunkGames + 10},
	} {
		if _, got, err := Count(bytes.NewReader(whole[:tt.size])); err != nil || got != tt.want {
			t.Errorf("Count of %d bytes of %d = %d, %v, want %d", tt.size, len(whole), got, err, tt.want)
		}
	}
	for _, file := range [][]byte{nil, whole[:40], append(bytes.Clone(whole), "more than the head of a chunk has"...)} {
		if _, got, err := Count(bytes.NewReader(file)); err == nil {
			t.Errorf("Count of a damaged file of %d bytes = %d", len(file), got)
		}
	}
}

// TestPowerCut has zeros from some byte on, for as much as was to be written or more: all
// readers take the chunks before, and the same run goes on with them.
func TestPowerCut(t *testing.T) {
	r := quick(t, "russian", chunkGames+10)
	r.MaxPlies = 8
	r.MinOpening, r.MaxOpening = 2, 4
	dir := t.TempDir()
	whole := play(t, r, filepath.Join(dir, "whole"))
	all := games(t, whole)
	head, err := r.marshal()
	if err != nil {
		t.Fatal(err)
	}
	first, _, err := readWholeChunk(bytes.NewReader(whole[len(head):]))
	if err != nil {
		t.Fatal(err)
	}
	second := len(head) + int(first.size)
	for _, cut := range []int{
		0, 5, 8, 9, 14, 30, len(head) - 2, len(head),
		len(head) + 2, len(head) + 6, len(head) + 10, len(head) + 200, second - 2, second,
		second + 3, second + 5, second + 13, second + 24, len(whole) - cutZeros, len(whole),
	} {
		for _, size := range []int{cut + cutZeros + 2, len(whole), len(whole) + 4096} {
			file := append(bytes.Clone(whole[:cut]), make([]byte, max(0, size-cut))...)
			want := 0
			switch {
			case bytes.HasPrefix(file, whole):
				want = len(all)
			case bytes.HasPrefix(file, whole[:second]):
				want = chunkGames
			}
			checkCut(t, file, head, want)
			name := filepath.Join(dir, "cut")
			if err := os.WriteFile(name, file, 0o666); err != nil {
				t.Fatal(err)
			}
			w := writer(t, name, r.Header)
			if w.Games() != want {
				t.Errorf("cut at %d: the run goes on after %d games, want %d", cut, w.Games(), want)
			}
			for i := range all[want:] {
				if err := w.Add(&all[want+i]); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(name); err != nil || want < len(all) && !bytes.Equal(got, whole) {
				t.Errorf("cut at %d: the run makes another file, %v", cut, err)
			}
		}
	}
}

// checkCut counts and reads the games of a file up to what a power cut left.
func checkCut(t *testing.T, file, head []byte, want int) {
	t.Helper()
	_, counted, err := Count(bytes.NewReader(file))
	read := 0
	reader, failed := NewReader(bytes.NewReader(file))
	begun := failed == nil
	for failed == nil {
		if _, failed = reader.Next(); failed == nil {
			read++
		}
	}
	if !bytes.HasPrefix(file, head) {
		if begun || !errors.Is(failed, io.ErrUnexpectedEOF) || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("without its header: %v and %v", err, failed)
		}
		return
	}
	if err != nil || counted != want {
		t.Errorf("Count() = %d, %v, want %d", counted, err, want)
	}
	if read != want || !errors.Is(failed, io.EOF) && !errors.Is(failed, io.ErrUnexpectedEOF) {
		t.Errorf("read %d games and then %v, want %d", read, failed, want)
	}
}
