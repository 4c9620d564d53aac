package pdn

import (
	"slices"
	"strconv"
	"strings"

	"stupol/movegen"
)

// candidates are the names of the rules for games without a game type, the most
// likely first, by whether the notation is algebraic. Games with the same moves as
// another game cannot be recognized and are left out: poddavki (Russian), and killer,
// losing and breakthrough (International).
var candidates = map[bool][]string{
	false: { // numbers
		"english", "international", "italian", "pool", "russian", "brazilian", "czech", "spanish",
		"frisian", "frysk",
	},
	true: { // algebraic
		"russian", "brazilian", "czech", "pool", "english", "italian", "spanish",
	},
}

// GuessRules returns the rules that the tags name or else those by which the
// moves can be replayed the furthest, the most likely of several. If there is nothing
// to replay they are those of International draughts, or of a game on 64 squares if the
// FEN or the notation is of one.
func (g *Game) GuessRules() *movegen.Rules {
	if r, err := g.Rules(); err == nil {
		return r
	}
	best, furthest := movegen.International(), 0
	if g.blank() {
		return best
	}
	if g.onSmallBoard() {
		best, _ = movegen.Lookup(candidates[g.algebraic()][0])
	}
	for _, name := range candidates[g.algebraic()] {
		r, _ := movegen.Lookup(name)
		w := replay(g, replayOptions{rules: r, guessing: true})
		if len(w.faults) == 0 {
			return r
		}
		if w.plies > furthest {
			best, furthest = r, w.plies
		}
	}
	return best
}

// algebraic reports whether g names squares like c3, in its first move or else
// its FEN.
func (g *Game) algebraic() bool {
	for _, p := range g.Plies {
		if p.Text != "" && p.Text != UnknownMove {
			return isFile(p.Text[0])
		}
	}
	return strings.ContainsAny(g.Tag("FEN"), "acdefgh")
}

// onSmallBoard reports whether the notation of g, or all squares of its FEN, are those of
// 64 squares.
func (g *Game) onSmallBoard() bool {
	fen := g.Tag("FEN")
	numbers := strings.FieldsFunc(fen, func(c rune) bool { return c < '0' || c > '9' })
	large := slices.ContainsFunc(numbers, func(n string) bool { v, _ := strconv.Atoi(n); return v > 32 })
	return g.algebraic() || fen != "" && !large
}

// blank reports whether g has nothing that depends on the rules.
func (g *Game) blank() bool {
	return g.Tag("FEN") == "" && !slices.ContainsFunc(g.Plies, func(p Ply) bool { return p.Text != UnknownMove })
}
