package pdn

import (
	"slices"

	"stupol/movegen"
)

// Normalize returns g in the standard form, by the rules r and in the notation n:
// captures in full only where they are ambiguous, jumps that were separate moves
// joined, the seven tags first, GameType in full, FEN only if the game does not begin
// at the usual start, the result in the form of its variant, and tag names in
// English. Moves after a fault and a FEN that cannot be read stay as they are; the
// faults are returned.
func (g *Game) Normalize(r *movegen.Rules, n Notation) (*Game, []*Error) {
	return g.normalize(r, n, true)
}

// NormalizeGuess is Normalize by rules that are a guess among several: the game does not
// say then which it is, and its result stays as it is written.
func (g *Game) NormalizeGuess(r *movegen.Rules, n Notation) (*Game, []*Error) {
	return g.normalize(r, n, false)
}

func (g *Game) normalize(r *movegen.Rules, n Notation, sure bool) (*Game, []*Error) {
	g = g.clone()
	w := &replayer{replayOptions: replay(g, replayOptions{rules: r, variations: true}).replayOptions}
	w.onStep = func(s step) { s.rewrite(r, n) }
	w.game(g)
	g.Line.dropJoined()
	first := g.first(r)
	if w.wrongSideBegins {
		first = first.Opponent()
	}
	g.translateTags(first)
	if o := g.Result.Outcome(); sure && o != movegen.Ongoing && g.Result.Standard() {
		g.Result = ResultOf(r, o)
	}
	g.setResult()
	if sure {
		g.setGame(r, n, first)
	}
	g.orderTags()
	if !w.noStart {
		g.setStart(r, w.begin)
	}
	return g, w.faults
}

// rewrite writes what was played in the notation n. Plies that are one move
// are put into the first of them; the others become empty.
func (s step) rewrite(r *movegen.Rules, n Notation) {
	first := &s.plies[0]
	switch {
	case first.Text == UnknownMove:
	case first.Setup == "":
		first.Text = n.Move(r, &s.before, s.move)
	case !isNullMove(first.Setup):
		first.Setup = numberingOf(r).fen(r.FEN(&s.after))
	}
	for i := range s.plies[1:] {
		other := &s.plies[1+i]
		first.Signs = withSign(first.Signs, other.Signs)
		first.NAGs = append(first.NAGs, other.NAGs...)
		first.Notes = append(first.Notes, other.Notes...)
		*other = Ply{}
	}
}

// dropJoined takes out the plies that rewrite left empty.
func (l *Line) dropJoined() {
	l.Plies = slices.DeleteFunc(l.Plies, func(p Ply) bool { return p.Text == "" && p.Setup == "" })
	l.eachVariation(func(v *Line) { v.dropJoined() })
}

// eachVariation calls f for the variations of l, but not for theirs.
func (l *Line) eachVariation(f func(*Line)) {
	visit := func(notes []Note) {
		for _, n := range notes {
			if n.Variation != nil {
				f(n.Variation)
			}
		}
	}
	visit(l.Notes)
	for _, p := range l.Plies {
		visit(p.Notes)
	}
}

// foreignTags are names of tags in use for others.
var foreignTags = map[string]string{"Bianco": "White", "Nero": "Black", "Risultato": "Result"}

// translateTags names tags as PDN does. The players on playstrategy.org are
// the first and the other.
func (g *Game) translateTags(first movegen.Color) {
	for i, t := range g.Tags {
		name := foreignTags[t.Name]
		switch t.Name {
		case "P1":
			name = first.String()
		case "P2":
			name = first.Opponent().String()
		}
		if name != "" && g.Tag(name) == "" {
			g.Tags[i].Name = name
		}
	}
}

// clone returns a copy of g that shares nothing with it.
func (g *Game) clone() *Game {
	c := *g
	c.Tags = slices.Clone(g.Tags)
	c.Line = *g.Line.clone()
	return &c
}

func (l *Line) clone() *Line {
	c := &Line{Notes: cloneNotes(l.Notes), Plies: slices.Clone(l.Plies), Follows: l.Follows}
	for i, p := range c.Plies {
		c.Plies[i].NAGs = slices.Clone(p.NAGs)
		c.Plies[i].Notes = cloneNotes(p.Notes)
	}
	return c
}

func cloneNotes(notes []Note) []Note {
	notes = slices.Clone(notes)
	for i, n := range notes {
		if n.Variation != nil {
			notes[i].Variation = n.Variation.clone()
		}
	}
	return notes
}
