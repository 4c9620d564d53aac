package pdn

import (
	"slices"

	"stupol/movegen"
)

// Normal returns the game in the standard form, in the notation n: captures in full only
// where they are ambiguous, jumps that were separate moves joined, the seven tags first,
// GameType in full, FEN only if the game does not begin at the usual start, the result in
// the form of its variant, and tag names in English. Moves after a fault and a FEN that
// cannot be read stay as they are.
func (p *Replay) Normal(n Notation) *Game {
	r := p.Rules
	g := *p.game
	g.Tags = slices.Clone(g.Tags)
	g.Line = *p.rewrite(&p.game.Line, n)
	if o := g.Result.Outcome(); o != movegen.Ongoing && g.Result.Standard() {
		g.Result = ResultOf(r, o)
	}
	g.tidy(p.first())
	g.setGame(r, n, p.first())
	if !p.noStart {
		g.setStart(r, p.Begin)
	}
	g.dropRepeated()
	return &g
}

// dropRepeated drops tags that say what the first of their name says, now that it is in the
// standard form.
func (g *Game) dropRepeated() {
	var kept []Tag
	for i, t := range g.Tags {
		if first := g.find(t.Name); first == &g.Tags[i] || first.Value != t.Value {
			kept = append(kept, t)
		}
	}
	g.Tags = kept
}

// NormalGuess is Normal by rules that are a guess among several: the game does not say then
// which it is, and keeps its FEN, its result and, unless a notation is asked for, its moves. In
// another notation others might fit them.
func (p *Replay) NormalGuess(n Notation) *Game {
	g := p.game.Clone()
	if n != Usual {
		g.Line = *p.rewrite(&p.game.Line, n)
	}
	g.tidy(p.first())
	return g
}

// first returns the side that begins the game.
func (p *Replay) first() movegen.Color {
	first := p.game.first(p.Rules)
	if p.wrongSideBegins {
		return first.Opponent()
	}
	return first
}

// Tidy returns the game in the standard form as far as that does not depend on its rules, which
// nobody knows: the seven tags first, and their names in English.
func (g *Game) Tidy() *Game {
	tidy := g.Clone()
	tidy.tidy(g.first(nil))
	return tidy
}

// tidy makes g Tidy, begun by first.
func (g *Game) tidy(first movegen.Color) {
	g.translateTags(first)
	g.setResult()
	g.orderTags()
	g.dropRepeated()
}

// rewrite returns a line in the notation n. It shares nothing with the other one.
func (p *Replay) rewrite(l *Line, n Notation) *Line {
	c := &Line{Offset: l.Offset, Notes: p.rewriteNotes(l.Notes, n)}
	played := 0
	for _, s := range p.lines[l] {
		c.Plies = append(c.Plies, p.rewriteStep(s, n))
		played += len(s.Plies)
	}
	for _, ply := range l.Plies[played:] { // after a fault
		ply.NAGs, ply.Notes = slices.Clone(ply.NAGs), p.rewriteNotes(ply.Notes, n)
		c.Plies = append(c.Plies, ply)
	}
	return c
}

// rewriteStep returns a step in the notation n.
func (p *Replay) rewriteStep(s Step, n Notation) Ply {
	ply := s.Ply()
	ply.Notes = p.rewriteNotes(ply.Notes, n)
	switch {
	case p.ctx.Err() != nil:
	case s.Kind == Played:
		ply.Text = n.Move(p.Rules, &s.Before, s.Move)
	case s.Kind == SetUp && !isNullMove(ply.Setup):
		ply.Setup = numberingOf(p.Rules).fen(p.Rules.FEN(&s.After))
	}
	return ply
}

func (p *Replay) rewriteNotes(notes []Note, n Notation) []Note {
	notes = slices.Clone(notes)
	for i, note := range notes {
		if note.Variation != nil {
			notes[i].Variation = p.rewrite(note.Variation, n)
		}
	}
	return notes
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

// Clone returns a copy of g that shares nothing with it.
func (g *Game) Clone() *Game {
	c := *g
	c.Tags = slices.Clone(g.Tags)
	c.Line = *new(Replay).rewrite(&g.Line, Usual) // nothing was played: all stays as it is
	return &c
}
