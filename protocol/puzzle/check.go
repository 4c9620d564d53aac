package puzzle

import (
	"context"
	"errors"
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/search"
)

// What a score must stand for: the chance of the solver, from 0 to 1. There is no solution if
// it is NoChance at most. In a problem to draw a move holds from DrawingChance on, and loses
// up to LosingChance.
const (
	WinningChance = 0.95
	WorseChance   = 0.80
	NoChance      = 0.65
	DrawingChance = 0.40
	LosingChance  = 0.15
)

const (
	// A search that leaves it open whether a move wins is repeated with so many times the
	// nodes, and those of side lines have this part of them.
	escalation  = 4
	sideDivisor = 4

	maxPlies    = 60  // of a line
	maxOthers   = 5   // second ways that are named at one move
	maxSearches = 500 // for a problem
)

// A Checker tells whether problems are sound. Its zero value lacks an engine: see New.
type Checker struct {
	Nodes   int64 // of each search; there are about two for each move of the solver
	Replies int   // of the opponent, beside the main line, that are followed at each move
	Others  int64 // of the search for second ways, whose answer is final; 0: as the other searches

	rules    *movegen.Rules
	engine   *search.Engine
	pieces   int // of positions that the databases know
	most     int // searches for a problem: what is left then is not searched
	searches int // of this problem
}

// New returns a checker of problems of one game, with an engine of those options.
func New(o search.Options, nodes int64, replies int) (*Checker, error) {
	engine, err := search.New(o)
	if err != nil {
		return nil, err
	}
	c := &Checker{Nodes: nodes, Replies: replies, rules: o.Rules, engine: engine, most: maxSearches}
	if o.Endgames != nil {
		c.pieces = o.Endgames.MostPieces()
	}
	return c, nil
}

// Options returns the options of engines for checkers with the databases db, which may be nil.
func Options(r *movegen.Rules, tableBytes int64, db *endgame.Database) search.Options {
	return search.Options{Rules: r, Threads: 1, TableBytes: tableBytes, Endgames: db}
}

// Close gives the memory of the engine back.
func (c *Checker) Close() { c.engine.Close() }

// Check judges a problem. The same problem gets the same report with each call. If ctx is
// done the error is its.
func (c *Checker) Check(ctx context.Context, p Problem) (Report, error) {
	c.engine.Clear()
	c.searches = 0
	w := &walk{checker: c, ctx: ctx, report: Report{Problem: p}}
	w.begin = w.balance(&p.Start)
	main := &line{game: movegen.NewGameFrom(p.Rules, p.Start, nil), author: p.Solution, given: len(p.Solution) > 0, nodes: c.Nodes}
	if main.game.Result().Outcome != movegen.Ongoing {
		w.note(main, NoSolution, found{})
		return w.report, nil
	}
	err := w.follow(main)
	if errors.Is(err, errEnough) {
		w.note(main, UnclearKey, found{})
	}
	for i := 0; err == nil && i < len(w.branches); i++ {
		err = w.sideLines(w.branches[i])
	}
	if errors.Is(err, errEnough) {
		w.report.Bounded, err = true, nil
	}
	if w.report.Line = main.game.Moves(); !main.given && len(w.report.Line)%2 == 0 {
		w.report.Line = w.report.Line[:max(len(w.report.Line)-1, 0)] // a reply after which there is nothing to find
	}
	w.report.Theme = themeOf(p.Rules, p.Start, w.report.Line)
	slices.SortStableFunc(w.report.Faults, func(a, b Fault) int { return a.rank() - b.rank() })
	return w.report, err
}

// A walk is the check of one problem.
type walk struct {
	checker *Checker
	ctx     context.Context // of the check
	report  Report
	begin   int // the balance of material at the start

	branches []branch // of the main line, where side lines begin
}

// A branch is a position of the main line in which the opponent has other replies.
type branch struct {
	line
	others []movegen.Move
}

// errEnough ends a check after too many searches.
var errEnough = errors.New("too many searches")

// A line is what is followed.
type line struct {
	game   *movegen.Game
	author []movegen.Move // what is left of the solution
	given  bool           // the author gives the line, to its end
	side   bool           // it is not the main line
	nodes  int64          // of each search
	reply  movegen.Move   // that the last search expects
	expect bool           // there is one
}

// follow walks down a line, from a position in which the solver is to move.
func (w *walk) follow(l *line) error {
	for {
		if goesOn, err := w.solver(l); !goesOn || err != nil {
			return err
		}
		if goesOn, err := w.opponent(l); !goesOn || err != nil {
			return err
		}
	}
}

// solver judges the moves of the solver and plays that of the line. It reports whether the
// line goes on.
func (w *walk) solver(l *line) (goesOn bool, err error) {
	legal := l.game.LegalMoves(nil)
	if len(legal) == 0 || l.ended(w) {
		return false, nil
	}
	key, holds, err := w.key(l, legal)
	if err != nil {
		return false, err
	}
	if holds != yes {
		return false, w.fails(l, key, holds, legal)
	}
	first := len(w.report.Faults)
	if err := w.others(l, key, legal); err != nil {
		return false, err
	}
	if l.over(w, w.report.Faults[first:]) {
		w.report.Faults = w.report.Faults[:first]
		return false, nil
	}
	w.play(l, key.move)
	return l.given || !slices.ContainsFunc(w.report.Faults[first:], func(f Fault) bool { return f.Kind == Cook || f.Kind == LateDual }), nil
}

// ended reports whether the line is at its end before the solver looks for a move.
func (l *line) ended(w *walk) bool {
	played := len(l.game.Moves())
	switch {
	case l.game.Result().Outcome != movegen.Ongoing: // by a draw rule, it may be
		return true
	case l.given:
		return len(l.author) == 0
	case played == 0:
		return false
	}
	return l.won(w) || played >= maxPlies
}

// quiet reports whether neither side can capture.
func (l *line) quiet(w *walk) bool {
	p, r := l.game.Position(), w.report.Rules
	return !r.CanCapture(p, p.Turn) && !r.CanCapture(p, p.Turn.Opponent())
}

// won reports whether the gain is there: the solver has more than at the start.
func (l *line) won(w *walk) bool { return w.balance(l.game.Position()) > w.begin && l.quiet(w) }

// late reports whether it is no fault any more that several moves win: the gain is there, or
// this is the author's last move. If no author says where the solution ends, it ends once
// nothing is given any more.
func (l *line) late(w *walk) bool {
	if l.given {
		const moveAndReply = 2
		return len(l.author) <= moveAndReply || l.won(w)
	}
	return w.ahead(l.game.Position()) >= w.ahead(&w.report.Start) && l.quiet(w)
}

// over reports whether the line is over because several moves, which are the faults, win:
// the databases know how.
func (l *line) over(w *walk, faults []Fault) bool {
	return !l.given && len(l.game.Moves()) > 0 && len(faults) > 0 && l.game.Position().Occupied().Len() <= w.checker.pieces
}

// play plays a move of the line.
func (w *walk) play(l *line, m movegen.Move) {
	l.game.Push(m)
	if len(l.author) > 0 {
		l.author = l.author[1:]
	}
}

// found is what a search has found.
type found struct {
	move  movegen.Move
	score search.Score
	pv    []movegen.Move
}

// key returns the move of the line: the author's, or the best.
func (w *walk) key(l *line, legal []movegen.Move) (found, answer, error) {
	moves := legal
	if len(l.author) > 0 {
		moves = l.author[:1]
	}
	key, holds, err := w.weigh(l, moves)
	if err == nil && holds != yes && len(l.author) > 0 {
		key, holds, err = w.asAuthor(l)
	}
	if l.expect = len(key.pv) > 1; l.expect {
		l.reply = key.pv[1]
	}
	return key, holds, err
}

// asAuthor searches the author's move anew, after the positions of the author's line from its
// end: the table knows them then, and the search sees as far as the author did.
func (w *walk) asAuthor(l *line) (found, answer, error) {
	const turn = 2 // plies from one move of the solver to the next
	for n := (len(l.author) - 1) / turn * turn; n > 0; n -= turn {
		ahead := &line{game: l.game.Clone()}
		for _, m := range l.author[:n] {
			ahead.game.Push(m)
		}
		if f, err := w.search(ahead, l.author[n:n+1], l.nodes); err != nil {
			return f, no, err
		}
	}
	key, holds, err := w.weigh(l, l.author[:1])
	if err == nil && holds == unclear {
		key, err = w.search(l, l.author[:1], escalation*escalation*l.nodes)
		holds = w.answer(key.score)
	}
	return key, holds, err
}

// fails notes that the move of the line does not win, and whether another one does.
func (w *walk) fails(l *line, key found, holds answer, legal []movegen.Move) error {
	kind := NoSolution
	if holds == unclear || analysis.Chance(key.score, w.checker.engine.Scale()) > NoChance {
		kind = UnclearKey
	}
	w.note(l, kind, key)
	if len(l.author) == 0 {
		return nil
	}
	return w.others(l, key, legal)
}

// others notes which other moves win.
func (w *walk) others(l *line, key found, legal []movegen.Move) error {
	p, r := l.game.Position(), w.report.Rules
	after := r.Play(p, key.move)
	left := slices.DeleteFunc(slices.Clone(legal), func(m movegen.Move) bool {
		other := r.Play(p, m)
		return other.Pack() == after.Pack()
	})
	for n := 0; len(left) > 0 && n < maxOthers; n++ {
		other, holds, err := w.second(l, left)
		if err != nil || holds == no {
			return err
		}
		w.note(l, w.kindOf(l, key.move, other.move, holds), other)
		left = slices.DeleteFunc(left, func(m movegen.Move) bool { return m == other.move })
	}
	return nil
}

// kindOf returns what kind of second way a move is.
func (w *walk) kindOf(l *line, key, other movegen.Move, holds answer) Kind {
	switch {
	case holds == unclear:
		return Unclear
	case key.IsCapture() && other.Captured == key.Captured && other.From == key.From:
		return Landing
	case l.side:
		return SideDual
	case len(l.game.Moves()) == 0:
		return Cook
	case l.late(w):
		return LateDual
	}
	return Dual
}

// note adds a fault of the present position.
func (w *walk) note(l *line, kind Kind, f found) {
	w.report.Faults = append(w.report.Faults, Fault{Kind: kind, Before: l.game.Moves(), Line: f.pv, Score: f.score})
}

// opponent follows the other replies, and plays that of the line. It reports whether the
// line goes on.
func (w *walk) opponent(l *line) (goesOn bool, err error) {
	legal := l.game.LegalMoves(nil)
	if len(legal) == 0 || l.game.Result().Outcome != movegen.Ongoing || l.given && len(l.author) == 0 {
		return false, nil
	}
	reply, err := w.replyOf(l, legal)
	if err != nil {
		return false, err
	}
	if others := slices.DeleteFunc(legal, func(m movegen.Move) bool { return m == reply }); !l.side && len(others) > 0 {
		w.branches = append(w.branches, branch{line{game: l.game.Clone(), nodes: l.nodes}, others})
	}
	w.play(l, reply)
	return true, nil
}

// replyOf returns the reply of the line.
func (w *walk) replyOf(l *line, legal []movegen.Move) (movegen.Move, error) {
	switch {
	case len(l.author) > 0:
		return l.author[0], nil
	case len(legal) == 1:
		return legal[0], nil
	case l.expect:
		return l.reply, nil
	}
	f, err := w.search(l, legal, l.nodes)
	return f.move, err
}

// sideLines follows the best of the other replies.
func (w *walk) sideLines(l branch) error {
	left := l.others
	for n := 0; n < w.checker.Replies && len(left) > 0; n++ {
		next := left[0]
		if len(left) > 1 {
			f, err := w.search(&l.line, left, l.nodes/sideDivisor)
			if err != nil {
				return err
			}
			next = f.move
		}
		left = slices.DeleteFunc(left, func(m movegen.Move) bool { return m == next })
		side := &line{game: l.game.Clone(), side: true, nodes: max(l.nodes/sideDivisor, 1)}
		side.game.Push(next)
		if err := w.follow(side); err != nil {
			return err
		}
	}
	return nil
}

// An answer says whether a move reaches the goal.
type answer uint8

const (
	no answer = iota
	unclear
	yes
)

// weigh searches for the best of some moves, and longer if it is unclear what it is worth.
func (w *walk) weigh(l *line, moves []movegen.Move) (found, answer, error) {
	f, err := w.search(l, moves, l.nodes)
	holds := w.answer(f.score)
	if err == nil && holds == unclear {
		f, err = w.search(l, moves, escalation*l.nodes)
		holds = w.answer(f.score)
	}
	return f, holds, err
}

// second is weigh for the moves beside that of the line.
func (w *walk) second(l *line, moves []movegen.Move) (found, answer, error) {
	if w.checker.Others == 0 {
		return w.weigh(l, moves)
	}
	f, err := w.search(l, moves, w.checker.Others)
	return f, w.answer(f.score), err
}

// answer returns what a score says.
func (w *walk) answer(s search.Score) answer {
	least, most := WinningChance, WorseChance
	if w.report.Goal == ToDraw {
		least, most = DrawingChance, LosingChance
	}
	switch chance := analysis.Chance(s, w.checker.engine.Scale()); {
	case chance >= least:
		return yes
	case chance > most:
		return unclear
	}
	return no
}

// search looks for the best of some moves.
func (w *walk) search(l *line, moves []movegen.Move, nodes int64) (found, error) {
	if w.checker.searches++; w.checker.searches > w.checker.most {
		return found{}, errEnough
	}
	r, err := w.checker.engine.Search(w.ctx, l.game, search.Limits{Nodes: max(nodes, 1), Moves: moves, Analyze: true}, nil)
	if err == nil {
		err = w.ctx.Err() // it was cut short
	}
	w.report.Nodes += r.Nodes
	return found{r.Move, r.Score, r.PV}, err
}

// kingValue is the value of a king in men.
const kingValue = 3

// balance returns by how many men the solver is ahead: behind, where all pieces are to be lost.
func (w *walk) balance(p *movegen.Position) int {
	b := balance(p, w.report.Start.Turn)
	if w.report.Rules.Goal == movegen.LoseAll {
		return -b
	}
	return b
}

// ahead returns how many pieces the solver has more: fewer, where all are to be lost.
func (w *walk) ahead(p *movegen.Position) int {
	c := w.report.Start.Turn
	n := p.Pieces[c].Len() - p.Pieces[c.Opponent()].Len()
	if w.report.Rules.Goal == movegen.LoseAll {
		return -n
	}
	return n
}

// balance returns by how many men a side is ahead.
func balance(p *movegen.Position, c movegen.Color) int {
	value := func(c movegen.Color) int { return p.Men(c).Len() + kingValue*p.KingsOf(c).Len() }
	return value(c) - value(c.Opponent())
}
