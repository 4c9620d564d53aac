package pdn

import (
	"slices"
	"strings"

	"stupol/movegen"
)

// candidates are the names of the rules that games without a game type may be
// played by, the most likely first. Games whose moves are also those of another
// game are not among them: poddavki from Russian, and killer, losing and
// breakthrough from International draughts, cannot be told by replaying.
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
// moves can be replayed the furthest, the most likely of several.
func (g *Game) GuessRules() *movegen.Rules {
	if r, err := g.Rules(); err == nil {
		return r
	}
	var best *movegen.Rules
	furthest := -1
	for _, name := range candidates[g.algebraic()] {
		r, _ := movegen.Lookup(name)
		w := replay(g, setting{rules: r, guessing: true})
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

// blank reports whether g has nothing that depends on the rules.
func (g *Game) blank() bool {
	return g.Tag("FEN") == "" && !slices.ContainsFunc(g.Plies, func(p Ply) bool { return p.Text != UnknownMove })
}
