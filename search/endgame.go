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
// Values know nothing of the past of the game. Repetitions and the draw rules
// that count moves are seen by the search, up to where it meets a value: a win
// there may still be too far off for them. In Frisian, where values leave the
// limit on the moves of a king aside, they are trusted all the same, except
// while a king is not free to move: few depend on the limit.

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

// promised returns what the databases say of p, ply moves below the root: a
// position in which the side to move has a move but no capture.
func (w *worker) promised(p *movegen.Position, ply int) promise {
	if p.Occupied().Len() > w.pieces || w.rules.KingRunLimit != 0 && w.held(p) {
		return nothing
	}
	switch w.prober.ProbeQuiet(p) {
	case endgame.Win:
		return promise{DatabaseWin - Score(ply), Infinite}
	case endgame.Loss:
		return promise{-Infinite, Score(ply) - DatabaseWin}
	case endgame.Draw:
		return promise{Draw, Draw}
	}
	return nothing
}

// lookUp is promised for any position.
func (w *worker) lookUp(p *movegen.Position, ply int) promise {
	if p.Occupied().Len() > w.pieces || w.rules.HasCapture(p) || !w.rules.HasQuiet(p) {
		return nothing
	}
	return w.promised(p, ply)
}

// worth returns the score of p, a quiet position in which the search ends.
func (w *worker) worth(p *movegen.Position, ply int) Score {
	switch known := w.promised(p, ply); {
	case known.low > -Infinite:
		return known.low
	case known.high < Infinite:
		return known.high
	}
	return w.evaluate(p)
}

// held reports whether a side with men has moved the same king as often in a
// row as it may.
func (w *worker) held(p *movegen.Position) bool {
	limit := uint8(w.rules.KingRunLimit)
	return p.Runs[movegen.White].Moves >= limit || p.Runs[movegen.Black].Moves >= limit
}

// An ending is what the databases say of the root.
type ending struct {
	value  endgame.Value
	pieces int // positions with up to so many pieces are looked up below
}

// lookUpRoot looks g up. If it is there, only the moves that keep its value
// are left to choose from, and positions with as many pieces are not looked up
// below, where all answers would be alike: the search then finds the way from
// one win into the next, or to a draw that is harder to hold. Who asks for
// several lines or for certain moves wants to see bad ones too.
func (e *Engine) lookUpRoot(c *control, g *movegen.Game, l *Limits) {
	p, leader := g.Position(), e.workers[0]
	if leader.prober == nil {
		return
	}
	c.ending.pieces = e.endgames.MostPieces()
	switch {
	case p.Occupied().Len() > c.ending.pieces, l.Lines > 1, len(l.Moves) > 0:
		return
	case e.rules.KingRunLimit != 0 && leader.held(p):
		return
	}
	c.root, c.ending.value = leader.prober.Keep(p, c.legal)
	if c.ending.value == endgame.Unknown {
		return
	}
	c.ending.pieces = p.Occupied().Len() - 1
	if len(c.root) == 1 && !l.Analyze {
		c.budget = budget{}
	}
}

// assured returns the score s of the root as far as it agrees with what is
// known of it. What has been proved on the board stands.
func (e *ending) assured(s Score) Score {
	switch {
	case s.IsProven():
		return s
	case e.value == endgame.Win:
		return DatabaseWin
	case e.value == endgame.Loss:
		return -DatabaseWin
	case e.value == endgame.Draw:
		return Draw
	}
	return s
}
