package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// walkBack plays m and, twice, moves that lead back to where it was made: the position
// after m has then been on the board twice. It reports whether there are such moves.
func walkBack(g *movegen.Game, m movegen.Move) bool {
	back := func(m movegen.Move) movegen.Move { m.From, m.To = m.To, m.From; return m }
	g.Push(m)
	for _, theirs := range g.LegalMoves(nil) {
		g.Push(theirs)
		for _, ours := range g.LegalMoves(nil) {
			if ours.From == m.To || !pushAll(g, ours, back(theirs), back(ours), theirs, back(m), back(theirs)) {
				continue
			}
			return true
		}
		g.Pop()
	}
	g.Pop()
	return false
}

// pushAll plays moves if they are legal, one after the other.
func pushAll(g *movegen.Game, moves ...movegen.Move) bool {
	for n, m := range moves {
		if !slices.Contains(g.LegalMoves(nil), m) || m.IsCapture() || g.DrawReason() != "" {
			for range n {
				g.Pop()
			}
			return false
		}
		g.Push(m)
	}
	return true
}

// TestWinWithoutRepetition wins endings whose fastest way would repeat a position for the
// third time: another move is found that wins, too.
func TestWinWithoutRepetition(t *testing.T) {
	r, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	pr := endgame.Embedded(r).Prober()
	rng := rand.New(rand.NewPCG(1, 2))
	wins := func(g *movegen.Game, m movegen.Move) bool {
		g.Push(m)
		defer g.Pop()
		return g.DrawReason() == "" && pr.Probe(g.Position()) == endgame.Loss
	}
	for tried := 0; tried < 300; {
		p := randomPieces(r, 3, rng)
		p = movegen.NewPosition(p.Turn, p.Pieces[0], p.Pieces[1], p.Occupied())
		g := movegen.NewGameFrom(r, p, nil)
		best, v, plies := pr.Best(&p, g.LegalMoves(nil))
		if v != endgame.Win || plies < 8 || len(best) != 1 || !walkBack(g, best[0]) {
			continue
		}
		if !slices.ContainsFunc(g.LegalMoves(nil), func(m movegen.Move) bool { return wins(g, m) }) {
			continue // only the fastest move wins
		}
		tried++
		result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Nodes: 300})
		if !wins(g, result.Move) {
			t.Errorf("%s: %s does not win", r.FEN(&p), r.HubMove(result.Move))
		}
	}
}
