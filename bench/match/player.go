package match

import (
	"context"
	"fmt"
	"slices"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A Player is an engine as the referee sees it. It plays one game at a time.
type Player interface {
	// NewGame makes ready for a game that is not connected with those before.
	NewGame(ctx context.Context) error

	// Move asks for a move in g, which is neither changed nor over. When ctx is
	// done the player has had enough time and answers soon or not at all.
	Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error)

	// Close ends the player. It must not be used afterwards.
	Close() error
}

// A beginner is a player that has to be told of a game before its first move in
// it. That is not on its clock.
type beginner interface {
	// Begin is called before every move and returns when the player is ready to
	// be asked for it. Its error is no fault: there is no game to lose yet.
	Begin(ctx context.Context, g *movegen.Game, l search.Limits) error
}

// processorTimes returns the processor time that the programs of White and Black
// have used so far, or a negative number where it is not known.
func processorTimes(seats [2]*seat) (times [2]time.Duration) {
	var groups [2]int
	for i, s := range seats {
		if p, ok := s.player.(interface{ group() int }); ok {
			groups[i] = p.group()
		}
	}
	programs := slices.DeleteFunc(slices.Clone(groups[:]), func(group int) bool { return group == 0 })
	used := groupTimes(programs)
	for i, group := range groups {
		var known bool
		if times[i], known = used[group]; !known {
			times[i] = -1
		}
	}
	return times
}

// programOf returns what the player of a seat calls itself, if it says so only
// when a game begins.
func programOf(s *seat) string {
	if p, ok := s.player.(interface{ program() string }); ok {
		return p.program()
	}
	return ""
}

// Answer is a move and what the player says about it. The numbers are the
// player's own words; those it does not give are zero.
type Answer struct {
	Move   movegen.Move
	Score  search.Score // for the player
	Scored bool         // Score has been given
	Depth  int
	Nodes  int64
}

// Fault is an error of a player for which it loses the game.
type Fault struct {
	Kind   FaultKind
	Detail string // for people: the move, the exit status
}

// FaultKind says what a player did wrong.
type FaultKind string

// The faults.
const (
	Crash       FaultKind = "crash"        // the engine is gone
	IllegalMove FaultKind = "illegal move" // what it played is no legal move, or no move at all
	NoMove      FaultKind = "no move"      // it answered without a move
	TimeLoss    FaultKind = "time loss"    // it took longer than its limits allow
	Resignation FaultKind = "resignation"  // it gave the game up

	UnfoundedClaim FaultKind = "unfounded claim" // it ended the game with a result that nothing confirms
	NoStart        FaultKind = "no start"        // it had to be started again and could not be
)

// Error returns the kind and the detail.
func (f *Fault) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
}
