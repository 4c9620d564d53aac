package search

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// ponder searches g on the opponent's time, which is over after that long, and
// returns how long the search took in all.
func ponder(t *testing.T, threads int, g *movegen.Game, l Limits, opponent time.Duration, hit chan struct{}) time.Duration {
	t.Helper()
	start := time.Now()
	time.AfterFunc(opponent, func() { close(hit) })
	think(t, t.Context(), newPaced(t, g, threads), g, l)
	return time.Since(start)
}

// TestPonderHit lets the opponent move before and after the time for the move is
// used up: it counts from the start of the search, but does not end it before.
func TestPonderHit(t *testing.T) {
	const early, late = 40 * time.Millisecond, 200 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	for _, opponent := range []time.Duration{early, late} {
		onVirtualTime(t, func(t *testing.T, threads int) {
			const moveTime = 100 * time.Millisecond
			hit := make(chan struct{})
			took := ponder(t, threads, g, Limits{MoveTime: moveTime, Ponder: hit}, opponent, hit)
			if want := max(opponent, moveTime); took < want || took > want+grain {
				t.Errorf("a hit after %v: took %v, want %v to %v", opponent, took, want, want+grain)
			}
		})
	}
}

// TestPonderHitOnTheClock lets the opponent move when more time has passed than
// the clock would have allowed.
func TestPonderHitOnTheClock(t *testing.T) {
	const opponent = 200 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	onVirtualTime(t, func(t *testing.T, threads int) {
		hit := make(chan struct{})
		l := Limits{Clock: &Clock{Remaining: opponent}, Ponder: hit}
		if took := ponder(t, threads, g, l, opponent, hit); took < opponent || took > opponent+grain {
			t.Errorf("took %v, want %v to %v", took, opponent, opponent+grain)
		}
	})
}

func TestPonderHitOnAForcedMove(t *testing.T) {
	const opponent = 60 * time.Millisecond
	g := gameAt(t, "international", "W:W28,32,33,38,39,42,43,47,50:B23,3,4,5,8,9,12,13,14")
	synctest.Test(t, func(t *testing.T) {
		hit := make(chan struct{})
		took := ponder(t, 1, g, Limits{MoveTime: time.Hour, Ponder: hit}, opponent, hit)
		if took < opponent || took > opponent+grain {
			t.Errorf("took %v, want %v to %v", took, opponent, opponent+grain)
		}
	})
}

func TestPonderMiss(t *testing.T) {
	const opponent = 60 * time.Millisecond
	g := movegen.NewGame(movegen.International())
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(opponent, cancel)
		start := time.Now()
		think(t, ctx, newPaced(t, g, 2), g, Limits{MoveTime: opponent / 3, Ponder: make(chan struct{})})
		if took := time.Since(start); took < opponent || took > opponent+grain {
			t.Errorf("took %v, want %v to %v", took, opponent, opponent+grain)
		}
	})
}

// TestPonderEndsByOtherLimits does not wait for the opponent when all that
// was asked is done.
func TestPonderEndsByOtherLimits(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	result, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Depth: 4, Ponder: make(chan struct{})})
	if result.Depth != 4 {
		t.Errorf("got depth %d, want 4", result.Depth)
	}
}
