package match

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search"
)

// A Player is an engine as the referee sees it. It plays one game at a time.
type Player interface {
	// NewGame makes ready for a game that is not connected with those before.
	NewGame(ctx context.Context) error

	// Move asks for a move in g, which is not over and must not be changed. When
	// ctx is done the player's time is up: it answers soon or not at all.
	Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error)

	// Close ends the player. It must not be used afterwards.
	Close() error
}

// A gameStarter is a player that needs a call before its first move in a game.
// The time it takes is not on its clock.
type gameStarter interface {
	// Begin is called before every move and returns when the player is ready for
	// it. Its error forfeits nothing: the game has not begun.
	Begin(ctx context.Context, g *movegen.Game, l search.Limits) error
}

// Start returns a player of an engine for somebody else than a match. Its limits are for the
// caller to apply.
func Start(ctx context.Context, e *peer.EngineConfig, r *movegen.Rules) (Player, error) {
	env := &environment{rules: r, databases: &databases{}}
	p, err := startPlayer(ctx, e, env)
	if err != nil {
		env.databases.close()
		return nil, err
	}
	return ownPlayer{p, env.databases}, nil
}

// An ownPlayer is a player with databases of its own.
type ownPlayer struct {
	Player
	databases *databases
}

// Close ends the player.
func (p ownPlayer) Close() error {
	defer p.databases.close()
	return p.Player.Close()
}

// startPlayer returns a player of an engine.
func startPlayer(ctx context.Context, e *peer.EngineConfig, env *environment) (Player, error) {
	switch e.Protocol {
	case peer.Hub, peer.Hub1:
		return startHub(ctx, e, env)
	case peer.DXP:
		return startDXP(ctx, e, env)
	}
	return startSelf(e, env)
}

// processorTimes returns the processor time that the players of White and Black
// have used so far, -1 where it is not known.
func processorTimes(sides [2]*side) (times [2]time.Duration) {
	var groups [2]int
	for i, s := range sides {
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
		if p, ok := sides[i].player.(*selfPlayer); ok {
			times[i] = p.used
		}
	}
	return times
}

// programOf returns the name a player gives itself, if that is known only after
// a game has begun.
func programOf(s *side) string {
	if p, ok := s.player.(interface{ program() string }); ok {
		return p.program()
	}
	return ""
}

// Answer is a move with the player's own numbers for it. Those it does not give
// are zero.
type Answer struct {
	Move   movegen.Move
	Score  search.Score // for the player
	Scored bool         // Score has been given
	Depth  int
	Nodes  int64
}

// Forfeit is an error of a player for which it loses the game.
type Forfeit struct {
	Kind   ForfeitKind
	Detail string // for people: the move, the exit status
}

// ForfeitKind says why a player loses without being beaten.
type ForfeitKind string

// The kinds of forfeit.
const (
	Crash       ForfeitKind = "crash"        // the engine is gone
	IllegalMove ForfeitKind = "illegal move" // what it played is no legal move, or no move at all
	NoMove      ForfeitKind = "no move"      // it answered without a move
	TimeLoss    ForfeitKind = "time loss"    // it took longer than its limits allow
	Resignation ForfeitKind = "resignation"  // it gave the game up

	UnfoundedClaim ForfeitKind = "unfounded claim" // it ended the game with a result that nothing confirms
	NoStart        ForfeitKind = "no start"        // it had to be started again and could not be
)

// Error returns the kind and the detail.
func (f *Forfeit) Error() string {
	if f.Detail == "" {
		return string(f.Kind)
	}
	return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
}

const (
	// maxStartFailures is how often in a row an engine that has played before may
	// fail to begin a game. It forfeits those games, but the last failure ends the
	// match.
	maxStartFailures = 3

	// restartPause, times the failures in a row, is the wait before the next
	// start. A port may have to become free.
	restartPause = time.Second
)

// startFailures counts how often in a row engines could not begin a game, for all
// workers of a match.
type startFailures struct {
	mu      sync.Mutex
	engines map[int]startCount
}

type startCount struct {
	played   bool // a game in this match
	failures int  // since then
}

// failures returns how often in a row the engine has failed.
func (s *startFailures) failures(engine int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.engines[engine].failures
}

// failed counts a failure. It returns how many there were in a row, and whether
// the match can go on: not if the engine has never played.
func (s *startFailures) failed(engine int) (failures int, goOn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.engines[engine]
	c.failures++
	s.set(engine, c)
	return c.failures, c.played && c.failures < maxStartFailures
}

// succeeded says that the engine has begun a game.
func (s *startFailures) succeeded(engine int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set(engine, startCount{played: true})
}

func (s *startFailures) set(engine int, c startCount) {
	if s.engines == nil {
		s.engines = map[int]startCount{}
	}
	s.engines[engine] = c
}
