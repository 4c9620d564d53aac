package bench

import (
	"context"
	"testing"

	"stupol/movegen"
)

func TestSearchPositions(t *testing.T) {
	all, err := SearchPositions(nil)
	if err != nil {
		t.Fatal(err)
	}
	count := map[*movegen.Rules]int{}
	for _, p := range all {
		start, err := p.Rules.ParseFEN(p.FEN)
		if err != nil {
			t.Errorf("%s: %v", p.Rules.Name, err)
			continue
		}
		if n := len(p.Rules.Moves(nil, &start)); n < 2 {
			t.Errorf("%s %s: %d legal moves leave nothing to search", p.Rules.Name, p.FEN, n)
		}
		count[p.Rules]++
	}
	for _, r := range movegen.Variants() {
		want := 6
		if r == movegen.International() {
			want = 48
		}
		one, _ := SearchPositions(r)
		if count[r] != want || len(one) != want {
			t.Errorf("%s: %d positions, %d when asked for it alone, want %d", r.Name, count[r], len(one), want)
		}
	}
}

// The node count of the bench is the signature of the engine: it must not
// depend on anything but the code.
func TestSearchIsRepeatable(t *testing.T) {
	positions, err := SearchPositions(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range positions {
		first, took, err := p.Search(context.Background(), 4, 1, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		again, tookAgain, err := p.Search(context.Background(), 4, 1, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if took.Nodes != tookAgain.Nodes || first.Move != again.Move || first.Score != again.Score {
			t.Errorf("%s %s: %d nodes, score %v, then %d nodes, score %v",
				p.Rules.Name, p.FEN, took.Nodes, first.Score, tookAgain.Nodes, again.Score)
		}
	}
}
