package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// repeating returns a game at p in which m would repeat a position for the third time, nil
// if there is none.
func repeating(r *movegen.Rules, p movegen.Position, m movegen.Move) *movegen.Game {
	back := func(m movegen.Move) movegen.Move { m.From, m.To = m.To, m.From; return m }
	g := movegen.NewGameFrom(r, r.Play(&p, m), nil)
	for _, theirs := range g.LegalMoves(nil) {
		if pushAll(g, theirs, back(m), back(theirs), m, theirs, back(m), back(theirs)) {
			return g
		}
	}
	return nil
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

// threeKings returns a position of at most two white kings and a black one.
func threeKings(r *movegen.Rules, rng *rand.Rand) movegen.Position {
	p := randomPieces(r, 3, rng)
	return movegen.NewPosition(p.Turn, p.Pieces[0], p.Pieces[1], p.Occupied())
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
		p := threeKings(r, rng)
		best, v, plies := pr.Best(&p, r.Moves(nil, &p))
		if v != endgame.Win || plies < 8 || len(best) != 1 {
			continue
		}
		g := repeating(r, p, best[0])
		if g == nil || !slices.ContainsFunc(g.LegalMoves(nil), func(m movegen.Move) bool { return wins(g, m) }) {
			continue // only the fastest move wins
		}
		tried++
		result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Nodes: 300})
		if !wins(g, result.Move) {
			t.Errorf("%s: %s does not win", r.FEN(&p), r.HubMove(result.Move))
		}
	}
}

// TestDrawByRepetitionIsSeen defends lost endings in which a move draws by repetition that
// loses faster than others otherwise.
func TestDrawByRepetitionIsSeen(t *testing.T) {
	r, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	pr := endgame.Embedded(r).Prober()
	rng := rand.New(rand.NewPCG(3, 4))
	for tried := 0; tried < 20; {
		p := threeKings(r, rng)
		legal := r.Moves(nil, &p)
		best, v, plies := pr.Best(&p, slices.Clone(legal))
		if v != endgame.Loss || plies < 6 || len(best) == len(legal) {
			continue
		}
		i := slices.IndexFunc(legal, func(m movegen.Move) bool { return !slices.Contains(best, m) })
		g := repeating(r, p, legal[i])
		if g == nil {
			continue
		}
		tried++
		result, _ := think(t, context.Background(), newExpert(t, g, 1), g, Limits{Nodes: 3000})
		if result.Move != legal[i] || result.Score != Draw {
			t.Errorf("%s: %s with %v, but %s repeats", r.FEN(&p), r.HubMove(result.Move), result.Score, r.HubMove(legal[i]))
		}
	}
}
