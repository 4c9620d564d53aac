package search

import (
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
)

// An ending is what the databases say of the root.
type ending struct {
	value  endgame.Value
	lines  []finding // to the end of the game, best first, if they know that much
	pieces int       // positions with up to so many pieces are looked up below
}

// lookUpRoot looks g up. If it is there, only the best moves are left to choose
// from, and positions with as many pieces are not looked up below, where all
// answers would be alike: the search then finds the way from one win into the
// next, or to a draw that is harder to hold. Who asks for several lines or for
// certain moves is told what the databases know of each.
func (e *Engine) lookUpRoot(c *control, g *movegen.Game, l *Limits) {
	p, leader := g.Position(), e.workers[0]
	if leader.prober == nil {
		return
	}
	c.ending.pieces = e.endgames.MostPieces()
	limited := e.rules.KingRunLimit != 0
	switch {
	case p.Occupied().Len() > c.ending.pieces:
		return
	case l.Lines > 1 || len(l.Moves) > 0:
		if !limited {
			c.ending.lines = rated(g, leader.prober, c.root, max(l.Lines, 1))
		}
		return
	}
	best, value, plies := leader.prober.Best(p, c.legal)
	if !endgame.Certain(e.rules, p, value) {
		return
	}
	c.ending.pieces = p.Occupied().Len() - 1
	if plies > 0 && !limited {
		if c.ending.lines = rated(g, leader.prober, best[:1], 1); c.ending.lines == nil {
			return // a draw comes first, so the search has to see
		}
	}
	c.root, c.ending.value = best, value
	if len(c.root) == 1 && !l.Analyze {
		c.budget = budget{}
	}
}

// rated returns the lines of the n best of moves, nil if there is one of which
// the databases do not know how the game ends.
func rated(g *movegen.Game, pr *endgame.Prober, moves []movegen.Move, n int) []finding {
	var all []finding
	for _, m := range moves {
		f, ok := rate(g.Clone(), pr, m)
		if !ok {
			return nil
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(a, b finding) int { return int(b.score - a.score) })
	return all[:min(n, len(all))]
}

// rate plays m in g, and after it the best moves to the end of the game unless
// it is drawn. It returns that line with its score; ok is false if the
// databases do not know it, or if it becomes a draw by the rules.
func rate(g *movegen.Game, pr *endgame.Prober, m movegen.Move) (f finding, ok bool) {
	f.line, f.depth = []movegen.Move{m}, 1
	g.Push(m)
	value := pr.Probe(g.Position())
	if value == endgame.Draw {
		return f, true
	}
	left, ok := pr.Distance(g.Position())
	var moves []movegen.Move
	for ; ok && left > 0; left-- {
		moves = g.LegalMoves(moves[:0])
		if len(moves) == 0 || g.DrawReason() != "" {
			return f, false
		}
		best, _, _ := pr.Best(g.Position(), moves)
		f.line = append(f.line, best[0])
		g.Push(best[0])
	}
	f.score = WinIn(len(f.line))
	if value == endgame.Win {
		f.score = -f.score
	}
	return f, ok
}

// tell reports the lines of a game whose end is known, worst first, and returns
// the best.
func (c *control) tell(onInfo func(Info)) Result {
	var info Info
	for k, f := range slices.Backward(c.ending.lines) {
		info = Info{
			Depth: f.depth, MeanDepth: float64(len(f.line)), Line: k + 1, Score: f.score, Time: c.elapsed(), PV: f.line,
		}
		if onInfo != nil {
			onInfo(info)
		}
	}
	return Result{Info: info, Move: info.PV[0], Found: true}
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
