package search

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// An ending is what the databases say of the root.
type ending struct {
	value  endgame.Value
	line   []movegen.Move // best play to the end of the game, if they know it
	pieces int            // positions with up to so many pieces are looked up below
}

// lookUpRoot looks g up. If it is there, only the best moves are left to choose
// from, and positions with as many pieces are not looked up below, where all
// answers would be alike: the search then finds the way from one win into the
// next, or to a draw that is harder to hold. Who asks for several lines or for
// certain moves wants to see bad ones too.
func (e *Engine) lookUpRoot(c *control, g *movegen.Game, l *Limits) {
	p, leader := g.Position(), e.workers[0]
	if leader.prober == nil {
		return
	}
	c.ending.pieces = e.endgames.MostPieces()
	limited := e.rules.KingRunLimit != 0
	if p.Occupied().Len() > c.ending.pieces || l.Lines > 1 || len(l.Moves) > 0 || limited && leader.held(p) {
		return
	}
	best, value, plies := leader.prober.Best(p, c.legal)
	if value == endgame.Unknown {
		return
	}
	c.ending.pieces = p.Occupied().Len() - 1
	if plies > 0 && !limited {
		c.ending.line = bestPlay(g, leader.prober, plies)
		if c.ending.line == nil {
			return // there is not enough time, so the search has to see
		}
	}
	c.root, c.ending.value = best, value
	if len(c.root) == 1 && !l.Analyze {
		c.budget = budget{}
	}
}

// bestPlay returns the moves from g to its end so many plies later, nil if it
// becomes a draw by the rules on the way.
func bestPlay(g *movegen.Game, pr *endgame.Prober, plies int) []movegen.Move {
	g = g.Clone()
	var line, moves []movegen.Move
	for range plies {
		moves = g.LegalMoves(moves[:0])
		if len(moves) == 0 || g.DrawReason() != "" {
			return nil
		}
		best, _, _ := pr.Best(g.Position(), moves)
		line = append(line, best[0])
		g.Push(best[0])
	}
	return line
}

// solution returns the report of a game whose end is known.
func (c *control) solution() (Info, bool) {
	plies := len(c.ending.line)
	if plies == 0 {
		return Info{}, false
	}
	score := WinIn(plies)
	if c.ending.value == endgame.Loss {
		score = LossIn(plies)
	}
	return Info{
		Depth: 1, MeanDepth: float64(plies), Line: 1, Score: score, Time: c.elapsed(), PV: c.ending.line,
	}, true
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
