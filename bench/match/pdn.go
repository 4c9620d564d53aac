package match

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// PDN returns a game of m in Portable Draughts Notation. The comment on a move has
// the player's score, the clock, the time taken, and the search:
//
//	{[%eval 0.31] [%clk 0:00:52.3] [%emt 0:00:01.2] depth 17, 1204432 nodes}
//
// The score is in men, from White's side.
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
		comments = append(comments, g.comment(i, mover, used, &clocks[mover]))
	}
	return comments
}

// comment returns the comment on move i of the engines, made by the mover, whose clock
// is c.
func (g *Game) comment(i int, mover movegen.Color, used time.Duration, c *clock) string {
	var parts []string
	command := func(name, value string) { parts = append(parts, pdn.Command{Name: name, Value: value}.String()) }
	if e := g.Scores[i]; e.Known {
		command("eval", whiteScore(e.Score, mover).String())
	}
	if c.limits.Time != 0 {
		command("clk", pdn.FormatClock(c.remaining))
	}
	command("emt", pdn.FormatClock(used))
	if depth := g.Depths[i]; depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d, %d nodes", depth, g.Nodes[i]))
	}
	return strings.Join(parts, " ")
}

// whiteScore returns a score of the mover from White's side.
func whiteScore(s search.Score, mover movegen.Color) search.Score {
	if mover == movegen.Black {
		return -s
	}
	return s
}
