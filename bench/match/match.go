package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"stupol/eval/ballot"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/protocol/peer"
)

// Match says who plays, by which rules and for how long. Run plays it.
type Match struct {
	Rules *movegen.Rules
	Draws *movegen.DrawRules // nil: the default of Rules

	Engines  []peer.EngineConfig // at least two, with different names
	Gauntlet bool                // the first against each of the others, instead of all against all
	Rounds   int                 // of each pairing, of all shards together: two games with the same opening
	Shard    shard.Shard         // the rounds to play

	Openings     Openings // if there are fewer than Rounds they repeat
	OpeningsName string   // their name in the journal
	Adjudication Adjudication

	TimeMargin  time.Duration // by how much a time limit may be overstepped
	MoveTimeout time.Duration // how long to wait for a move without a time limit; 0: DefaultMoveTimeout

	Concurrency int   // games at a time; 0: one
	SPRT        *SPRT // ends a match of two engines; nil: all rounds are played
	Frozen      bool  // the journal tells the SPRT, and goes on with the same only; a shard leaves it to a Merger

	// OnGame, if not nil, is called with every game that ends, after it was
	// added to the standings; those are not changed before it returns. Its error
	// ends the match.
	OnGame func(*Game) error

	// OnPly, if not nil, is called when a game begins and after every move of it, with the number
	// of the worker that plays it and the game so far, which does not change any more. Several
	// workers call it at once, and the game waits for it.
	OnPly func(worker int, g Game)

	// ProtocolLog, unless nil, gets every line or frame that a program receives or
	// sends, and the begin and end of games. Stderr gets the lines that programs
	// write to standard error, and of those that speak DXP also standard output.
	// Each line has the time and the name of the engine. A log ends before it has more
	// than MaxLog bytes, unless that is 0, with a line that says so.
	ProtocolLog, Stderr io.Writer
	MaxLog              int64

	// Version is the version of Stupol itself in journals: the release and the
	// build.
	Version string

	// start makes a player; nil: Engine.start.
	start func(context.Context, *peer.EngineConfig) (Player, error)

	databases databases

	// Set by Identify.
	programs     map[string]Program
	openingsHash string
	openingsBy   *Program
}

// DefaultMoveTimeout is how long the referee waits for a move without a time limit.
const DefaultMoveTimeout = time.Minute

// Validate returns an error if the match cannot be played.
func (m *Match) Validate() error {
	all := m.schedule()
	switch {
	case len(m.Engines) < 2:
		return errors.New("a match needs two engines")
	case m.Rounds < 1:
		return errors.New("a match needs at least one round")
	case all.share() == 0:
		return fmt.Errorf("shard %v of %d rounds has none", m.Shard, m.Rounds)
	case !m.Shard.Whole() && m.SPRT != nil && !m.Frozen:
		return errors.New("a sequential test needs the games of all shards")
	}
	names, addresses := map[string]bool{}, map[string]bool{}
	for i := range m.Engines {
		e := &m.Engines[i]
		if names[e.Name] {
			return fmt.Errorf("two engines are called %s", e.Name)
		}
		names[e.Name] = true
		if err := e.Validate(); err != nil {
			return err
		}
		if e.Protocol != peer.DXP {
			continue
		}
		if m.Concurrency > 1 {
			return fmt.Errorf("engine %s speaks DXP, which is for one game at a time", e.Name)
		}
		if e.Listen != "" && len(e.Command) > 0 {
			continue // each comes when it is started, one after the other
		}
		address := cmp.Or(e.Listen, e.Connect, peer.DefaultDXPAddress)
		if addresses[address] {
			return fmt.Errorf("engine %s: another engine is met at %s, too", e.Name, address)
		}
		addresses[address] = true
	}
	return m.validateTest()
}

// validateTest returns an error if there cannot be such a sequential test.
func (m *Match) validateTest() error {
	switch {
	case m.SPRT == nil:
		return nil
	case len(m.Engines) != 2:
		return errors.New("a sequential test is between two engines")
	}
	return m.SPRT.Validate()
}

// Header returns the header of the journal of the match.
func (m *Match) Header() Header {
	draws := m.Draws
	if draws == nil {
		draws = m.Rules.Draws[0]
	}
	h := Header{
		Variant: m.Rules.Name, Draws: draws.Name, Openings: m.OpeningsName, Gauntlet: m.Gauntlet,
		TimeMargin: m.TimeMargin.Seconds(), Engines: m.Engines, Adjudication: m.Adjudication,
		Programs: m.programs, OpeningsHash: m.openingsHash, OpeningsBy: m.openingsBy,
	}
	if !m.Shard.Whole() {
		h.Shard, h.Rounds = m.Shard, m.Rounds
	}
	if m.Frozen {
		h.SPRT = m.SPRT
	}
	if m.MoveTimeout != DefaultMoveTimeout {
		h.MoveTimeout = m.MoveTimeout.Seconds()
	}
	return h
}

// Standings returns the standings before the first game. Games of an earlier
// run may be added to them before Run.
func (m *Match) Standings() *Standings {
	names := make([]string, len(m.Engines))
	for i, e := range m.Engines {
		names[i] = e.Name
	}
	test := m.SPRT
	if !m.Shard.Whole() {
		test = nil
	}
	return newStandings(names, m.schedule(), test)
}

// Run plays the games that the standings lack and adds them, until all are
// played or the sequential test has decided. If there are no more openings it plays the games
// of those that there are, and the error is a *ballot.Exhausted. Each finished game goes to the
// journal (unless nil) first. If ctx is done or something other than a player
// fails Run returns the error, and the standings are what they are. All players
// are gone when it returns.
func (m *Match) Run(ctx context.Context, s *Standings, j *Journal) error {
	defer m.databases.close()
	running, stop := context.WithCancel(ctx)
	defer stop()
	finished := make(chan *Game)
	r := &shared{protocol: newLogger(m.ProtocolLog, m.MaxLog), stderr: newLogger(m.Stderr, m.MaxLog)}
	players := m.play(running, r, s, finished)
	var failed error
	for g := range finished {
		if failed != nil {
			continue
		}
		if failed = m.record(g, s, j); failed != nil || s.Decided() {
			stop()
		}
	}
	err := cmp.Or(players(), r.exhausted.err())
	switch {
	case failed != nil:
		err = failed
	case s.Decided():
		err = nil
	}
	return errors.Join(err, r.protocol.failed("protocol log"), r.stderr.failed("standard error of engines"))
}

// shared is what the workers of a match share while it is played.
type shared struct {
	startFailures    startFailures
	exhausted        exhausted
	protocol, stderr *logger
}

// exhausted is the error of an opening that there is not.
type exhausted struct{ found atomic.Pointer[error] }

// set keeps err, and reports true, if it is a *ballot.Exhausted.
func (x *exhausted) set(err error) bool {
	var none *ballot.Exhausted
	if !errors.As(err, &none) {
		return false
	}
	x.found.Store(&err)
	return true
}

// before reports whether an opening as early as that of a round, or earlier, is known not to be there.
// A worker that comes late to an earlier round still has its opening.
func (x *exhausted) before(round int) bool {
	var none *ballot.Exhausted
	return errors.As(x.err(), &none) && none.Opening <= round
}

// err returns the error that was kept, or nil.
func (x *exhausted) err() error {
	if err := x.found.Load(); err != nil {
		return *err
	}
	return nil
}

// record adds a finished game to the journal and the standings.
func (m *Match) record(g *Game, s *Standings, j *Journal) error {
	if err := cmp.Or(s.checkGame(g), m.databases.err()); err != nil {
		return err
	}
	if j != nil {
		if err := j.Add(g); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
	}
	if err := s.Add(g); err != nil {
		return err
	}
	if m.OnGame != nil {
		return m.OnGame(g)
	}
	return nil
}

// play starts the workers. They send their games to finished, which is closed
// when all are gone; wait returns the first error after that.
func (m *Match) play(ctx context.Context, r *shared, s *Standings, finished chan<- *Game) (wait func() error) {
	missing := s.missing()
	tasks := make(chan task)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(tasks)
		for _, t := range missing {
			select {
			case tasks <- t:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for i := range max(m.Concurrency, 1) {
		group.Go(func() error {
			w := newWorker(m, &s.schedule, r, i+1)
			defer w.close()
			return w.work(ctx, tasks, finished)
		})
	}
	var err error
	go func() {
		err = group.Wait()
		close(finished)
	}()
	return func() error { return err }
}

// A schedule says who plays whom in which order. Every round gives each
// pairing one pair of games with the same opening.
type schedule struct {
	pairings [][2]int // indices of engines; the first has White in the first game
	rounds   int      // of all shards together
	shard    shard.Shard
}

// schedule returns the schedule of m.
func (m *Match) schedule() schedule { return newSchedule(len(m.Engines), m) }

// newSchedule returns the schedule of a match of n engines: a round robin or, as a
// gauntlet, the games of the first engine against each of the others.
func newSchedule(n int, m *Match) schedule {
	s := schedule{rounds: m.Rounds, shard: m.Shard}
	for a := range n {
		for b := a + 1; b < n; b++ {
			s.pairings = append(s.pairings, [2]int{a, b})
		}
		if m.Gauntlet {
			break
		}
	}
	return s
}

// pairs returns the number of pairs of games of all shards together. Those of a shard
// have the numbers that they have in the whole match.
func (s *schedule) pairs() int { return s.rounds * len(s.pairings) }

// share returns the number of pairs of the shard.
func (s *schedule) share() int {
	first, end := s.block()
	return end - first
}

// block returns the pairs of the shard, first to end-1: those of a block of rounds.
func (s *schedule) block() (first, end int) {
	first, end = s.shard.Block(s.rounds)
	return first * len(s.pairings), end * len(s.pairings)
}

// owns reports whether a pair is of the shard.
func (s *schedule) owns(pair int) bool {
	first, end := s.block()
	return first <= pair && pair < end
}

// round returns the round a pair is in: see Match.opening.
func (s *schedule) round(pair int) int { return pair / len(s.pairings) }

// pairing returns the index of the pairing that a pair belongs to.
func (s *schedule) pairing(pair int) int { return pair % len(s.pairings) }

// engines returns the engines that have White and Black in a game.
func (s *schedule) engines(pair, leg int) [2]int {
	p := s.pairings[s.pairing(pair)]
	return [2]int{p[leg], p[1-leg]}
}
