package search

import (
	"slices"

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

// A rootPosition is the position a search begins at: its moves, and what the databases
// say of it.
type rootPosition struct {
	legal []movegen.Move
	moves []movegen.Move // those of them to choose from

	value     endgame.Value // of the databases; Unknown if the moves are not chosen by them
	lines     []rootLine    // to the end of the game, best first, if the databases know that much
	maxPieces int           // positions with up to that many are probed below
}

// newRootPosition returns the position of a search of g under l, before any probe.
func newRootPosition(g *movegen.Game, l *Limits) rootPosition {
	legal := g.LegalMoves(nil)
	if len(l.Moves) == 0 {
		return rootPosition{legal: legal, moves: legal}
	}
	excluded := func(m movegen.Move) bool { return !slices.Contains(l.Moves, m) }
	return rootPosition{legal: legal, moves: slices.DeleteFunc(slices.Clone(legal), excluded)}
}

// probeRoot probes the databases for the root. If they know it, only its best
// moves are left to choose from, and positions with as many pieces are not probed
// below, where all answers would be alike: the search then finds the way from one
// win into the next, or to a draw that is harder to hold. With several lines or
// certain moves asked for, it finds what the databases know of each.
func (e *Engine) probeRoot(c *control, g *movegen.Game, l *Limits) {
	p, leader := g.Position(), e.workers[0]
	if leader.prober == nil {
		return
	}
	r := &c.position
	r.maxPieces = e.endgames.MostPieces()
	limited := !endgame.Certain(e.rules, p, endgame.Draw) // the limit on king moves may make distances wrong
	switch {
	case p.Occupied().Len() > r.maxPieces:
		return
	case l.Lines > 1 || len(l.Moves) > 0:
		if !limited {
			r.lines = databaseLines(g, leader.prober, r.moves, max(l.Lines, 1))
		}
		return
	}
	best, value, plies := leader.prober.Best(p, r.legal)
	if !endgame.Certain(e.rules, p, value) {
		return
	}
	r.maxPieces = p.Occupied().Len() - 1
	if plies > 0 && !limited {
		moves := best
		if value == endgame.Loss {
			moves = r.legal // a draw is better than the slowest loss
		}
		if r.lines = decidedLine(g, leader.prober, moves, value); r.lines == nil {
			repeat := func(m movegen.Move) bool { return repeats(g, m) }
			if g.CountLeft() <= countHorizon || slices.ContainsFunc(moves, repeat) {
				r.maxPieces++ // the answers differ: for a count see inTime; a move that repeats is a draw
			}
			return // a draw comes first, so the search has to see
		}
	}
	r.moves, r.value = best, value
	if len(r.moves) == 1 && !l.Analyze {
		c.budget = timeBudget{}
	}
}

// decidedLine returns the line of one of the moves of g, which is won or lost. It returns
// nil if a draw comes first: whichever of them the winner makes, or after one of the
// loser's.
func decidedLine(g *movegen.Game, pr *endgame.Prober, moves []movegen.Move, value endgame.Value) []rootLine {
	if value == endgame.Loss {
		return databaseLines(g, pr, moves, 1)
	}
	for _, m := range moves {
		if line := databaseLines(g, pr, []movegen.Move{m}, 1); line != nil {
			return line
		}
	}
	return nil
}

// repeats reports whether m makes g a draw by repetition.
func repeats(g *movegen.Game, m movegen.Move) bool {
	g.Push(m)
	defer g.Pop()
	reason := g.DrawReason()
	return reason == movegen.ReasonThreefold || reason == movegen.ReasonFourfold
}

// databaseLines returns the lines of the n best of moves, nil if there is one of
// which the databases do not know how the game ends.
func databaseLines(g *movegen.Game, pr *endgame.Prober, moves []movegen.Move, n int) []rootLine {
	var all []rootLine
	for _, m := range moves {
		line, ok := databaseLine(g.Clone(), pr, m)
		if !ok {
			return nil
		}
		all = append(all, line)
	}
	slices.SortStableFunc(all, func(a, b rootLine) int { return int(b.score - a.score) })
	return all[:min(n, len(all))]
}

// databaseLine plays m in g, and after it the best moves to the end of the game
// unless it is drawn. It returns that line with its score; ok is false if the
// databases do not know it, or if it becomes a draw by the rules.
func databaseLine(g *movegen.Game, pr *endgame.Prober, m movegen.Move) (line rootLine, ok bool) {
	line.pv, line.depth = []movegen.Move{m}, 1
	g.Push(m)
	value := pr.Probe(g.Position())
	if value == endgame.Draw {
		return line, true
	}
	left, ok := pr.Distance(g.Position())
	var moves []movegen.Move
	for ; ok && left > 0; left-- {
		moves = g.LegalMoves(moves[:0])
		if len(moves) == 0 || g.DrawReason() != "" {
			return line, false
		}
		best, _, _ := pr.Best(g.Position(), moves)
		line.pv = append(line.pv, best[0])
		g.Push(best[0])
	}
	line.score = WinIn(len(line.pv))
	if value == endgame.Win {
		line.score = -line.score
	}
	return line, ok
}

// reportLines reports the lines of a game whose end is known, worst first, and
// returns the best.
func (c *control) reportLines(onInfo func(Info)) Result {
	var info Info
	for k, line := range slices.Backward(c.position.lines) {
		info = Info{
			Depth: line.depth, MeanDepth: float64(len(line.pv)), Line: k + 1, Score: line.score, Time: c.elapsed(), PV: line.pv,
		}
		if onInfo != nil {
			onInfo(info)
		}
	}
	return Result{Info: info, Move: info.PV[0], Found: true}
}

// databaseScore returns the score s of the root as far as it agrees with the
// databases. What has been proved on the board stands.
func (r *rootPosition) databaseScore(s Score) Score {
	switch {
	case s.IsProven():
		return s
	case r.value == endgame.Win:
		return DatabaseWin
	case r.value == endgame.Loss:
		return -DatabaseWin
	case r.value == endgame.Draw:
		return Draw
	}
	return s
}
