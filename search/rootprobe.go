package search

import (
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
)

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
		c.budget = budget{}
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
