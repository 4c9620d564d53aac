package analysis

import (
	"errors"
	"fmt"
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// passes is the number of passes.
const passes = 3

// The usual budgets, in nodes: a game in seconds, that of stupol analyze, and one for those who
// have time.
const (
	QuickNodes = 20_000
	UsualNodes = 200_000
	DeepNodes  = 2_000_000
)

// budgets are the parts of the budget of a search by pass, from 1.
var budgets = [passes + 1]float64{0, 0.25, 1, 4}

// nodesOf returns how many nodes a search of a pass visits.
func nodesOf(budget int64, pass int) int64 {
	return max(int64(float64(budget)*budgets[pass]), 1)
}

// A task is a search to be done.
type task struct {
	at    place
	game  *Game
	moves []movegen.Move // to choose from; none: all
}

// position returns the position to search.
func (t *task) position() *position { return &t.game.positions[t.at.position] }

// keep makes a finding the deepest one of its position.
func (t *task) keep(f *Finding) {
	if t.at.others {
		t.position().others = f.continued(t.position().others)
		return
	}
	f = f.continued(t.position().best)
	t.position().best = f
	t.game.followForced(t.at.position, f)
}

// continued returns the finding, with the line of an earlier one if that goes on from where this one
// was cut off, as a line is that ends in what the table of the search knew.
func (f *Finding) continued(earlier *Finding) *Finding {
	n := len(f.moves)
	if earlier == nil || len(earlier.moves) <= n || !slices.Equal(earlier.moves[:n], f.moves) {
		return f
	}
	longer := *f
	longer.Line, longer.moves = earlier.Line, earlier.moves
	return &longer
}

// followForced makes what was found in a position that of the positions before it from which
// forced moves have led there: they need no search.
func (g *Game) followForced(i int, f *Finding) {
	for ; i > 0 && len(g.positions[i].past) > 0 && g.positions[i-1].forced; i-- {
		before := &g.positions[i-1]
		m := g.moveAt(i - 1)
		f = &Finding{
			Game: f.Game, Position: i - 1, Pass: f.Pass, Score: oneMoveBefore(f.Score), Depth: f.Depth + 1,
			Line: append([]string{g.Rules.HubMove(m)}, f.Line...), moves: append([]movegen.Move{m}, f.moves...),
		}
		before.best = f
	}
}

// oneMoveBefore returns the score of the side whose only move leads to a position with that
// one.
func oneMoveBefore(s search.Score) search.Score {
	switch {
	case s > search.MaxEval+1:
		return 1 - s
	case s < -search.MaxEval-1:
		return -s - 1
	}
	return -s
}

// toSearch returns the position whose search tells what a position is worth: itself, or the
// first one after forced moves. There is none if the game has ended there.
func (g *Game) toSearch(i int) (position int, ok bool) {
	for g.positions[i].forced {
		i++
	}
	return i, g.positions[i].value.rule == ""
}

// A Wanted is a search that judgements on a game wait for.
type Wanted struct {
	Position int   // of the game; 0 is where it begins
	Others   bool  // all moves but the one that was played there
	Pass     int   // 1 to 3
	Nodes    int64 // it takes, within the budget
}

// Wanted returns the searches that judgements wait for, or deeper ones where it matters; see
// the comment of the package. When their findings have been added there may be more. The
// budget of a search is that of an Analysis, in nodes.
func (g *Game) Wanted(budget int64) (all []Wanted) {
	for _, t := range g.tasks(nil) {
		all = append(all, Wanted{t.at.position, t.at.others, t.at.pass, nodesOf(budget, t.at.pass)})
	}
	return all
}

// Add adds a finding, in place of an earlier one about the same. Its Game does not count. One
// of pass 0 comes from elsewhere, and does not spare the searches that are wanted. If it has
// no line either it is only a score: it says what the move before is worth, but not what would
// have been better than the next one.
func (g *Game) Add(f *Finding) error {
	f.Game = g.Number
	if err := g.read(f); err != nil {
		return err
	}
	t := task{at: f.place(), game: g}
	t.keep(f)
	return nil
}

// read checks a finding and reads its line.
func (g *Game) read(f *Finding) error {
	if f.Position < 0 || f.Position >= len(g.positions) || f.Pass < 0 || f.Pass > passes {
		return fmt.Errorf("a finding of pass %d for position %d of game %d, which has %d", f.Pass, f.Position, f.Game, len(g.positions))
	}
	err := f.parse(g.Rules, g.positions[f.Position].Position)
	switch {
	case err != nil:
	case max(f.Score, -f.Score) > search.Win:
		err = fmt.Errorf("there is no score %d", f.Score)
	case len(f.moves) == 0 && (f.Pass > 0 || f.Others):
		err = errors.New("no move was found")
	case f.Others && f.moves[0] == g.moveAt(f.Position):
		err = errors.New("the move that was played is not one of the others")
	}
	if err != nil {
		return fmt.Errorf("game %d, position %d: %w", f.Game, f.Position, err)
	}
	return nil
}

// tasks appends to round what is to be searched next.
func (g *Game) tasks(round []task) []task {
	known := map[place]bool{}
	want := func(i, pass int, others bool) {
		i, ok := g.toSearch(i)
		if !ok {
			return
		}
		t := task{at: place{g.Number, i, pass, others}, game: g}
		p := &g.positions[i]
		if known[t.at] || passOf(p.best) >= pass && !others || passOf(p.others) >= pass && others {
			return
		}
		known[t.at] = true
		if others {
			t.moves = g.otherMoves(i)
		}
		round = append(round, t)
	}
	for i := range g.moves {
		if m := &g.moves[i]; m.wanted {
			g.wants(m, want)
		}
	}
	return round
}

// passOf returns the pass of a finding, 0 if there is none.
func passOf(f *Finding) int {
	if f == nil {
		return 0
	}
	return f.Pass
}

// otherMoves returns the legal moves of a position but the one played.
func (g *Game) otherMoves(i int) []movegen.Move {
	played := g.moveAt(i)
	moves := g.Rules.Moves(nil, &g.positions[i].Position)
	return slices.DeleteFunc(moves, func(m movegen.Move) bool { return m == played })
}

// wants calls want for the searches that a judgement on m needs, those before it has
// been made or, if it matters, a deeper one.
func (g *Game) wants(m *move, want func(i, pass int, others bool)) {
	before := &g.positions[m.from]
	pass := g.passFor(m)
	want(m.from, pass, false)
	want(m.from+1, pass, false)
	if line := before.line(); len(line) > 0 && line[0] == m.Move && m.legal > 1 {
		want(m.from, pass, true)
	}
}

// passFor returns the pass that the searches around m should be of.
func (g *Game) passFor(m *move) int {
	j, ok := g.judge(m)
	switch {
	case !ok || j.Forced:
		return 1
	case g.positions[m.from].value.Value != endgame.Unknown && g.positions[m.from+1].value.Value != endgame.Unknown:
		return 1 // more searching changes nothing
	case j.Loss >= inaccuracyLoss && j.pass >= 2:
		return 3
	case j.Loss >= inaccuracyLoss/2 || j.lead >= mistakeLoss/2:
		return 2
	}
	return 1
}
