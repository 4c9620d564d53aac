// Package compare measures engines beside each other: positions a second and the time to a
// depth, on the same positions, in turns, so that what slows the machine down for a while slows
// all of them. It prints nothing; its callers do.
package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search"
)

// A Comparison is what is measured. Every engine searches every position within every limit once a
// round, each time knowing nothing of the searches before. They take turns: no two search at the
// same time, and the one that begins is another in each round.
type Comparison struct {
	Rules     *movegen.Rules
	Engines   []peer.EngineConfig // their own limits do not matter
	Positions []movegen.Position
	Right     []movegen.Move // the move looked for in each position; nil: none is
	Limits    []peer.Limits  // of nodes, depth or time a move
	Rounds    int
	OnRun     func(Run) error // called as soon as an engine has searched all positions of a round; may be nil
}

// A Run is the sum of the searches of one engine in one round within one limit.
type Run struct {
	Engine, Limit, Round int // numbers, from 0

	Positions int
	Right     int           // in how many of them it answered the move looked for
	Nodes     int64         // by the engine's own count
	Depths    int           // sum of the depths it gave
	Time      time.Duration // from the question to the answer, as we see it
}

// Speed returns nodes a second.
func (r Run) Speed() float64 { return float64(r.Nodes) / max(r.Time.Seconds(), 1e-9) }

// Depth returns the mean depth.
func (r Run) Depth() float64 { return float64(r.Depths) / float64(max(r.Positions, 1)) }

// Measure starts the engines and returns their runs, in the order of limits, engines and rounds.
// One that fails ends it.
func (c *Comparison) Measure(ctx context.Context) (runs []Run, err error) {
	players := make([]match.Player, len(c.Engines))
	defer func() {
		for _, p := range players {
			if p != nil {
				err = errors.Join(err, p.Close())
			}
		}
	}()
	for i := range c.Engines {
		if players[i], err = match.Start(ctx, &c.Engines[i], c.Rules); err != nil {
			return nil, fmt.Errorf("engine %s: %w", c.Engines[i].Name, err)
		}
	}
	for round := range c.Rounds {
		for limit := range c.Limits {
			now, err := c.round(ctx, players, round, limit)
			if err != nil {
				return nil, err
			}
			runs = append(runs, now...)
			for _, r := range now {
				if c.OnRun != nil {
					if err := c.OnRun(r); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	slices.SortStableFunc(runs, func(a, b Run) int {
		if a.Limit != b.Limit {
			return a.Limit - b.Limit
		}
		return a.Engine - b.Engine
	})
	return runs, nil
}

// round has the engines search position by position.
func (c *Comparison) round(ctx context.Context, players []match.Player, round, limit int) ([]Run, error) {
	runs := make([]Run, len(players))
	for i := range runs {
		runs[i] = Run{Engine: i, Limit: limit, Round: round, Positions: len(c.Positions)}
	}
	l := c.Limits[limit]
	for at := range c.Positions {
		for turn := range players {
			i := (turn + round) % len(players)
			g := movegen.NewGameFrom(c.Rules, c.Positions[at], nil)
			if err := players[i].NewGame(ctx); err != nil {
				return nil, fmt.Errorf("engine %s: %w", c.Engines[i].Name, err)
			}
			began := time.Now()
			a, err := players[i].Move(ctx, g, search.Limits{Nodes: l.Nodes, Depth: l.Depth, MoveTime: l.MoveTime})
			if err != nil {
				return nil, fmt.Errorf("engine %s, %s: %w", c.Engines[i].Name, c.Rules.FEN(&c.Positions[at]), err)
			}
			runs[i].Time += time.Since(began)
			if c.Right != nil && a.Move == c.Right[at] {
				runs[i].Right++
			}
			runs[i].Nodes += a.Nodes
			runs[i].Depths += a.Depth
		}
	}
	return runs, nil
}

// A Figure is what the rounds of an engine within one limit say together.
type Figure struct {
	Engine, Limit int

	Speed Spread // nodes a second
	Time  Spread // seconds for all positions
	Nodes Spread // for all positions
	Depth float64
	Right float64 // moves looked for that were found; the median

	// Faster is how many times as many nodes a second the engine visits as the first one, and
	// Sooner how many times as soon it has searched all positions; by the medians.
	Faster, Sooner float64
}

// A Spread is the median of some values, the least and the most.
type Spread struct{ Median, Least, Most float64 }

// Figures sums up the runs of Measure.
func Figures(runs []Run) (list []Figure) {
	for len(runs) > 0 {
		first := runs[0]
		n := slices.IndexFunc(runs, func(r Run) bool { return r.Engine != first.Engine || r.Limit != first.Limit })
		if n < 0 {
			n = len(runs)
		}
		of := runs[:n]
		f := Figure{
			Engine: first.Engine, Limit: first.Limit,
			Speed: spread(of, Run.Speed),
			Time:  spread(of, func(r Run) float64 { return r.Time.Seconds() }),
			Nodes: spread(of, func(r Run) float64 { return float64(r.Nodes) }),
			Depth: spread(of, Run.Depth).Median,
			Right: spread(of, func(r Run) float64 { return float64(r.Right) }).Median,
		}
		begin := f
		if i := slices.IndexFunc(list, func(o Figure) bool { return o.Limit == f.Limit && o.Engine == 0 }); i >= 0 {
			begin = list[i]
		}
		f.Faster, f.Sooner = ratio(f.Speed.Median, begin.Speed.Median), ratio(begin.Time.Median, f.Time.Median)
		list, runs = append(list, f), runs[n:]
	}
	return list
}

// ratio returns a/b, 0 if there is none.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// spread returns the Spread of a value of runs.
func spread(runs []Run, value func(Run) float64) Spread {
	var all []float64
	for _, r := range runs {
		all = append(all, value(r))
	}
	slices.Sort(all)
	n := len(all)
	return Spread{(all[(n-1)/2] + all[n/2]) / 2, all[0], all[n-1]}
}
