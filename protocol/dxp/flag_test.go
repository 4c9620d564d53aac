package dxp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A spender takes for each move an even share of what its clock has, which is for so many moves.
type spender struct {
	fakeEngine
	moves int
}

func (e *spender) Search(_ context.Context, g *movegen.Game, l search.Limits, _ func(search.Info)) (search.Result, error) {
	if l.Ponder != nil {
		<-l.Ponder
	}
	time.Sleep(max((l.Clock.Available()-l.Overhead)/time.Duration(e.moves), time.Millisecond))
	e.moves--
	return search.Result{Found: true, Move: firstMove(g)}, nil
}

// TestNoGameIsLostOnTime plays games by the peer's clock, in virtual time: on it each of our moves
// takes up to the overhead longer. The time for the game is never overdrawn, with what the
// session says to the search.
func TestNoGameIsLostOnTime(t *testing.T) {
	const limit = 40 // moves of a side; the games of the first moves end earlier
	rng := rand.New(rand.NewPCG(66, 6))
	upTo := func(d time.Duration) time.Duration { return time.Duration(rng.Int64N(int64(d) + 1)) }
	played := 0
	for game := range 40 {
		overhead := upTo(time.Second)
		minutes := 1 + rng.IntN(5)
		o := fakeOptions()
		o.Limits.Overhead, o.Ponder = overhead, game%2 == 1
		e := &spender{moves: limit}
		o.Engine = e
		synctest.Test(t, func(t *testing.T) {
			p := meet(t, o, false)
			left := time.Duration(minutes) * time.Minute
			on := movegen.NewGame(o.Rules)
			asked := time.Now()
			p.say(fmt.Sprintf("R01Lab                             W%03d%03dA\x00", minutes, limit))
			for on.Result().Outcome == movegen.Ongoing {
				events := ""
				for began := time.Now(); !strings.Contains(events, " M") && time.Since(began) < left+time.Minute; {
					events += p.hear(time.Second / 10)
				}
				if !strings.Contains(events, " M") {
					break // at the limit of moves
				}
				if left -= p.heard.Sub(asked) + upTo(overhead); left < 0 { // and what is lost on the way
					t.Errorf("game %d, %d minutes with an overhead of %v: out of time at move %d", game, minutes, overhead, limit-e.moves)
					break
				}
				played++
				on.Push(firstMove(on))
				if on.Result().Outcome != movegen.Ongoing {
					break
				}
				m := firstMove(on)
				time.Sleep(upTo(2 * time.Second))
				asked = time.Now()
				p.say(Encode(NewMove(on.Rules(), m, 0)) + "\x00")
				on.Push(m)
			}
			p.line.Close()
			<-p.left
		})
	}
	if played < 500 {
		t.Errorf("%d moves were made", played)
	}
}
