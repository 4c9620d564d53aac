package hub

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

// A spender takes for each move a share of what the search may take at most: all that the clock
// it is given has, but for the overhead. As the search does, it reports before the end.
type spender struct {
	fakeEngine
	share float64
}

func (e *spender) Search(_ context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	if l.Ponder != nil {
		<-l.Ponder
	}
	allowed := max(time.Duration(e.share*float64(l.Clock.Available()-l.Overhead)), time.Millisecond)
	r := search.Result{Found: true, Move: firstMove(g)}
	r.PV, r.Depth = []movegen.Move{r.Move}, 1
	if allowed > l.EarlyReport {
		time.Sleep(allowed - l.EarlyReport)
		onInfo(r.Info)
		allowed = l.EarlyReport
	}
	time.Sleep(allowed)
	return r, nil
}

// TestNoGameIsLostOnTime plays games by the clock of a referee, in virtual time: with and
// without increments, time controls and pondering, with what is lost on the way.
func TestNoGameIsLostOnTime(t *testing.T) {
	const games, moves = 100, 60
	start := "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
	rng := rand.New(rand.NewPCG(66, 5))
	upTo := func(d time.Duration) time.Duration { return time.Duration(rng.Int64N(int64(d) + 1)) }
	for game := range games {
		overhead := answerPause + time.Duration(rng.IntN(100)+1)*time.Millisecond
		control := search.TimeControl{Time: 3*moves*overhead + upTo(time.Minute)}
		if game%2 == 0 {
			control.Increment = overhead + 2*answerPause + upTo(5*time.Second)
			control.Time = upTo(10 * time.Second)
		}
		if game%4 == 1 {
			control.Moves = 1 + rng.IntN(moves)
		}
		e := &spender{share: []float64{1. / 20, 1. / 3, 1}[game%3]}
		if control.Increment == 0 {
			e.share = 1. / moves // where nothing comes nobody takes more
		}
		synctest.Test(t, func(t *testing.T) {
			o := fakeOptions(&e.fakeEngine)
			o.NewEngine = func(search.Options) (Engine, error) { return e, nil }
			c := converse(t, o)
			c.say("hub\n")
			c.hear(0)
			c.say(fmt.Sprintf("set-param name=move-overhead value=%d\ninit\n", overhead.Milliseconds()))
			c.hear(time.Millisecond)
			clock := control.Start()
			for move := range moves {
				c.say("pos pos=" + start + "\n")
				c.say(fmt.Sprintf("level time=%.6f inc=%.6f moves=%d\n", clock.Remaining.Seconds(), clock.Increment.Seconds(), clock.Moves))
				if rng.IntN(2) == 0 {
					c.say("go ponder\n")
					c.hear(upTo(3 * time.Second))
					c.say("ponder-hit\n")
				} else {
					c.say("go think\n")
				}
				asked := time.Now()
				if !strings.Contains(c.hear(max(clock.Available(), 0)+time.Second), "done move=") {
					t.Fatalf("game %d, %+v: no answer at move %d", game, control, move+1)
				}
				used := c.wrote.Sub(asked) + upTo(overhead-answerPause) // and what is lost on the way
				if clock.Lost(used) {
					t.Fatalf("game %d, %+v with an overhead of %v: move %d took %v of %v", game, control, overhead, move+1, used, clock.Available())
				}
				clock = control.After(clock, used)
			}
			c.end()
		})
	}
}
