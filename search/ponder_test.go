package search

import (
	"context"
	"testing"
	"time"

	"stupol/movegen"
)

// ponder starts to search g on the opponent's time, waits a while, and fails
// the test if the search ended by then. The result comes later.
func ponder(t *testing.T, ctx context.Context, threads int, g *movegen.Game, l Limits) <-chan Result {
	t.Helper()
	done := make(chan Result, 1)
	go func() {
		result, err := newEngine(t, g, threads).Search(ctx, g, l, nil)
		if err != nil {
			t.Error(err)
		}
		done <- result
	}()
	select {
	case <-done:
		t.Error("the search ended before the opponent moved")
	case <-time.After(60 * time.Millisecond):
	}
	return done
}

// ends fails the test unless the result comes now, with a move.
func ends(t *testing.T, done <-chan Result) {
	t.Helper()
	select {
	case result := <-done:
		if !result.Found {
			t.Error("no move")
		}
	case <-time.After(slack):
		t.Error("the search goes on")
	}
}

// TestPonderHit lets the opponent move after the time was used up.
func TestPonderHit(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	withWorkers(t, func(t *testing.T, threads int) {
		hit := make(chan struct{})
		done := ponder(t, context.Background(), threads, g, Limits{MoveTime: 20 * time.Millisecond, Ponder: hit})
		close(hit)
		ends(t, done)
	})
}

func TestPonderHitOnAForcedMove(t *testing.T) {
	hit := make(chan struct{})
	g := gameAt(t, "international", "W:W28,32,33,38,39,42,43,47,50:B23,3,4,5,8,9,12,13,14")
	done := ponder(t, context.Background(), 1, g, Limits{MoveTime: time.Hour, Ponder: hit})
	close(hit)
	ends(t, done)
}

func TestPonderMiss(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	g := movegen.NewGame(movegen.International())
	done := ponder(t, ctx, 2, g, Limits{MoveTime: 20 * time.Millisecond, Ponder: make(chan struct{})})
	cancel()
	ends(t, done)
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
