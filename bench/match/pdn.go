package match

import (
	"fmt"
	"slices"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// PDN returns a game of m in Portable Draughts Notation. The comment on a move is a
// pdn.Remark with the player's score, the clock, the time taken, and the search.
func (m *Match) PDN(g *Game) (*pdn.Game, error) {
	game, err := g.Replay(m.Rules, m.Draws)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", g.Number(), err)
	}
	tags := []pdn.Tag{
		{Name: "Event", Value: "Engine match"},
		{Name: "Date", Value: g.Date},
		{Name: "Round", Value: g.Number()},
		{Name: "White", Value: g.White},
		{Name: "Black", Value: g.Black},
		{Name: "WhiteType", Value: "program"},
		{Name: "BlackType", Value: "program"},
		{Name: "WhiteLimits", Value: m.limitsOf(g.White).String()},
		{Name: "BlackLimits", Value: m.limitsOf(g.Black).String()},
		{Name: "Opening", Value: g.Opening},
		{Name: "Termination", Value: g.Reason},
	}
	record := pdn.FromGame(game, g.outcome(), m.comments(g), tags...)
	if r, err := record.Rules(); err != nil || r != m.Rules {
		record.SetTag("Variant", m.Rules.Name)
	}
	return record, nil
}

// limitsOf returns the limits that the engine with that name has.
func (m *Match) limitsOf(name string) Limits {
	i := slices.IndexFunc(m.Engines, func(e EngineConfig) bool { return e.Name == name })
	if i < 0 {
		return Limits{}
	}
	return m.Engines[i].EffectiveLimits()
}

// outcome returns who won, in the words of the rules.
func (g *Game) outcome() movegen.Outcome {
	switch g.Winner {
	case whiteWon:
		return movegen.WhiteWins
	case blackWon:
		return movegen.BlackWins
	}
	return movegen.Drawn
}

// comments returns a comment for each move of the game.
func (m *Match) comments(g *Game) []string {
	comments := make([]string, g.Book, g.Book+g.Plies())
	clocks := [2]clock{newClock(m.limitsOf(g.White)), newClock(m.limitsOf(g.Black))}
	for i, micros := range g.Micros {
		mover := movegen.Color((g.firstMover() + i) % 2)
		used := time.Duration(micros) * time.Microsecond
		clocks[mover].spend(used)
		comments = append(comments, g.remark(i, mover, used, &clocks[mover]).String())
	}
	return comments
}

// remark returns what is known of move i of the engines, made by the mover, whose clock
// is c.
func (g *Game) remark(i int, mover movegen.Color, used time.Duration, c *clock) pdn.Remark {
	r := pdn.Remark{
		Clocked: c.limits.Time != 0, Clock: c.remaining,
		Timed: true, Spent: used,
		Depth: g.Depths[i], Nodes: g.Nodes[i],
	}
	if e := g.Scores[i]; e.Known {
		r.Scored, r.Score = true, e.Score.ForWhite(mover)
	}
	return r
}
