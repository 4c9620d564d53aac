package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/search"
)

// hubQuestion returns the lines that ask for a move.
func hubQuestion(g *movegen.Game, l search.Limits) []string {
	start := g.Start()
	pos := "pos pos=" + g.Rules().HubPosition(&start)
	if moves := hubMoves(g); len(moves) > 0 {
		pos += ` moves="` + strings.Join(moves, " ") + `"`
	}
	lines := []string{pos}
	if l.Depth > 0 {
		lines = append(lines, fmt.Sprintf("level depth=%d", l.Depth))
	}
	if l.Nodes > 0 {
		lines = append(lines, fmt.Sprintf("level nodes=%d", l.Nodes))
	}
	if l.MoveTime > 0 {
		lines = append(lines, "level move-time="+inSeconds(l.MoveTime))
	}
	if c := l.Clock; c != nil {
		level := "level"
		if c.Moves > 0 {
			level += fmt.Sprintf(" moves=%d", c.Moves)
		}
		level += " time=" + inSeconds(c.Remaining)
		if c.Increment > 0 {
			level += " inc=" + inSeconds(c.Increment)
		}
		lines = append(lines, level)
	}
	return append(lines, "go think")
}

// hubMoves returns the moves of g in Hub notation.
func hubMoves(g *movegen.Game) []string {
	var texts []string
	for _, m := range g.Moves() {
		texts = append(texts, g.Rules().HubMove(m))
	}
	return texts
}

// inSeconds writes d as a number of seconds, to the millisecond.
func inSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', -1, 64)
}

// hear takes from an info line what is of interest. Lines about other moves
// than the best are not.
func (a *Answer) hear(m hub.Message) {
	if k, ok := m.Arg("multipv"); ok && k.Value != "1" {
		return
	}
	if depth, ok := m.Arg("depth"); ok {
		a.Depth, _ = strconv.Atoi(depth.Value)
	}
	if nodes, ok := m.Arg("nodes"); ok {
		a.Nodes, _ = strconv.ParseInt(nodes.Value, 10, 64)
	}
	score, _ := m.Arg("score")
	if v, err := strconv.ParseFloat(score.Value, 64); err == nil && !math.IsNaN(v) {
		a.setScore(v)
	}
}

// setScore takes a score in men.
func (a *Answer) setScore(men float64) {
	const most = float64(search.Infinite) / 100
	a.Score, a.Scored = search.Score(math.Round(100*min(max(men, -most), most))), true
}

// setMove takes the move from a done line.
func (a *Answer) setMove(g *movegen.Game, done hub.Message) error {
	move, _ := done.Arg("move")
	return a.readMove(g, move.Value)
}

// readMove takes the move from its text, which is not trusted.
func (a *Answer) readMove(g *movegen.Game, text string) error {
	if text == "" {
		return &Forfeit{Kind: NoMove}
	}
	m, err := g.Rules().ParseHubMove(g.Position(), text)
	if err != nil {
		return &Forfeit{IllegalMove, err.Error()}
	}
	a.Move = m
	return nil
}
