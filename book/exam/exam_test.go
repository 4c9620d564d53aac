package exam

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"stupol/book"
	"stupol/movegen"
)

// lastSearcher takes the last move for the best one, worth 50; others are worth 50 less
// 10 for each that comes after them.
type lastSearcher struct{ fails error }

func (s lastSearcher) Best(_ context.Context, g *movegen.Game, moves ...movegen.Move) (movegen.Move, book.Score, error) {
	all := g.Rules().Moves(nil, g.Position())
	if len(moves) == 0 {
		moves = all[len(all)-1:]
	}
	after := len(all) - 1 - slices.Index(all, moves[0])
	return moves[0], book.Score(50 - 10*after), s.fails
}

func russian(t *testing.T) *book.Book {
	t.Helper()
	r, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	return book.Embedded(r)
}

func TestChoose(t *testing.T) {
	b := russian(t)
	chosen := Choose(b, 50, 10, 1)
	if len(chosen) != 50 {
		t.Fatalf("%d positions", len(chosen))
	}
	seen := map[book.Key]bool{}
	for _, p := range chosen {
		key := book.KeyOf(b.Rules(), &p)
		if seen[key] || b.Lookup(&p) == nil {
			t.Errorf("%s: twice, or the book does not have it", b.Rules().FEN(&p))
		}
		seen[key] = true
	}
	if !slices.Equal(chosen, Choose(b, 50, 10, 1)) || slices.Equal(chosen, Choose(b, 50, 10, 2)) {
		t.Error("the seed says nothing")
	}
}

// TestExam examines positions with a searcher whose regrets can be counted, and again
// when half of them are known.
func TestExam(t *testing.T) {
	b := russian(t)
	rules := b.Rules()
	positions := Choose(b, 20, 10, 1)
	var mu sync.Mutex
	found, progress := map[string]Comparison{}, 0
	x := &Exam{
		Book: b, Searchers: []Searcher{lastSearcher{}, lastSearcher{}, lastSearcher{}},
		Text:       func(_ *movegen.Position, m movegen.Move) string { return rules.HubMove(m) },
		OnProgress: func() { progress++ },
		OnComparison: func(f *Comparison) error {
			mu.Lock()
			defer mu.Unlock()
			found[f.FEN] = *f
			return nil
		},
	}
	first, err := x.Run(t.Context(), positions)
	if err != nil || len(found) != 20 || progress != 20 {
		t.Fatalf("%d found, %d calls, error %v", len(found), progress, err)
	}
	for i, f := range first {
		p := positions[i]
		moves := rules.Moves(nil, &p)
		move := book.Best(b.Lookup(&p)).Move
		want := float64(len(moves)-1-slices.Index(moves, move)) / 10
		if f.FEN != rules.FEN(&p) || f.Book != rules.HubMove(move) || f.Regret != want || f.Best != 0.5 {
			t.Errorf("%+v, want a regret of %v", f, want)
		}
	}

	x.Known = map[string]Comparison{}
	for _, f := range first[:10] {
		x.Known[f.FEN] = f
	}
	clear(found)
	again, err := x.Run(t.Context(), positions)
	if err != nil || !slices.Equal(first, again) || len(found) != 10 {
		t.Errorf("%d found again, error %v\n%v\n%v", len(found), err, first, again)
	}

	full := errors.New("disk full")
	x.OnComparison = func(*Comparison) error { return full }
	if _, err := x.Run(t.Context(), positions); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	x.Searchers = []Searcher{lastSearcher{full}}
	x.OnComparison = func(*Comparison) error { t.Error("a search failed"); return nil }
	if _, err := x.Run(t.Context(), positions[10:]); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

func TestSum(t *testing.T) {
	r := Sum(russian(t), []Comparison{
		{FEN: "a", Book: "x", Search: "x"}, {FEN: "b", Book: "x", Search: "y", Regret: 0.25},
		{FEN: "c", Book: "x", Search: "y"}, {FEN: "d", Book: "x", Search: "y", Regret: 0.75},
	})
	if r.Variant != "russian" || r.Positions != 4 || r.Same != 1 || r.Mean != 0.25 || r.Worst != 0.75 {
		t.Errorf("%+v", r)
	}
	if len(r.Comparisons) != 3 || r.Comparisons[0].FEN != "d" || r.Comparisons[1].FEN != "b" || r.Comparisons[2].FEN != "c" {
		t.Errorf("%v", r.Comparisons)
	}
}
