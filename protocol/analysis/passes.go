package analysis

import (
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
)

// passes is the number of passes.
const passes = 3

// budgets are the parts of the budget of a search by pass, from 1.
var budgets = [passes + 1]float64{0, 0.25, 1, 4}

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
		t.position().others = f
		return
	}
	t.position().best = f
}

// tasks appends to round what is to be searched next.
func (g *Game) tasks(round []task) []task {
	known := map[place]bool{}
	want := func(i, pass int, others bool) {
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
	played, _ := g.played(i)
	moves := g.Rules.Moves(nil, &g.positions[i].Position)
	return slices.DeleteFunc(moves, func(m movegen.Move) bool { return m == played })
}

// wants calls want for the searches that a judgement on m needs, those before it has
// been made or, if it matters, a deeper one.
func (g *Game) wants(m *move, want func(i, pass int, others bool)) {
	before, after := &g.positions[m.from], &g.positions[m.from+1]
	pass := g.passFor(m)
	want(m.from, pass, false)
	if after.value.rule == "" {
		want(m.from+1, pass, false)
	}
	if before.best != nil && before.best.moves[0] == m.Move && m.legal > 1 {
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
