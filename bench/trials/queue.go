package trials

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stupol/bench/match"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/eval/work/shard"
	"stupol/protocol/peer"
)

// A Test is a match of a trial: of one game with one limit.
type Test struct {
	Trial, Idea string
	Match       *match.Match
	Results     *match.Standings // nil: not known, by Load or Run

	kind           string // of the limit
	previous, next *Test  // the matches of this game before it and after it; nil: none
}

// FileName returns the name of the journal in its folder.
func (t *Test) FileName() string { return t.name() + ".jsonl" }

// name returns the name of t among the tests of a list.
func (t *Test) name() string { return fmt.Sprintf("%s.%s.%s", t.Trial, t.Match.Rules.Name, t.kind) }

// Limits returns how long the players may think.
func (t *Test) Limits() peer.Limits { return t.Match.Engines[0].Limits }

// A State says how a test stands.
type State string

// The states.
const (
	Unknown   State = "not known" // its journal could not be read
	Waiting   State = "waiting"
	Begun     State = "begun"
	Accepted  State = "H1 accepted" // the new player is better
	Rejected  State = "H0 accepted"
	Undecided State = "undecided" // all games are played
	Unequal   State = "no verdict: times differ"
	Needless  State = "not needed" // the test before has not accepted
)

// State returns the state of t.
func (t *Test) State() State {
	switch {
	case t.previous != nil && t.previous.State().ended() && t.previous.State() != Accepted:
		return Needless
	case t.Results == nil:
		return Unknown
	case t.Results.Decided() && t.unequal():
		return Unequal
	case t.Results.Verdict == match.AcceptH1:
		return Accepted
	case t.Results.Verdict == match.AcceptH0:
		return Rejected
	case t.Results.Counted() == t.Results.Total():
		return Undecided
	case t.Results.Counted()+t.Results.Waiting() > 0:
		return Begun
	}
	return Waiting
}

// unequal reports whether the players of a test with results, at equal time, did not have that.
func (t *Test) unequal() bool {
	r := t.Row()
	return r.unequal()
}

// ended reports whether no game is missing.
func (s State) ended() bool { return s != Unknown && s != Waiting && s != Begun }

// A Queue is tests to be made in their order. Run makes them.
type Queue struct {
	Tests  []*Test
	Folder string // of the journals

	Version     string // of Stupol: see match.Match
	Concurrency int    // games at a time

	// Shard is the part of a test that is played, of a queue with one test. Its journal is
	// called after it, too. Who makes the tests as a whole counts what shards have played, and
	// goes on with it.
	Shard shard.Shard

	OnBegin func(*Test) // is called before a test plays its first game, or goes on

	// OnEnd is called with every test that has a result, also of an earlier run, and with
	// every test that fails and its error.
	OnEnd func(*Test, error)
}

// Only returns the one of some tests whose journal is called name, without .jsonl. It does not
// look at the test before it.
func Only(tests []*Test, name string) (*Test, error) {
	var names []string
	for _, t := range tests {
		if t.name() == name {
			alone := *t
			alone.previous = nil
			return &alone, nil
		}
		names = append(names, t.name())
	}
	return nil, fmt.Errorf("no test %s, but %s", name, strings.Join(names, ", "))
}

// Load reads what the journals say about the tests, also while another process writes
// them.
func (q *Queue) Load() error {
	var failed error
	for _, t := range q.Tests {
		if err := q.load(t); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", q.fileName(t), err))
		}
	}
	return failed
}

// Games returns the games of t that its journal has.
func (q *Queue) Games(t *Test) (games []*match.Game, err error) {
	err = q.read(t, func(g *match.Game) error {
		games = append(games, g)
		return nil
	})
	return games, err
}

// Run makes the tests that have no result yet. If one fails, those that do not depend on
// it are made nevertheless. When ctx is done it returns the error of that.
func (q *Queue) Run(ctx context.Context) error {
	if err := os.MkdirAll(q.Folder, 0o777); err != nil {
		return err
	}
	failed := 0
	for _, t := range q.Tests {
		if t.previous != nil && t.previous.State() != Accepted {
			continue
		}
		err := q.play(ctx, t)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed++
			err = fmt.Errorf("%s: %w", q.fileName(t), err)
		}
		q.OnEnd(t, err)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d tests failed", failed, len(q.Tests))
	}
	return nil
}

// Ended returns the number of tests of which nothing is missing.
func (q *Queue) Ended() (n int) {
	for _, t := range q.Tests {
		if t.State().ended() {
			n++
		}
	}
	return n
}

// fileName returns the name of the journal of t.
func (q *Queue) fileName(t *Test) string {
	name := t.FileName()
	if !q.Shard.Whole() {
		name = fmt.Sprintf("%s.%d-of-%d.jsonl", t.name(), q.Shard.Index, q.Shard.Of)
	}
	return filepath.Join(q.Folder, name)
}

// shards returns what shards of t have played, for who makes it as a whole; nil: nothing.
func (q *Queue) shards(t *Test) (*match.Merger, error) {
	if !q.Shard.Whole() {
		return nil, nil
	}
	names, err := fs.Glob(os.DirFS(q.Folder), t.name()+".*-of-*.jsonl")
	if err != nil {
		return nil, err
	}
	m := &match.Merger{}
	for _, name := range names {
		file, err := input.Open(filepath.Join(q.Folder, name))
		if err != nil {
			return nil, err
		}
		err = m.Add(name, file)
		file.Close()
		if err != nil && !errors.Is(err, journal.ErrEmpty) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if m.Shards() == 0 {
		return nil, nil
	}
	return m, nil
}

// play plays what is missing of a test. What load cannot read is for the match to go on
// with or to refuse.
func (q *Queue) play(ctx context.Context, t *Test) (err error) {
	if q.load(t) == nil && t.State().ended() {
		return nil
	}
	t.Results = nil
	t.Match.Shard = q.Shard
	t.Match.Version, t.Match.Concurrency = q.Version, q.Concurrency
	if err := cmp.Or(t.Match.Validate(), t.Match.Identify(ctx)); err != nil {
		return err
	}
	others, err := q.shards(t)
	if err != nil {
		return err
	}
	file, err := output.Resume(q.fileName(t))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	results := t.Match.Standings()
	games, err := match.OpenJournal(file, t.Match.Header(), results.Add)
	if err != nil {
		return err
	}
	if others != nil {
		if err := t.begunWith(others.Header(), false); err != nil {
			return err
		}
		if err := others.AddTo(results, games); err != nil {
			return err
		}
	}
	t.Results = results
	q.OnBegin(t)
	return t.Match.Run(ctx, results, games)
}

// load reads the journal of t, if there is one, whichever programs it is of. What it was
// begun with stays: the time margin, and its games if fewer are asked for now. A journal of
// before bounds were frozen goes on without them.
func (q *Queue) load(t *Test) error {
	t.Match.Shard = q.Shard
	var games []*match.Game
	add := func(g *match.Game) error {
		games = append(games, g)
		t.Match.Rounds = max(t.Match.Rounds, min(g.Pair, maxPairs)+1)
		return nil
	}
	err := q.read(t, add)
	if err != nil {
		return err
	}
	others, err := q.shards(t)
	if err == nil && others != nil {
		if err = t.begunWith(others.Header(), true); err == nil {
			t.Match.Rounds = max(t.Match.Rounds, min(others.Rounds(), maxPairs))
		}
	}
	if err != nil {
		return err
	}
	results := t.Match.Standings()
	for _, g := range games {
		if err := results.Add(g); err != nil {
			return err
		}
	}
	if others != nil {
		if err := others.AddTo(results, nil); err != nil {
			return err
		}
	}
	t.Results = results
	return nil
}

// read reads the journal of t, if there is one.
func (q *Queue) read(t *Test, add func(*match.Game) error) error {
	file, err := input.Open(q.fileName(t))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	var there match.Header
	err = match.ReadJournal(file, &there, add)
	switch {
	case err == nil:
		return t.begunWith(there, true)
	case errors.Is(err, journal.ErrEmpty):
		return nil
	}
	return err
}

// begunWith takes over what stays of the match of a journal: its time margin and whether its
// bounds are frozen. It returns an error if it is another match or, unless of any programs, of
// others.
func (t *Test) begunWith(there match.Header, anyPrograms bool) error {
	t.Match.Frozen = there.SPRT != nil
	t.Match.TimeMargin = time.Duration(there.TimeMargin * float64(time.Second))
	own := t.Match.Header()
	own.Version = there.Version
	if anyPrograms {
		own.Programs, own.OpeningsHash, own.OpeningsBy = there.Programs, there.OpeningsHash, there.OpeningsBy
	}
	if t.Match.Openings.(*match.RandomOpenings).Are(there.Openings) {
		own.Openings = there.Openings
	}
	return own.SameMatch(there)
}
