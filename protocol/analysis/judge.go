package analysis

import (
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// A Judgement is what there is to say of a move.
type Judgement struct {
	Ply    int // of the record, 0-based
	Number int // of the move, as written
	Color  movegen.Color

	Forced  bool    // there was no other move
	Counts  bool    // for accuracy and average loss
	Loss    float64 // of chances, 0 to 1
	Verdict Verdict
	Only    bool // every other move is a mistake

	// Best is the best other line of play, and Chance the chance it leaves to the side
	// that moved; Played is the chance after the move. There is no other line if the
	// move was forced.
	Best           []movegen.Move
	Chance, Played float64

	Score    search.Score // after the move, from White's view
	Reply    []movegen.Move
	Database bool   // the databases know the value after the move
	Decided  bool   // and before it, so that they judge the move
	Rule     string // that ended the game with this move
	Book     bool   // the move is in the opening book

	move *move
	pass int     // of the least deep of the searches
	lead float64 // over the other moves: the opposite of Loss
}

// Judgements returns the judgements on the moves that were to be judged, as far as
// their positions have been searched.
func (g *Game) Judgements() []Judgement {
	var all []Judgement
	for i := range g.moves {
		if m := &g.moves[i]; m.wanted {
			if j, ok := g.judge(m); ok {
				all = append(all, j)
			}
		}
	}
	return all
}

// judge judges a move by what has been found so far, if that is enough.
func (g *Game) judge(m *move) (j Judgement, ok bool) {
	before, after := &g.positions[m.from], &g.positions[m.from+1]
	if before.best == nil || after.best == nil && after.value.rule == "" {
		return j, false
	}
	j = Judgement{Ply: m.ply, Number: m.number, Color: before.Turn, Forced: m.legal == 1, move: m}
	score := g.scoreOf(after)
	j.Score, j.Rule, j.Book = score, after.value.rule, m.inBook
	if after.Turn == movegen.Black {
		j.Score = -score
	}
	if after.best != nil {
		j.Reply = after.best.moves
	}
	j.Database = after.value.byDatabase
	j.Played = 1 - g.chance(score, after.value)
	j.pass = min(passOf(before.best), max(passOf(after.best), passIfEnded(after)))
	if j.Forced {
		return j, true
	}
	other := before.best
	if other.moves[0] == m.Move {
		if other = before.others; other == nil {
			return j, false
		}
		j.pass = min(j.pass, other.Pass)
	}
	j.Best, j.Chance = other.moves, g.chanceAfter(before, other)
	g.decide(&j, before, after)
	return j, true
}

// passIfEnded returns the last pass for a position in which the game is over.
func passIfEnded(p *position) int {
	if p.value.rule != "" {
		return passes
	}
	return 0
}

// decide finds the verdict of j, whose chances are known.
func (g *Game) decide(j *Judgement, before, after *position) {
	valueAfter := opposite(after.value.Value)
	j.lead = j.Played - j.Chance
	j.Loss = max(0, -j.lead)
	certain := before.value.Value != endgame.Unknown
	if certain && valueAfter != endgame.Unknown {
		j.Decided = before.value.byDatabase
		j.Loss = max(0, chanceOfValue(before.value.Value)-chanceOfValue(valueAfter))
	}
	best := max(j.Chance, j.Played)
	j.Counts = j.Loss > 0 || !certain && best > 0 && best < 1
	j.Verdict = verdictOf(j.Loss)
	j.Only = j.Verdict == Fine && j.lead >= mistakeLoss
}

// scoreOf returns the score of a position for the side to move.
func (g *Game) scoreOf(p *position) search.Score {
	switch {
	case p.value.rule == "":
		return p.best.Score
	case p.value.Value == endgame.Win:
		return search.WinIn(0)
	case p.value.Value == endgame.Loss:
		return search.LossIn(0)
	}
	return search.Draw
}

// chance returns the chance of the side to move with a score, or what is certain.
func (g *Game) chance(s search.Score, v value) float64 {
	if v.Value != endgame.Unknown {
		return chanceOfValue(v.Value)
	}
	return chanceOf(s, g.knowledge.Eval.Scale())
}

// chanceAfter returns the chance of the side to move if it plays the line of f. What
// is certain of the position is certain of its best moves.
func (g *Game) chanceAfter(p *position, f *Finding) float64 {
	if !f.Others {
		return g.chance(f.Score, p.value)
	}
	return chanceOf(f.Score, g.knowledge.Eval.Scale())
}
