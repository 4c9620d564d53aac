package selfplay

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// checkMerge merges shards in two goes: the file must be that of a run without shards.
func checkMerge(t *testing.T, h Header, shards []*Reader, whole []byte) {
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
	if err := Merge(w, shards, count); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, whole) {
		t.Errorf("merged shards make another file than a run without (%v)", err)
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
	for _, file := range [][]byte{nil, whole[:40], append(bytes.Clone(whole), make([]byte, 100)...)} {
		if _, got, err := Count(bytes.NewReader(file)); err == nil {
			t.Errorf("Count of a damaged file of %d bytes = %d", len(file), got)
		}
	}
}
