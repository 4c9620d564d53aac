package puzzle

import (
	"context"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/search"
)

// triedNodes are searched after a move that was tried: a number of nodes gives the same answer
// whenever it is asked.
const triedNodes = 200_000

// Wins reports whether the side that has just moved wins the game, and what the other side
// does: nothing if the game has ended.
func Wins(ctx context.Context, s analysis.Searcher, g *movegen.Game) (wins bool, reply []movegen.Move, err error) {
	if o := g.Result().Outcome; o != movegen.Ongoing {
		return o == movegen.WinFor(g.Position().Turn.Opponent()), nil, nil
	}
	r, err := s.Search(ctx, g, search.Limits{Nodes: triedNodes, Analyze: true}, nil)
	if err == nil {
		err = ctx.Err() // it was cut short
	}
	return analysis.Chance(-r.Score, s.Scale()) >= WinningChance, r.PV, err
}
