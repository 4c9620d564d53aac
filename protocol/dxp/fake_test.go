package dxp

import (
	"context"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A fakeEngine thinks for a second about each move, or what is left on its
// clock, and likes the one whose text comes first.
type fakeEngine struct{}

const fakeTime = time.Second

func (fakeEngine) Clear() {}

func (fakeEngine) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	thought := time.After(min(fakeTime, l.Clock.Remaining))
	if l.Ponder != nil {
		select {
		case <-l.Ponder:
		case <-ctx.Done():
		}
	}
	select {
	case <-thought:
	case <-ctx.Done():
	}
	r := search.Result{Found: true, Move: firstMove(g)}
	r.Depth, r.Score = 1, 7
	r.PV = []movegen.Move{r.Move}
	if g.Push(r.Move); len(g.LegalMoves(nil)) > 0 {
		r.PV = append(r.PV, firstMove(g))
	}
	g.Pop()
	return r, nil
}

// firstMove returns the legal move whose text comes first.
func firstMove(g *movegen.Game) movegen.Move {
	return slices.MinFunc(g.LegalMoves(nil), func(a, b movegen.Move) int {
		return strings.Compare(g.Rules().HubMove(a), g.Rules().HubMove(b))
	})
}

// fakeOptions are those of a follower who plays International draughts with a
// fakeEngine.
func fakeOptions() Options {
	return Options{Name: "Fake", Engine: fakeEngine{}, Rules: movegen.International()}
}

// An instantEngine likes the same moves and does not think.
type instantEngine struct{}

func (instantEngine) Clear() {}

func (instantEngine) Search(_ context.Context, g *movegen.Game, _ search.Limits, _ func(search.Info)) (search.Result, error) {
	return search.Result{Found: true, Move: firstMove(g)}, nil
}
