package pdn

import (
	"slices"

	"stupol/movegen"
)

// tally counts games that were replayed by some rules.
type tally struct {
	rules        *movegen.Rules // nil if various
	clean, plies int
	problems     []Problem // the first ones
}

// maxProblems is how many problems a tally keeps.
const maxProblems = 100

// replay replays a game, whose number is given.
func (t *tally) replay(number int, g *Game, s replayOptions) {
	s.variations = true
	played := replay(g, s)
	t.plies += played.plies
	t.add(number, firstOf(g.Faults, played.faults))
}

// add counts a game with its first fault, or without.
func (t *tally) add(number int, fault *Error) {
	switch {
	case fault == nil:
		t.clean++
	case len(t.problems) < maxProblems:
		t.problems = append(t.problems, Problem{number, fault})
	}
}

// firstOf returns the fault that comes first in the file, nil if there is
// none.
func firstOf(text, moves []*Error) *Error {
	faults := slices.Concat(text, moves)
	if len(faults) == 0 {
		return nil
	}
	return slices.MinFunc(faults, func(a, b *Error) int { return a.Line - b.Line })
}

// merge returns the problems of two tallies of different games, in the order
// of the games.
func merge(a, b []Problem) []Problem {
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, func(a, b Problem) int { return a.Game - b.Game })
	return all
}
