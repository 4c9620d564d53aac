package search

import (
	"context"
	"testing"

	"stupol/movegen"
)

// counter is an Observer that counts.
type counter struct{ evaluated, wrong int }

func (c *counter) Evaluated(p *movegen.Position) {
	c.evaluated++
	if p.Hash != movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], p.Kings).Hash {
		c.wrong++
	}
}

// An observer sees positions as they stand on the board, and changes nothing.
func TestObserver(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	alone, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Nodes: 5000})
	var seen counter
	e, err := New(Options{Rules: g.Rules(), Observer: &seen})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := think(t, context.Background(), e, g, Limits{Nodes: 5000})
	if seen.evaluated < 1000 || seen.wrong > 0 {
		t.Errorf("saw %d positions, %d wrong ones", seen.evaluated, seen.wrong)
	}
	if got.Move != alone.Move || got.Score != alone.Score {
		t.Errorf("observed: %v, %v; alone: %v, %v", got.Move, got.Score, alone.Move, alone.Score)
	}
}
