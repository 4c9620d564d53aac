package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"stupol/movegen"
	"stupol/search"
)

// RandomOpenings makes openings of random moves from the start of the game and
// keeps those that a small search finds balanced. The same numbers give the
// same openings, wherever and in whatever order they are asked for; a change of
// the engine's search or evaluation may change them.
type RandomOpenings struct {
	Rules   *movegen.Rules
	Draws   *movegen.DrawRules // nil: the default of Rules
	Seed    uint64
	Plies   int          // how many moves of both sides
	Balance search.Score // the most that either side may be ahead
	Nodes   int64        // of the search that judges
}

// The usual RandomOpenings.
const (
	DefaultPlies   = 10
	DefaultBalance = search.Score(40)
	DefaultNodes   = 3000
)

// Len returns 0: there is no end of them.
func (r *RandomOpenings) Len() int { return 0 }

// At makes opening i.
func (r *RandomOpenings) At(i int) (Opening, error) {
	const (
		attempts   = 1000
		tableBytes = 1 << 16
	)
	judge, err := search.New(search.Options{Rules: r.Rules, TableBytes: tableBytes})
	if err != nil {
		return Opening{}, err
	}
	defer judge.Close()
	random := rand.New(rand.NewPCG(r.Seed, uint64(i)))
	for range attempts {
		g, ok := r.draw(random)
		if ok && r.balanced(judge, g) {
			return Opening{fmt.Sprintf("random %d", i+1), g}, nil
		}
	}
	return Opening{}, fmt.Errorf("random opening %d: none of %d was balanced within %v men", i+1, attempts, r.Balance)
}

// draw plays random moves; ok is false if they end the game.
func (r *RandomOpenings) draw(random *rand.Rand) (g *movegen.Game, ok bool) {
	g = movegen.NewGameFrom(r.Rules, r.Rules.Start(), r.Draws)
	var moves []movegen.Move
	for range r.Plies {
		moves = g.LegalMoves(moves[:0])
		if len(moves) == 0 {
			return g, false
		}
		g.Push(moves[random.IntN(len(moves))])
	}
	return g, g.Result().Outcome == movegen.Ongoing
}

// balanced reports what the search thinks.
func (r *RandomOpenings) balanced(judge *search.Engine, g *movegen.Game) bool {
	judge.Clear()
	result, err := judge.Search(context.Background(), g, search.Limits{Nodes: r.Nodes, Analyze: true}, nil)
	return err == nil && result.Found && max(result.Score, -result.Score) <= r.Balance
}
