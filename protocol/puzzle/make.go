package puzzle

import (
	"context"
	"fmt"
	"slices"

	"stupol/book/endgame"
	"stupol/eval/ballot"
	"stupol/eval/work/inorder"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/search"
)

const (
	// The games that are played to find puzzles: random plies, with different ones in each
	// game, then moves of a search so small that it makes mistakes.
	fewestPlies    = 6
	mostPlies      = 8
	playerNodes    = 150
	longestGame    = 120 // plies
	playerTable    = 1 << 16
	fewestPieces   = 3
	quickTable     = 4 << 20
	quickNodes     = 4_000   // of the two searches of every position
	firstLookNodes = 100_000 // of those of a check that spares most of the long ones
)

// A Maker finds puzzles in games. What it finds depends on its fields and the games alone,
// not on the threads.
type Maker struct {
	Rules      *movegen.Rules
	Nodes      int64 // of each search of the check
	Verify     int64 // of a last search for a second way at each move of the solution; 0: none
	Seed       uint64
	TableBytes int64
	Threads    int
	Endgames   *endgame.Database // nil: none

	// Games are those to look at, all of the rules. If there are none the maker plays its
	// own, with one puzzle from each at most; so many at most.
	Games []*movegen.Game
	Play  int

	// Shard says which of the games to look at: all, or those of one shard.
	Shard shard.Shard

	// Looked, if not nil, is called after each game with what is new in it, in the order of
	// the games, the number of the game counted from 0, and whether an earlier run had looked
	// at it. An error ends the work.
	Looked func(number int, puzzles []Puzzle, known bool) error

	openings *ballot.Box      // of the games that are played
	known    map[int][]Puzzle // what earlier runs found, by the number of the game
	kept     []Puzzle
}

// Add tells what an earlier run, or one of a shard, found in the game of that number.
func (m *Maker) Add(number int, puzzles []Puzzle) {
	if m.known == nil {
		m.known = map[int][]Puzzle{}
	}
	m.known[number] = puzzles
}

// Total returns the number of games there are.
func (m *Maker) Total() int {
	if len(m.Games) > 0 {
		return len(m.Games)
	}
	return m.Play
}

// Make looks for puzzles until it has so many or there are no more games, and returns all it
// has, in the order of the games.
func (m *Maker) Make(ctx context.Context, count int) ([]Puzzle, error) {
	m.openings = ballot.New(ballot.Settings{Rules: m.Rules, Seed: m.Seed, MinPlies: fewestPlies, MaxPlies: mostPlies, Again: true})
	work := inorder.Work[*finder, []Puzzle]{
		End: m.Shard.Share(m.Total()), Threads: m.Threads, NewWorker: m.newFinder,
		Do: func(ctx context.Context, f *finder, i int) ([]Puzzle, error) { return f.lookAt(ctx, m.Shard.Nth(i)) },
		Done: func(i int, found []Puzzle) (bool, error) {
			number := m.Shard.Nth(i)
			_, known := m.known[number]
			fresh := m.fresh(found)
			m.kept = append(m.kept, fresh...)
			if m.Looked != nil {
				if err := m.Looked(number, fresh, known); err != nil {
					return false, err
				}
			}
			return len(m.kept) < count, nil
		},
	}
	m.kept = nil
	err := work.Run(ctx)
	return m.kept[:min(count, len(m.kept))], err
}

// fresh returns those of the puzzles that are not like any there is.
func (m *Maker) fresh(found []Puzzle) (fresh []Puzzle) {
	for _, p := range found {
		known := func(q Puzzle) bool { return p.alike(q) }
		if !slices.ContainsFunc(m.kept, known) && !slices.ContainsFunc(fresh, known) {
			fresh = append(fresh, p)
		}
	}
	return fresh
}

// A finder looks at games on one thread.
type finder struct {
	maker         *Maker
	player, quick *search.Engine
	checker       *Checker
	rater         *rater
}

// newFinder returns a finder.
func (m *Maker) newFinder() (*finder, error) {
	f := &finder{maker: m}
	var err error
	if f.player, err = search.New(search.Options{Rules: m.Rules, TableBytes: playerTable}); err != nil {
		return nil, err
	}
	if f.quick, err = search.New(Options(m.Rules, quickTable, m.Endgames)); err != nil {
		f.player.Close()
		return nil, err
	}
	if f.checker, err = New(Options(m.Rules, m.TableBytes, m.Endgames), m.Nodes, 0); err != nil {
		f.player.Close()
		f.quick.Close()
		return nil, err
	}
	if f.rater, err = newRater(m.Rules, m.Endgames); err != nil {
		f.player.Close()
		f.quick.Close()
		f.checker.Close()
		return nil, err
	}
	return f, nil
}

// Close gives the memory of the engines back.
func (f *finder) Close() {
	f.player.Close()
	f.quick.Close()
	f.checker.Close()
	f.rater.Close()
}

// lookAt returns the puzzles in a game. In a game of its own it stops at the first.
func (f *finder) lookAt(ctx context.Context, number int) (found []Puzzle, err error) {
	if known, ok := f.maker.known[number]; ok {
		return known, ctx.Err()
	}
	f.player.Clear()
	f.quick.Clear()
	if len(f.maker.Games) > 0 {
		return f.lookAtMoves(ctx, f.maker.Games[number])
	}
	opening, err := f.maker.openings.Draw(ctx, number, anyPosition)
	if err != nil {
		return nil, err
	}
	g := opening.Game
	for range longestGame {
		if g.Result().Outcome != movegen.Ongoing || g.Position().Occupied().Len() < fewestPieces {
			break
		}
		p, ok, err := f.lookAtPosition(ctx, g)
		if ok || err != nil {
			return append(found, p), err
		}
		r, err := f.player.Search(ctx, g, search.Limits{Nodes: playerNodes, Analyze: true}, nil)
		if err != nil || !r.Found {
			return nil, err
		}
		g.Push(r.Move)
	}
	return nil, ctx.Err()
}

// anyPosition is a judge of openings: who is ahead wins a puzzle the sooner.
func anyPosition(context.Context, *movegen.Game) (bool, error) { return true, nil }

// lookAtMoves returns the puzzles in a game that was played. After one the game goes on
// behind its solution, if that was played.
func (f *finder) lookAtMoves(ctx context.Context, played *movegen.Game) (found []Puzzle, err error) {
	g := movegen.NewGameFrom(f.maker.Rules, played.Start(), nil)
	skip := 0
	for _, m := range played.Moves() {
		if skip--; skip < 0 {
			p, ok, err := f.lookAtPosition(ctx, g)
			if err != nil {
				return nil, err
			}
			if ok {
				found, skip = append(found, p), len(p.Line)
			}
		}
		g.Push(m)
	}
	return found, ctx.Err()
}

// lookAtPosition returns the puzzle that the present position of a game is, if it is one:
// quick searches rule most out.
func (f *finder) lookAtPosition(ctx context.Context, g *movegen.Game) (p Puzzle, ok bool, err error) {
	legal := g.LegalMoves(nil)
	if len(legal) < 2 || legal[0].IsCapture() {
		return p, false, nil
	}
	best, err := f.quick.Search(ctx, g, search.Limits{Nodes: quickNodes, Analyze: true}, nil)
	if err != nil || f.chance(best) < WinningChance {
		return p, false, err
	}
	others := slices.DeleteFunc(legal, func(m movegen.Move) bool { return m == best.Move })
	second, err := f.quick.Search(ctx, g, search.Limits{Nodes: quickNodes, Moves: others, Analyze: true}, nil)
	if err != nil || f.chance(second) > WorseChance {
		return p, false, err
	}
	if f.maker.Nodes > firstLookNodes {
		if p, ok, err = f.check(ctx, g, firstLookNodes); !ok || err != nil {
			return p, false, err
		}
	}
	if p, ok, err = f.check(ctx, g, f.maker.Nodes); !ok || err != nil || f.maker.Verify == 0 {
		return p, ok, err
	}
	f.checker.Others = f.maker.Verify
	defer func() { f.checker.Others = 0 }()
	r, err := f.checker.Check(ctx, Problem{Rules: p.Rules, Start: p.Start, Solution: p.Line})
	return p, r.Sound(true), err
}

// check returns the puzzle in the present position, if it is a sound one by searches of so
// many nodes.
func (f *finder) check(ctx context.Context, g *movegen.Game, nodes int64) (p Puzzle, ok bool, err error) {
	f.checker.Nodes = nodes
	r, err := f.checker.Check(ctx, Problem{Rules: f.maker.Rules, Start: *g.Position()})
	if err != nil || !r.Sound(true) {
		return p, false, err
	}
	p = Puzzle{Rules: r.Rules, Start: r.Start, Line: r.Line, Theme: r.Theme}
	if p.trivial() {
		return p, false, nil
	}
	p.Nodes, err = f.rater.rate(ctx, &p)
	return p, err == nil, err
}

// chance returns what the score of a result stands for.
func (f *finder) chance(r search.Result) float64 { return analysis.Chance(r.Score, f.quick.Scale()) }

// Found is what was found in a game: an entry of the journal of a run.
type Found struct {
	Game    int      `json:"game"` // its number
	Puzzles []string `json:"puzzles,omitempty"`
}

// NewFound returns the entry for a game.
func NewFound(number int, puzzles []Puzzle) *Found {
	f := &Found{Game: number}
	for _, p := range puzzles {
		f.Puzzles = append(f.Puzzles, p.String())
	}
	return f
}

// Resume is Add for an entry of a journal.
func (m *Maker) Resume(f *Found) error {
	if f.Game < 0 || f.Game >= m.Total() {
		return fmt.Errorf("game %d: there are %d", f.Game, m.Total())
	}
	if _, twice := m.known[f.Game]; twice {
		return fmt.Errorf("game %d is there twice", f.Game)
	}
	var puzzles []Puzzle
	for _, text := range f.Puzzles {
		p, err := Parse(text, m.Rules)
		if err != nil {
			return err
		}
		puzzles = append(puzzles, p)
	}
	m.Add(f.Game, puzzles)
	return nil
}
