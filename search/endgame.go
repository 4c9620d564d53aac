package search

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// What a database says of a position is a bound, because the game may also be
// won on the board. A win counts at least DatabaseWin less the plies it takes to
// get there, so that an early promise is better than a late one and a game that
// is over is better than both; the same goes for losses. Unless the search is
// about that very difference it goes no further, and never beyond a draw.
//
// Values know nothing of the past of the game, so a win may be too far off for
// a draw rule that counts moves. Near the end of a count a value holds only if
// there is time enough, as far as the databases know distances. In Frisian,
// where values leave the limit on the moves of a king aside, those that may
// depend on it decide nothing, but count for something: few do.

// A promise is what the databases say of a position: its score is within low
// and high, both included.
type promise struct{ low, high Score }

// nothing is what they say of most positions.
var nothing = promise{-Infinite, Infinite}

// decides reports whether p is enough to answer a search for that window, and
// the answer.
func (p promise) decides(alpha, beta Score) (Score, bool) {
	if p.high <= alpha {
		return p.high, true
	}
	return p.low, p.low >= beta || p.low == p.high
}

// value returns the value the databases have for p, a position in which the
// side to move has a move but no capture.
func (w *worker) value(p *movegen.Position) endgame.Value {
	if p.Occupied().Len() > w.pieces {
		return endgame.Unknown
	}
	return w.prober.ProbeQuiet(p)
}

// promised returns what the value v says of p, ply moves below the root.
func (w *worker) promised(p *movegen.Position, v endgame.Value, ply int) promise {
	switch {
	case !endgame.Certain(w.rules, p, v):
		return nothing
	case v == endgame.Draw:
		return promise{Draw, Draw}
	case !w.inTime(p):
		return nothing
	case v == endgame.Win:
		return promise{DatabaseWin - Score(ply), Infinite}
	}
	return promise{-Infinite, Score(ply) - DatabaseWin}
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

// lookUp returns what the databases say of p, which may be any position.
func (w *worker) lookUp(p *movegen.Position, ply int) promise {
	if p.Occupied().Len() > w.pieces || w.rules.HasCapture(p) || !w.rules.HasQuiet(p) {
		return nothing
	}
	return w.promised(p, w.value(p), ply)
}

// worth returns the score of p, a quiet position in which the search ends.
func (w *worker) worth(p *movegen.Position, ply int) Score {
	v := w.value(p)
	switch known := w.promised(p, v, ply); {
	case known.low > -Infinite:
		return known.low
	case known.high < Infinite:
		return known.high
	}
	return w.likely(p, v)
}

const (
	// likelyWin is what a win counts for that the limit on the moves of a king
	// may forbid, and likelyDraw by what to divide the worth of such a draw.
	likelyWin  Score = 2000
	likelyDraw Score = 8
)

// likely returns the worth of p, whose value v is not certain if it is known.
func (w *worker) likely(p *movegen.Position, v endgame.Value) Score {
	score := w.evaluate(p)
	if w.rules.KingRunLimit == 0 {
		return score // a win or loss too far off for a count
	}
	switch v {
	case endgame.Win:
		return score + likelyWin
	case endgame.Loss:
		return score - likelyWin
	case endgame.Draw:
		return score / likelyDraw
	}
	return score
}
