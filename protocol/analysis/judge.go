package analysis

import (
	"math"

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
	Only    bool // every other move is a blunder, and it captures nothing

	// MissedWin says that the better move was winning and that after this one the game is open: a
	// mistake of another kind than one that gives it away.
	MissedWin bool

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
	if len(before.line()) == 0 || after.best == nil && after.value.rule == "" {
		return j, false
	}
	j = Judgement{Ply: m.ply, Number: m.number, Color: before.Turn, Forced: m.legal == 1, move: m}
	score := g.scoreOf(after)
	j.Score, j.Rule, j.Book = score, after.value.rule, m.inBook
	if after.Turn == movegen.Black {
		j.Score = -score
	}
	j.Reply = after.line()
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
	valueAfter := after.value.Value.Flipped()
	j.lead = j.Played - j.Chance
	j.Loss = max(0, -j.lead)
	certain := before.value.Value != endgame.Unknown
	if certain && valueAfter != endgame.Unknown {
		j.Decided = before.value.byDatabase
		j.Loss = max(0, chanceOfValue(before.value.Value)-chanceOfValue(valueAfter))
	}
	best := max(j.Chance, j.Played)
	j.Counts = j.Loss > 0 || !certain && best > 0 && best < 1
	j.Verdict = VerdictOf(j.Loss)
	j.Only = j.Verdict == Fine && j.lead >= blunderLoss && !j.move.IsCapture()
	j.MissedWin = j.Verdict >= Mistake && best >= winningChance && j.Played >= holdingChance && j.Played <= 1-holdingChance
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
	return Chance(s, g.knowledge.Eval.Scale())
}

// Chance returns the chance of White in a position of the game, of which 0 is where it
// begins, and whether it is known.
func (g *Game) Chance(position int) (white float64, known bool) {
	p := &g.positions[position]
	switch {
	case p.value.Value != endgame.Unknown:
		return forWhite(chanceOfValue(p.value.Value), p.Turn), true
	case p.best != nil:
		return forWhite(g.chance(p.best.Score, p.value), p.Turn), true
	}
	return 0, false
}

// chanceAfter returns the chance of the side to move if it plays the line of f. What
// is certain of the position is certain of its best moves.
func (g *Game) chanceAfter(p *position, f *Finding) float64 {
	if !f.Others {
		return g.chance(f.Score, p.value)
	}
	return Chance(f.Score, g.knowledge.Eval.Scale())
}

// The least losses of chances that have a name. A tenth is about what a move costs that gives
// up a third of a man in an even position. Lidraughts names losses of 0.04, 0.08 and 0.15
// (modules/analyse/src/main/Advice.scala, whose chances go from -1 to 1).
const (
	inaccuracyLoss = 0.05
	mistakeLoss    = 0.10
	blunderLoss    = 0.20
)

// A side is winning from winningChance on. Between holdingChance and as much for the other side the
// game can go either way.
const (
	winningChance = 0.85
	holdingChance = 0.35
)

// accuracyDecay says how fast the accuracy of a move falls with what it loses: a loss
// of 0.1 leaves 64 %. The formula of Lichess, 103.17 exp(-4.354 loss) - 3.17
// (lichess.org/page/accuracy), is the same within one percent up to a loss of a quarter, and
// ends below 0.
const accuracyDecay = 4.5

// A value is what is certain of a position, for the side to move.
type value struct {
	endgame.Value        // Unknown: nothing is certain
	byDatabase    bool   // the endgame databases say so
	rule          string // or the rules, which end the game here
}

// Chance returns the result that a side with that score can expect, from 0 for a loss to 1
// for a win. The scale says how many hundredths of a man make a logit: it was fitted to the
// results of games when the evaluation was trained (eval.Evaluator.Scale).
func Chance(s search.Score, scale float64) float64 {
	switch {
	case s > search.MaxEval:
		return 1
	case s < -search.MaxEval:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/scale))
}

// chanceOfValue returns the chance of a side for whom the value is certain.
func chanceOfValue(v endgame.Value) float64 {
	switch v {
	case endgame.Win:
		return 1
	case endgame.Loss:
		return 0
	}
	return 0.5
}

// forWhite returns White's chance if a side has that one.
func forWhite(chance float64, c movegen.Color) float64 {
	if c == movegen.Black {
		return 1 - chance
	}
	return chance
}

// Accuracy returns the accuracy of a move that loses so much of its chance, from 0 to 100. That
// of a player is the mean of the moves that count.
func Accuracy(loss float64) float64 { return 100 * math.Exp(-accuracyDecay*loss) }

// A Verdict says how bad a move is.
type Verdict uint8

// The verdicts.
const (
	Fine Verdict = iota
	Inaccuracy
	Mistake
	Blunder
)

// VerdictOf returns the verdict on a move that loses so much of its chance.
func VerdictOf(loss float64) Verdict {
	switch {
	case loss >= blunderLoss:
		return Blunder
	case loss >= mistakeLoss:
		return Mistake
	case loss >= inaccuracyLoss:
		return Inaccuracy
	}
	return Fine
}

// String returns "inaccuracy", "mistake", "blunder", or nothing.
func (v Verdict) String() string { return [...]string{"", "inaccuracy", "mistake", "blunder"}[v] }

// Sign returns what is written behind the move: ?!, ?, ?? or nothing.
func (v Verdict) Sign() string { return [...]string{"", "?!", "?", "??"}[v] }

// nag returns the number of the glyph in PDN, 0 for none.
func (v Verdict) nag() int { return [...]int{0, 6, 2, 4}[v] }

// onlyMoveNAG is the glyph of an only move.
const onlyMoveNAG = 7
