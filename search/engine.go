package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

// An Engine chooses moves for one variant. It keeps what it learned from one
// search to the next. Its methods may be called from several goroutines; only
// one of them runs at a time.
//
// The transposition table is not on the heap. Close gives its memory back at once;
// that of an engine which nobody has any more goes when the collector finds out.
type Engine struct {
	mu      sync.Mutex
	rules   *movegen.Rules
	table   *table
	workers []*worker // the first one leads
	skill   skill
	lag     lagMeter
	opening opening
	scale   float64 // of the evaluation

	endgames *endgame.Database // nil: none
}

// New returns an engine. It fails if the options make no sense.
func New(o Options) (*Engine, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.TableBytes == 0 {
		o.TableBytes = DefaultTableBytes
	}
	if o.Eval == nil {
		o.Eval = eval.Default(o.Rules)
	}
	t, err := newTable(o.TableBytes)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	e := &Engine{rules: o.Rules, table: t, skill: skills[o.Skill], opening: newOpening(o), scale: o.Eval.Scale()}
	if o.Skill == 0 || o.Skill == FullSkill {
		e.endgames = o.Endgames
	}
	var all *team
	if o.Threads > 1 {
		all = &team{}
	}
	for i := range max(o.Threads, 1) {
		w := &worker{
			settings: settings{allConstants: o.Constants.of(o.Rules), rules: o.Rules, skill: e.skill, seed: o.Seed, observer: o.Observer},
			table:    e.table,
			eval:     o.Eval.Scorer(),
			leads:    i == 0,
			team:     all,
		}
		if e.endgames != nil {
			w.prober = e.endgames.Prober()
		}
		e.workers = append(e.workers, w)
	}
	return e, nil
}

// check returns an error if o makes no sense.
func (o *Options) check() error {
	switch {
	case o.Rules == nil:
		return errors.New("search: no rules given")
	case o.Eval != nil && o.Eval.Rules() != o.Rules:
		return fmt.Errorf("search: an evaluation of %s for an engine of %s", o.Eval.Rules().Name, o.Rules.Name)
	case o.Endgames != nil && o.Endgames.Rules() != o.Rules:
		return fmt.Errorf("search: endgame databases of %s for an engine of %s", o.Endgames.Rules().Name, o.Rules.Name)
	case o.Book != nil && o.Book.Rules() != o.Rules:
		return fmt.Errorf("search: an opening book of %s for an engine of %s", o.Book.Rules().Name, o.Rules.Name)
	case o.BookMargin < 0 || o.BookMargin > MaxEval:
		return fmt.Errorf("search: a book margin of %d is not within 0 to %d", o.BookMargin, MaxEval)
	case o.Threads < 0:
		return fmt.Errorf("search: %d threads", o.Threads)
	case o.Skill < 0 || o.Skill > FullSkill:
		return fmt.Errorf("search: skill %d is not within 1 to %d", o.Skill, FullSkill)
	case o.TableBytes < 0:
		return fmt.Errorf("search: a table of %d bytes", o.TableBytes)
	}
	return nil
}

// Clear forgets everything learned so far, as for a new game.
func (e *Engine) Clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.table.clear()
	for _, w := range e.workers {
		w.eval.Clear()
	}
	e.lag = lagMeter{}
}

// TableBytes returns the size of the transposition table, 0 after Close.
func (e *Engine) TableBytes() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.table.bytes()
}

// Scale returns what the scores of the engine mean: how many hundredths of a man make a
// logit (see eval.Evaluator.Scale).
func (e *Engine) Scale() float64 { return e.scale }

// Close gives the memory of the transposition table back. The engine cannot search
// any more.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.table.close()
}

// Search looks for the best move of the side to move in g, whose past counts
// for repetitions and the other draw rules; g is not changed. It calls onInfo
// (unless nil), in the goroutine of the caller, with every new finding, at least once
// if there is a legal move. It ends when a limit is reached, when the game is
// seen to be won or lost, or soon after ctx is cancelled; whatever ended it,
// the result has a legal move if there is one. It fails only if g is not a
// game of this engine's variant, if all moves to consider are illegal, or if the
// engine is closed.
func (e *Engine) Search(ctx context.Context, g *movegen.Game, l Limits, onInfo func(Info)) (Result, error) {
	if g.Rules() != e.rules {
		return Result{}, fmt.Errorf("search: a game of %s for an engine of %s", g.Rules().Name, e.rules.Name)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.table.bytes() == 0 {
		return Result{}, errors.New("search: the engine is closed")
	}
	l = e.skill.limit(l)
	l.Overhead, l.stall = max(l.Overhead, e.lag.read(l.Clock)), e.lag.stall
	c := newControl(ctx, &l, g)
	switch {
	case len(c.position.legal) == 0:
		return Result{}, nil
	case len(c.position.moves) == 0:
		return Result{}, errors.New("search: none of the moves to consider is legal")
	}
	if r, ok := e.opening.answer(c, g, &l); ok {
		if onInfo != nil {
			onInfo(r.Info)
		}
		e.lag.expect(&l, c.elapsed(), c.budget.hard)
		return r, nil
	}
	e.table.nextSearch(c.budget.hard, c.positions(len(e.workers)))
	e.probeRoot(c, g, &l)
	if len(c.position.lines) > 0 {
		e.lag.expect(&l, c.elapsed(), c.budget.hard)
		return c.reportLines(onInfo), nil
	}
	if l.Nodes > 0 && len(e.workers) > 1 {
		c.batch = 1 // or some would stop short of what others still hold
	}
	c.crowded = len(e.workers) >= runtime.GOMAXPROCS(0)
	for _, w := range e.workers {
		w.begin(c, g, max(l.Lines, 1))
	}
	info := e.deepenAll(l.lastDepth(), onInfo)
	e.lag.expect(&l, c.elapsed(), c.budget.hard)
	return Result{Info: info, Move: info.PV[0], Found: true}, nil
}

// FullSkill is the level at which an engine plays as well as it can.
const FullSkill = 10

// A skill is how an engine of some level is held back: it sees few positions,
// and it sees them wrongly.
type skill struct {
	nodes  int64 // for a move; 0: no limit
	noise  Score // by how much it may be wrong about a position, either way
	points int   // percentage that it scores against the level below, 0 if that is not known
}

// skills are the levels; 0 and FullSkill hold nothing back. The points are of 400 games in
// International each, balanced random openings. In English a level from 2 to 9 is stronger
// than the one before it by 95 to 310 Elo; in Losing 2 is as strong as 1, and 4 is 500 Elo
// above 3.
var skills = [FullSkill + 1]skill{
	1: {20, 250, 0},
	2: {20, 120, 74},
	3: {40, 40, 85},
	4: {150, 60, 75},
	5: {200, 40, 73},
	6: {400, 25, 83},
	7: {800, 15, 80},
	8: {1_600, 8, 72},
	9: {3_500, 0, 73},
}

// A Level says what an engine of a level of skill does.
type Level struct {
	Nodes     int64 // that it visits for a move; 0: no limit
	Misjudges Score // by how much it may be wrong about a position, either way
	Points    int   // percentage that it scores against the level below in International, 0: not known
}

// Levels returns the levels from 1 to FullSkill.
func Levels() []Level {
	var all []Level
	for _, s := range skills[1:] {
		all = append(all, Level{s.nodes, s.noise, s.points})
	}
	return all
}

// limit returns l with the nodes the skill allows. Analysis is not held back.
func (s skill) limit(l Limits) Limits {
	if s.nodes > 0 && !l.Analyze && (l.Nodes == 0 || l.Nodes > s.nodes) {
		l.Nodes = s.nodes
	}
	return l
}

// mistake returns how wrong the engine is about the position with that hash:
// the same whenever it meets it, and with another seed something else.
func (s skill) mistake(hash, seed uint64) Score {
	if s.noise == 0 {
		return 0
	}
	mixed := (hash ^ seed) * 0x9E3779B97F4A7C15
	mixed = (mixed ^ mixed>>32) * 0xD6E8FEB86659FD93
	return Score(mixed>>33%uint64(2*s.noise+1)) - s.noise
}

// bookPliesPerSkill is how many plies of the book an engine knows for each level of
// skill, unless it plays as well as it can.
const bookPliesPerSkill = 2

// An opening plays from the book.
type opening struct {
	book    *book.Book // nil: none
	options book.Options
}

func newOpening(o Options) opening {
	plies := math.MaxInt
	if o.BookPlies > 0 {
		plies = o.BookPlies
	}
	if o.Skill > 0 && o.Skill < FullSkill {
		plies = min(plies, bookPliesPerSkill*o.Skill)
	}
	seed := o.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	return opening{o.Book, book.Options{
		Plies: plies, Margin: book.Score(o.BookMargin), Random: rand.New(rand.NewPCG(seed, 0)),
	}}
}

// answer returns the book's move for the search c of g. It has none where the user
// wants to know more than a move.
func (o *opening) answer(c *control, g *movegen.Game, l *Limits) (Result, bool) {
	if l.Analyze || len(l.Moves) > 0 || l.Lines > 1 {
		return Result{}, false
	}
	a, ok := o.book.Choose(g, o.options)
	if !ok {
		return Result{}, false
	}
	if l.Ponder != nil {
		select {
		case <-l.Ponder:
		case <-c.ctx.Done():
		}
	}
	info := Info{Depth: 1, MeanDepth: 1, Line: 1, Score: Score(a.Score), Time: c.elapsed(), PV: a.Line}
	return Result{Info: info, Move: a.Move, Found: true}, true
}
