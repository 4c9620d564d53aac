package balanced

import (
	"errors"
	"strings"
	"testing"

	"stupol/eval/ballot"
	"stupol/movegen"
	"stupol/search"
)

// TestDraw draws openings that a search finds balanced and that all differ, the
// same ones again if they are drawn backwards, and others with another seed.
func TestDraw(t *testing.T) {
	const count = 12
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			random := func(seed uint64) *Openings {
				return &Openings{Rules: r, Seed: seed, Plies: 6, Balance: 50, Nodes: 300}
			}
			o, other := random(7), random(8)
			var first [count]movegen.Position
			seen, differ := map[movegen.Position]bool{}, 0
			for i := range count {
				first[i] = positionOf(t, o, i)
				if seen[first[i]] {
					t.Errorf("opening %d repeats", i)
				}
				seen[first[i]] = true
				if first[i] != positionOf(t, other, i) {
					differ++
				}
			}
			again := random(7)
			for i := count - 1; i >= 0; i-- {
				if got := positionOf(t, again, i); got != first[i] {
					t.Errorf("opening %d: got %v, then %v", i, first[i], got)
				}
			}
			if differ < count/2 {
				t.Errorf("%d of %d openings differ with another seed", differ, count)
			}
			checkBalanced(t, o, first[:])
		})
	}
}

// checkBalanced searches positions as o does, and one that is a man behind.
func checkBalanced(t *testing.T, o *Openings, positions []movegen.Position) {
	t.Helper()
	engine, err := search.New(search.Options{Rules: o.Rules, TableBytes: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for _, p := range positions {
		engine.Clear()
		r, err := engine.Search(t.Context(), movegen.NewGameFrom(o.Rules, p, nil), search.Limits{Nodes: o.Nodes, Analyze: true}, nil)
		if err != nil || max(r.Score, -r.Score) > o.Balance {
			t.Errorf("%s: score %v, %v", o.Rules.FEN(&p), r.Score, err)
		}
	}
}

// positionOf returns the position after an opening.
func positionOf(t *testing.T, o *Openings, i int) movegen.Position {
	t.Helper()
	g, err := o.Draw(t.Context(), i)
	if err != nil {
		t.Fatal(err)
	}
	return *g.Position()
}

// TestHopelessBalance gives up instead of searching for ever.
func TestHopelessBalance(t *testing.T) {
	o := &Openings{Rules: movegen.International(), Plies: 1, Balance: -1, Nodes: 1}
	var none *ballot.Exhausted
	if _, err := o.Draw(t.Context(), 0); !errors.As(err, &none) || !strings.Contains(err.Error(), "within -0.01 men: after 0 openings of 1 ply there is no other") {
		t.Errorf("got %v, want an error", err)
	}
}
