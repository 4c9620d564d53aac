// Package balanced draws openings by lot, from which engines and people play: those of a
// ballot.Box that a small search finds balanced. Matches, tunings and the board draw from it.
package balanced

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"stupol/eval/ballot"
	"stupol/movegen"
	"stupol/search"
)

// Openings are openings no two of which lead to the same position. Opening i depends only on
// these settings, the search and the evaluation, and not on the machine or the order. The
// settings must not be changed after the first opening.
type Openings struct {
	Rules   *movegen.Rules
	Draws   *movegen.DrawRules // nil: the default of Rules
	Seed    uint64
	Plies   int          // how many moves of both sides
	Balance search.Score // the largest score for either side
	Nodes   int64        // of that search

	once sync.Once
	box  *ballot.Box
}

// The usual Openings.
const (
	UsualBalance = search.Score(40)
	UsualNodes   = 3000
)

// UsualPlies returns the usual Plies. On 8x8 12 of them have as many positions, some ten
// millions, as 10 have on 10x10: see package ballot.
func UsualPlies(r *movegen.Rules) int {
	if r.Size == 8 {
		return 12
	}
	return 10
}

// Draw returns the game after opening i, from 0. Its error is a *ballot.Exhausted if there is
// none.
func (o *Openings) Draw(ctx context.Context, i int) (*movegen.Game, error) {
	o.once.Do(func() {
		o.box = ballot.New(ballot.Settings{Rules: o.Rules, Draws: o.Draws, Seed: o.Seed, MinPlies: o.Plies, MaxPlies: o.Plies})
	})
	const tableBytes = 1 << 16
	engine, err := search.New(search.Options{Rules: o.Rules, TableBytes: tableBytes})
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	drawn, err := o.box.Draw(ctx, i, func(ctx context.Context, g *movegen.Game) (bool, error) {
		engine.Clear()
		result, err := engine.Search(ctx, g, search.Limits{Nodes: o.Nodes, Analyze: true}, nil)
		return result.Found && max(result.Score, -result.Score) <= o.Balance, cmp.Or(err, ctx.Err())
	})
	if err != nil {
		return nil, fmt.Errorf("random openings within %v men: %w", o.Balance, err)
	}
	return drawn.Game, nil
}
