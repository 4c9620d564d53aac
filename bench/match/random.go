package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"stupol/movegen"
	"stupol/search"
)

// RandomOpenings makes openings of random moves from the start of the game and
// keeps those that a small search finds balanced. Opening i depends only on these
// settings, the search and the evaluation, and not on the machine or the order.
type RandomOpenings struct {
	Rules   *movegen.Rules
	Draws   *movegen.DrawRules // nil: the default of Rules
	Seed    uint64
	Plies   int          // how many moves of both sides
	Balance search.Score // the largest score for either side
	Nodes   int64        // of that search
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
	engine, err := search.New(search.Options{Rules: r.Rules, TableBytes: tableBytes})
	if err != nil {
		return Opening{}, err
	}
	defer engine.Close()
	random := rand.New(rand.NewPCG(r.Seed, uint64(i)))
	for range attempts {
		g, ok := r.draw(random)
		if ok && r.balanced(engine, g) {
			return Opening{fmt.Sprintf("random %d", i+1), g}, nil
		}
	}
	return Opening{}, fmt.Errorf("random opening %d: none of %d was balanced within %v men", i+1, attempts, r.Balance)
}

// draw plays random moves; ok is false if they end the game.
func (r *RandomOpenings) draw(random *rand.Rand) (g *movegen.Game, ok bool) {
	g = movegen.NewGameFrom(r.Rules, r.Rules.Start(), r.Draws)
	return g, g.PlayRandom(r.Plies, random) == r.Plies && g.Result().Outcome == movegen.Ongoing
}

// balanced reports whether a search finds g balanced.
func (r *RandomOpenings) balanced(engine *search.Engine, g *movegen.Game) bool {
	engine.Clear()
	result, err := engine.Search(context.Background(), g, search.Limits{Nodes: r.Nodes, Analyze: true}, nil)
	return err == nil && result.Found && max(result.Score, -result.Score) <= r.Balance
}
