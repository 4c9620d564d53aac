package expansion

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/book"
	"stupol/eval/work/shard"
	"stupol/movegen"
)

// header is that of the books of these tests.
var header = book.Header{Variant: "international", Nodes: 100, Weights: "hash"}

// failing fails after so many searches.
type failing struct {
	hashSearcher
	left int
}

var errFull = errors.New("full")

func (s *failing) Search(ctx context.Context, g *movegen.Game) (book.Score, error) {
	if s.left--; s.left < 0 {
		return 0, errFull
	}
	return s.hashSearcher.Search(ctx, g)
}

// runWork runs a work with a journal, and returns the book as a file.
func runWork(t *testing.T, w *Work, journal string, s Searcher) ([]byte, error) {
	t.Helper()
	file, err := os.OpenFile(journal, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := w.Open(file); err != nil {
		return nil, err
	}
	err = w.Run(t.Context(), []Searcher{s})
	var b bytes.Buffer
	if _, err := w.Book(w.Header).WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), err
}

// TestWorkGoesOn interrupts a work: the journal has what was done, and the book is the
// same in the end.
func TestWorkGoesOn(t *testing.T) {
	r := movegen.International()
	searcher := hashSearcher{rules: r}
	newWork := func() *Work {
		w := NewWork(r, header)
		w.Positions = 12
		return w
	}
	folder := t.TempDir()
	whole := newWork()
	calls := 0
	whole.OnExpansion = func() { calls++ }
	want, err := runWork(t, whole, filepath.Join(folder, "whole"), searcher)
	if err != nil || whole.Done() != 12 || calls != 12 {
		t.Fatalf("%d positions, %d calls, error %v", whole.Done(), calls, err)
	}
	parts := filepath.Join(folder, "parts")
	first := newWork()
	if _, err := runWork(t, first, parts, &failing{searcher, 60}); !errors.Is(err, errFull) || first.Done() == 0 || first.Done() == 12 {
		t.Fatalf("%d positions, error %v", first.Done(), err)
	}
	second := newWork()
	got, err := runWork(t, second, parts, searcher)
	if err != nil || second.Done() != 12 || !bytes.Equal(got, want) {
		t.Errorf("%d positions, error %v; the books are the same: %v", second.Done(), err, bytes.Equal(got, want))
	}
	other := newWork()
	other.Header.Nodes++
	if _, err := runWork(t, other, parts, searcher); err == nil || !strings.Contains(err.Error(), "book is") {
		t.Errorf("the journal of other searches: error %v", err)
	}
	share := newWork()
	share.Share = Share{shard.Shard{Index: 0, Of: 2}, 12}.String()
	if _, err := runWork(t, share, parts, searcher); err == nil || !strings.Contains(err.Error(), `"share"`) {
		t.Errorf("the journal of other work: error %v", err)
	}
}

// TestWorkExtends goes on from a book, as it is and in shares.
func TestWorkExtends(t *testing.T) {
	r := movegen.International()
	searcher := hashSearcher{rules: r}
	begun := NewWork(r, header)
	begun.Positions = 5
	if _, err := runWork(t, begun, filepath.Join(t.TempDir(), "journal"), searcher); err != nil {
		t.Fatal(err)
	}
	from := begun.Book(header)
	extend := func(s *Share) *Work {
		w := NewWork(r, header)
		w.Positions = 8
		if err := w.Extend(from, "12345678"); err != nil {
			t.Fatal(err)
		}
		if s != nil {
			w.Choose = func(g *Graph) func() (movegen.Position, bool) { return FromList(g.Share(*s)) }
		}
		if err := w.Open(nil); err != nil {
			t.Fatal(err)
		}
		if err := w.Run(t.Context(), []Searcher{searcher}); err != nil {
			t.Fatal(err)
		}
		return w
	}
	if w := extend(nil); w.Done() != 8 || w.Book(header).Len() != 13 {
		t.Errorf("%d positions, %d in the book", w.Done(), w.Book(header).Len())
	}
	for i, want := range []int{3, 3, 2} {
		if w := extend(&Share{shard.Shard{Index: i, Of: 3}, 8}); w.Done() != want || w.Book(header).Len() != 5+want {
			t.Errorf("share %d: %d positions, %d in the book", i, w.Done(), w.Book(header).Len())
		}
	}
	w := NewWork(r, header)
	w.Header.Nodes = 200
	if err := w.Extend(from, ""); err == nil || err.Error() != "its scores are of 100 nodes, not of 200" {
		t.Errorf("error %v", err)
	}
}
