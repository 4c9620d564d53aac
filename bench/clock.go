package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// A ClockExam asks for moves in random positions, each in a short time, and
// looks at the clock and at what is said about them.
type ClockExam struct {
	Rules      []*movegen.Rules // the games, by turns
	Searches   int
	MoveTime   time.Duration
	Threads    int
	TableBytes int64
	Seed       uint64
}

// A ClockResult is what came of an exam.
type ClockResult struct {
	Times  []time.Duration // what the searches took, in ascending order
	Faults []string        // what was illegal or missing, for people
}

// longestPlayout is how many random moves precede a position at most. By then
// most games are in their ending, and many are over.
const longestPlayout = 120

// Run holds the exam. The error is not for what fails in it, but for what keeps
// it from being held: ctx is done, or no engine can be made.
func (x ClockExam) Run(ctx context.Context) (ClockResult, error) {
	var result ClockResult
	rng := rand.New(rand.NewPCG(x.Seed, 1))
	engines := make([]*search.Engine, len(x.Rules))
	defer func() {
		for _, e := range engines {
			if e != nil {
				e.Close()
			}
		}
	}()
	for i := range x.Searches {
		r := x.Rules[i%len(x.Rules)]
		engine := &engines[i%len(x.Rules)]
		if *engine == nil {
			var err error
			*engine, err = search.New(search.Options{
				Rules: r, Threads: x.Threads, TableBytes: x.TableBytes, Endgames: endgame.Embedded(r),
			})
			if err != nil {
				return result, err
			}
		}
		took, fault := x.ask(ctx, *engine, randomGame(r, rng))
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		result.Times = append(result.Times, took)
		if fault != nil {
			result.Faults = append(result.Faults, fault.Error())
		}
	}
	slices.Sort(result.Times)
	return result, nil
}

// ask asks for a move in g and returns how long it took, and what was wrong
// with the answer.
func (x ClockExam) ask(ctx context.Context, e *search.Engine, g *movegen.Game) (time.Duration, error) {
	began := time.Now()
	answer, err := e.Search(ctx, g, search.Limits{MoveTime: x.MoveTime}, nil)
	took := time.Since(began)
	switch {
	case err != nil:
		return took, err
	case !answer.Found:
		return took, fmt.Errorf("%s: no move", g.Rules().FEN(g.Position()))
	case answer.Move != answer.PV[0]:
		return took, fmt.Errorf("%s: the line begins with another move", g.Rules().FEN(g.Position()))
	}
	return took, replay(g, answer.PV)
}

// replay returns an error unless the whole line is legal in g.
func replay(g *movegen.Game, line []movegen.Move) error {
	after := g.Clone()
	for i, m := range line {
		if err := after.Play(m); err != nil {
			return fmt.Errorf("%s, move %d of the line: %w", g.Rules().FEN(g.Position()), i+1, err)
		}
	}
	return nil
}

// randomGame returns a game of random length and random moves in which there is
// a choice of moves.
func randomGame(r *movegen.Rules, rng *rand.Rand) *movegen.Game {
	g := movegen.NewGame(r)
	moves := g.LegalMoves(nil)
	for range rng.IntN(longestPlayout) {
		g.Push(moves[rng.IntN(len(moves))])
		if moves = g.LegalMoves(moves[:0]); len(moves) == 0 {
			break
		}
	}
	for len(moves) < 2 {
		g.Pop()
		moves = g.LegalMoves(moves[:0])
	}
	return g
}

// Quantile returns the time within which that part of the searches was done,
// from 0, the shortest, to 1, the longest.
func (r ClockResult) Quantile(part float64) time.Duration {
	if len(r.Times) == 0 {
		return 0
	}
	return r.Times[int(part*float64(len(r.Times)-1))]
}

// Within returns how many searches took at most so long.
func (r ClockResult) Within(limit time.Duration) int {
	n, _ := slices.BinarySearch(r.Times, limit+1)
	return n
}
