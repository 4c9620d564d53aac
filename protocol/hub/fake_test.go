package hub

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A fakeEngine takes 100 ms for each depth and likes the move whose text
// comes first. It obeys limits as a real one must.
type fakeEngine struct {
	options search.Options
	cleared int
	closed  int
	limits  search.Limits // of the last search
	memory  int64         // the most that its table may take; 0: any size

	searching atomic.Bool
}

const fakeStep = 100 * time.Millisecond

func (e *fakeEngine) Clear() { e.cleared++ }

func (e *fakeEngine) Close() { e.closed++ }

func (e *fakeEngine) TableBytes() int64 {
	if e.memory == 0 {
		return e.options.TableBytes
	}
	return min(e.options.TableBytes, e.memory)
}

func (e *fakeEngine) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	e.limits = l
	e.searching.Store(true)
	defer e.searching.Store(false)
	start := time.Now()
	result := search.Result{Found: true, Move: firstMove(g)}
	if len(l.Moves) > 0 {
		result.Move = l.Moves[0]
	}
	result.PV = []movegen.Move{result.Move}
	if g.Push(result.Move); len(g.LegalMoves(nil)) > 0 {
		result.PV = append(result.PV, firstMove(g))
	}
	g.Pop()
	timeUp, ponder := fakeTimer(start, l), l.Ponder
	if ponder != nil {
		timeUp = nil
	}
	for depth := 1; ; depth++ {
		for next := time.After(fakeStep); next != nil; {
			select {
			case <-ctx.Done():
				return result, nil
			case <-timeUp:
				return result, nil
			case <-ponder:
				timeUp, ponder = fakeTimer(start, l), nil
			case <-next:
				next = nil
			}
		}
		result.Depth, result.MeanDepth = depth, float64(depth)+0.5
		result.Score = search.Score(depth)
		result.Nodes = int64(depth) * 100_000
		result.Time = time.Since(start)
		onInfo(result.Info)
		if depth == l.Depth || l.Nodes > 0 && result.Nodes >= l.Nodes {
			return result, nil
		}
	}
}

// fakeTimer returns what fires when the time for a move is over.
func fakeTimer(start time.Time, l search.Limits) <-chan time.Time {
	allowed := time.Duration(math.MaxInt64)
	if l.MoveTime > 0 {
		allowed = l.MoveTime - l.Overhead
	}
	if l.Clock != nil {
		allowed = min(allowed, (l.Clock.Remaining+l.Clock.Increment)/10)
	}
	return time.After(allowed - time.Since(start))
}

// firstMove returns the legal move whose text comes first.
func firstMove(g *movegen.Game) movegen.Move {
	return slices.MinFunc(g.LegalMoves(nil), func(a, b movegen.Move) int {
		return strings.Compare(g.Rules().HubMove(a), g.Rules().HubMove(b))
	})
}

// fakeOptions are those of every test: a name as short as can be, and e.
func fakeOptions(e *fakeEngine) Options {
	return Options{
		Name: "Fake", Version: "1.0", Author: "Nobody Special", Country: "Nowhere",
		NewEngine: func(o search.Options) (Engine, error) {
			e.options = o
			return e, nil
		},
	}
}
