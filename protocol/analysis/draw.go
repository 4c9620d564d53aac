package analysis

import (
	"context"
	"errors"

	"stupol/movegen"
	"stupol/search"
)

// A Searcher looks for the best move of a game, with scores of some scale. *search.Engine is
// one.
type Searcher interface {
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)
	Scale() float64
}

// When an engine takes a draw that is offered. In International, with 100 hundredths of a man
// a logit, the chances are those of 0.28 men down and of 0.10 men up: less than what a move
// is worth, so that who is even plays on as long as there is something to play for.
const (
	worseChance = 0.43  // at most, at any time
	evenChance  = 0.525 // at most, late in the game

	latePlies  = 60 // 30 moves of each side
	latePieces = 12 // of both sides together

	// drawNodes are searched before the answer, some tenth of a second. A number of nodes
	// gives the same answer whenever it is asked.
	drawNodes = 300_000
)

// ErrOver says that a game has ended.
var ErrOver = errors.New("the game is over")

// AcceptsDraw reports whether an engine takes a draw that the side to move offers. It does if
// it is worse off, or in a late and even position.
func AcceptsDraw(ctx context.Context, s Searcher, g *movegen.Game) (bool, error) {
	if g.Result().Outcome != movegen.Ongoing {
		return false, ErrOver
	}
	result, err := s.Search(ctx, g, search.Limits{Nodes: drawNodes, Analyze: true}, nil)
	switch {
	case err != nil:
		return false, err
	case ctx.Err() != nil:
		return false, ctx.Err() // it was cut short
	}
	chance := Chance(-result.Score, s.Scale())
	late := len(g.Moves()) >= latePlies || g.Position().Occupied().Len() <= latePieces
	return chance <= worseChance || late && chance <= evenChance, nil
}
