package search

import (
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// Tests of the clock run on virtual time (testing/synctest): it passes only while
// everybody sleeps, and the one who sleeps is an observer, for each position that
// is evaluated. So a busy machine makes no difference.

// A pace is how long an evaluation takes.
type pace time.Duration

func (p pace) Evaluated(*movegen.Position) { time.Sleep(time.Duration(p)) }

const (
	usualPace = 10 * time.Microsecond

	// grain is how exactly a search can keep a time: no worker asks for the time
	// until it has visited the nodes taken, at most two evaluations each, and
	// the others go on for as long after the one that sees that it is over.
	grain = 2 * 2 * batchSize * usualPace
)

// onVirtualTime calls f for searches by one worker, by two and by four.
func onVirtualTime(t *testing.T, f func(t *testing.T, threads int)) {
	t.Helper()
	withWorkers(t, func(t *testing.T, threads int) {
		synctest.Test(t, func(t *testing.T) { f(t, threads) })
	})
}

// newPaced returns an engine for g to which every evaluation takes the usual time.
// It must be made where the virtual time is.
func newPaced(t *testing.T, g *movegen.Game, threads int) *Engine {
	t.Helper()
	e, err := New(Options{Rules: g.Rules(), Threads: threads, TableBytes: 1 << 18, Observer: pace(usualPace)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}
