package search

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// A database value is a bound on the score, because the game may also be won on
// the board. A win counts at least DatabaseWin less the plies it takes to get
// there, so that an early database win is better than a late one and a game that
// is over is better than both; the same goes for losses. The search stops at a
// database position unless its window asks for that difference, and always stops
// at a draw.
//
// Values do not know the past of the game, so a win may be too far off for a draw
// rule that counts moves. Near the end of a count a value holds only if there are
// moves enough, as far as the databases know distances. Frisian values leave the
// limit on king moves aside: those that may depend on it give no bounds, only
// better leaf scores.

// dbBounds are what the databases say of a position: its score is within low and
// high, both included.
type dbBounds struct{ low, high Score }

// noBounds is for a position that is not in the databases.
var noBounds = dbBounds{-Infinite, Infinite}

// cutOff reports whether b is enough to answer a search for that window, and
// the answer.
func (b dbBounds) cutOff(alpha, beta Score) (Score, bool) {
	if b.high <= alpha {
		return b.high, true
	}
	return b.low, b.low >= beta || b.low == b.high
}

// value returns the value the databases have for p, a position in which the
// side to move has a move but no capture.
func (w *worker) value(p *movegen.Position) endgame.Value {
	if p.Occupied().Len() > w.maxPieces {
		return endgame.Unknown
	}
	return w.prober.ProbeQuiet(p)
}

// valueBounds returns the bounds that the value v puts on p, ply moves below the
// root.
func (w *worker) valueBounds(p *movegen.Position, v endgame.Value, ply int) dbBounds {
	switch {
	case !endgame.Certain(w.rules, p, v):
		return noBounds
	case v == endgame.Draw:
		return dbBounds{Draw, Draw}
	case !w.inTime(p):
		return noBounds
	case v == endgame.Win:
		return dbBounds{DatabaseWin - Score(ply), Infinite}
	}
	return dbBounds{-Infinite, Score(ply) - DatabaseWin}
}

// inTime reports whether p, which is won or lost, is not known to be too far
// from the end for the counts that are running.
func (w *worker) inTime(p *movegen.Position) bool {
	left := w.game.CountLeft()
	if left > countHorizon {
		return true
	}
	plies, ok := w.prober.Distance(p)
	return !ok || plies <= left
}

// probeBounds returns what the databases say of p, which may be any position.
func (w *worker) probeBounds(p *movegen.Position, ply int) dbBounds {
	if p.Occupied().Len() > w.maxPieces || w.rules.HasCapture(p) || !w.rules.HasQuiet(p) {
		return noBounds
	}
	return w.valueBounds(p, w.value(p), ply)
}

// leafScore returns the score of p, a quiet position in which the search ends.
func (w *worker) leafScore(p *movegen.Position, ply int) Score {
	v := w.value(p)
	switch bounds := w.valueBounds(p, v, ply); {
	case bounds.low > -Infinite:
		return bounds.low
	case bounds.high < Infinite:
		return bounds.high
	}
	return w.uncertainScore(p, v)
}

const (
	// likelyWin is what a win counts for that the limit on the moves of a king
	// may forbid, and likelyDrawDivisor by what to divide the score of such a draw.
	likelyWin Score = 2000

	likelyDrawDivisor = 8
)

// uncertainScore returns the score of p, whose value v is not certain if it is
// known. It proves nothing, so it stays within MaxEval.
func (w *worker) uncertainScore(p *movegen.Position, v endgame.Value) Score {
	score := w.evaluate(p)
	if endgame.Certain(w.rules, p, v) {
		return score // a win or loss too far off for a count
	}
	switch v {
	case endgame.Win:
		return min(score+likelyWin, MaxEval)
	case endgame.Loss:
		return max(score-likelyWin, -MaxEval)
	case endgame.Draw:
		return score / likelyDrawDivisor
	}
	return score
}
