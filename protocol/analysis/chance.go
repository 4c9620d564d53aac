package analysis

import (
	"math"

	"stupol/book/endgame"
	"stupol/search"
)

// The least losses of chances that have a name.
const (
	inaccuracyLoss = 0.05
	mistakeLoss    = 0.10
	blunderLoss    = 0.20
)

// accuracyDecay says how fast the accuracy of a move falls with what it loses: a loss
// of 0.1 leaves 64 %.
const accuracyDecay = 4.5

// A value is what is certain of a position, for the side to move.
type value struct {
	endgame.Value        // Unknown: nothing is certain
	byDatabase    bool   // the endgame databases say so
	rule          string // or the rules, which end the game here
}

// chanceOf returns the chance of a side with that score.
func chanceOf(s search.Score, scale float64) float64 {
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

// opposite returns the value for the other side.
func opposite(v endgame.Value) endgame.Value {
	switch v {
	case endgame.Win:
		return endgame.Loss
	case endgame.Loss:
		return endgame.Win
	}
	return v
}

// accuracyOf returns the accuracy of a move that loses so much, from 0 to 100.
func accuracyOf(loss float64) float64 { return 100 * math.Exp(-accuracyDecay*loss) }

// A Verdict says how bad a move is.
type Verdict uint8

// The verdicts.
const (
	Fine Verdict = iota
	Inaccuracy
	Mistake
	Blunder
)

// verdictOf returns the verdict on a move that loses so much.
func verdictOf(loss float64) Verdict {
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
