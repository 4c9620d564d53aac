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

// A TimeTest asks for moves in random positions, each in a short time. It checks
// that they are legal, and measures the time they take.
type TimeTest struct {
	Rules      []*movegen.Rules // the games, in turn
	Searches   int
	MoveTime   time.Duration
	Threads    int
	TableBytes int64
	Seed       uint64
}

// A TimeTestResult is the result of a TimeTest.
type TimeTestResult struct {
	Times  []time.Duration // of the searches, in ascending order
	Errors []string        // what was illegal or missing, for people
}

// maxRandomPlies is the largest number of random moves before a position. By then
// most games are in their ending, and many are over.
const maxRandomPlies = 120

// Run runs the test. The error is not for wrong moves; it means that the test could
// not be run: ctx is done, or no engine can be made.
func (x TimeTest) Run(ctx context.Context) (TimeTestResult, error) {
	var result TimeTestResult
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
		took, wrong := x.ask(ctx, *engine, randomGame(r, rng))
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		result.Times = append(result.Times, took)
		if wrong != nil {
			result.Errors = append(result.Errors, wrong.Error())
		}
	}
	slices.Sort(result.Times)
	return result, nil
}

// ask asks for a move in g and returns how long it took, and what is wrong with the
// answer.
func (x TimeTest) ask(ctx context.Context, e *search.Engine, g *movegen.Game) (time.Duration, error) {
	began := time.Now()
	answer, err := e.Search(ctx, g, search.Limits{MoveTime: x.MoveTime}, nil)
	took := time.Since(began)
	switch {
	case err != nil:
		return took, err
	case !answer.Found:
		return took, fmt.Errorf("%s: no move", g.Rules().FEN(g.Position()))
	case answer.Move != answer.PV[0]:
		return took, fmt.Errorf("%s: the PV begins with another move", g.Rules().FEN(g.Position()))
	}
	return took, replay(g, answer.PV)
}

// replay returns an error unless the whole PV is legal in g.
func replay(g *movegen.Game, pv []movegen.Move) error {
	after := g.Clone()
	for i, m := range pv {
		if err := after.Play(m); err != nil {
			return fmt.Errorf("%s, move %d of the PV: %w", g.Rules().FEN(g.Position()), i+1, err)
		}
	}
	return nil
}

// randomGame returns a game of random length and random moves in which there is
// a choice of moves.
func randomGame(r *movegen.Rules, rng *rand.Rand) *movegen.Game {
	g := movegen.NewGame(r)
	g.PlayRandom(rng.IntN(maxRandomPlies), rng)
	for len(g.LegalMoves(nil)) < 2 {
		g.Pop()
	}
	return g
}

// Quantile returns the time within which that part of the searches was done: part 0
// is the shortest time, part 1 the longest.
func (r TimeTestResult) Quantile(part float64) time.Duration {
	if len(r.Times) == 0 {
		return 0
	}
	return r.Times[int(part*float64(len(r.Times)-1))]
}

// Within returns the number of searches that took at most that long.
func (r TimeTestResult) Within(limit time.Duration) int {
	n, _ := slices.BinarySearch(r.Times, limit+1)
	return n
}
