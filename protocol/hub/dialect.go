package hub

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A dialect is a version of the protocol as a Client speaks it.
type dialect interface {
	set(name, value string) string
	newGame() string
	searchCommands(g *movegen.Game, l search.Limits) []string
	parse(line string) reply
}

// A reply is a line of an engine. Its command is that of version 2.
type reply struct {
	command      string
	message      Message // of version 2
	text         string  // what the engine calls itself, or complains of
	move, ponder string

	// What an info line says, as text; "" where the engine does not say it.
	depth, nodes, score, pv string
	scale                   float64 // of the score, to men
	rank                    int     // of the move that it is about; 0: not said
}

// update takes what r has of the numbers.
func (i *Info) update(r reply) {
	if depth, err := strconv.Atoi(r.depth); err == nil {
		i.Depth = depth
	}
	if nodes, err := strconv.ParseInt(r.nodes, 10, 64); err == nil {
		i.Nodes = nodes
	}
	if score, err := strconv.ParseFloat(r.score, 64); err == nil && !math.IsNaN(score) {
		const most = float64(search.Infinite)
		i.Score, i.Scored = search.Score(math.Round(min(max(100*r.scale*score, -most), most))), true
	}
	if r.pv != "" {
		i.PV = strings.Fields(r.pv)
	}
}

// version2 is Hub, version 2.
type version2 struct{}

func (version2) set(name, value string) string {
	return newMessage("set-param", "name", name, "value", value).String()
}

func (version2) newGame() string { return "new-game" }

// searchCommands returns the lines that ask for a move: pos, level and go.
func (version2) searchCommands(g *movegen.Game, l search.Limits) []string {
	start := g.Start()
	pos := newMessage("pos", "pos", g.Rules().HubPosition(&start))
	if wolf := g.Rules().Wolf(&start); wolf != "" {
		pos.Args = append(pos.Args, Arg{Name: "wolf", Value: wolf})
	}
	if moves := hubMoves(g); len(moves) > 0 {
		pos.Args = append(pos.Args, Arg{Name: "moves", Value: strings.Join(moves, " ")})
	}
	lines := []string{pos.String()}
	if l.Depth > 0 {
		lines = append(lines, fmt.Sprintf("level depth=%d", l.Depth))
	}
	if l.Nodes > 0 {
		lines = append(lines, fmt.Sprintf("level nodes=%d", l.Nodes))
	}
	if l.MoveTime > 0 {
		lines = append(lines, "level move-time="+formatSeconds(toldMoveTime(l.MoveTime)))
	}
	if l.Clock != nil {
		c := l.Clock.Positive()
		level := "level"
		if c.Moves > 0 {
			level += fmt.Sprintf(" moves=%d", c.Moves)
		}
		level += " time=" + formatSeconds(c.Remaining)
		if c.Increment > 0 {
			level += " inc=" + formatSeconds(c.Increment)
		}
		lines = append(lines, level)
	}
	if l.Analyze {
		return append(lines, "go analyze")
	}
	return append(lines, "go think")
}

// parse takes a line apart, as far as it makes sense.
func (version2) parse(line string) reply {
	m, _ := Parse(line)
	value := func(name string) string {
		a, _ := m.Arg(name)
		return a.Value
	}
	r := reply{command: m.Command, message: m}
	switch m.Command {
	case "id":
		r.text = strings.TrimSpace(value("name") + " " + value("version"))
	case "error":
		r.text = m.String()
	case "done":
		r.move, r.ponder = value("move"), value("ponder")
	case "info":
		r.rank, _ = strconv.Atoi(value("multipv"))
		r.depth, r.nodes, r.score, r.pv, r.scale = value("depth"), value("nodes"), value("score"), value("pv"), 1
	}
	return r
}

// hubMoves returns the moves of g in Hub notation.
func hubMoves(g *movegen.Game) []string {
	var texts []string
	for _, m := range g.Moves() {
		texts = append(texts, g.Rules().HubMove(m))
	}
	return texts
}

// toldMoveTime returns d as an engine is told: to the millisecond, but not none at all.
func toldMoveTime(d time.Duration) time.Duration {
	return max(d.Round(time.Millisecond), time.Millisecond)
}

// formatSeconds writes d as a number of seconds, to the millisecond.
func formatSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Round(time.Millisecond).Seconds(), 'f', -1, 64)
}

// version1 is the first version of Hub: words by position, without names or quotes,
// limits in milliseconds and scores in hundredths of a man.
//
//	hub                   name …, author …, country …, wait
//	set <name> <value>
//	init                  ready
//	new
//	pos <51 characters>   as in version 2, but the side to move is w or b
//	move <m>              is played on
//	depth <n>, time <ms>, level <moves> <ms> <inc>
//	go, analyse           info <depth> <mean> <score> <nodes> <seconds> <nps> <pv…>, move <m> [<ponder>]
//	ping                  pong
//	quit
type version1 struct{}

func (version1) set(name, value string) string { return fmt.Sprintf("set %s %s", name, value) }

func (version1) newGame() string { return "new" }

// searchCommands returns the lines that ask for a move: pos, move, a limit and go.
func (version1) searchCommands(g *movegen.Game, l search.Limits) []string {
	start := g.Start()
	position := g.Rules().HubPosition(&start)
	lines := []string{"pos " + strings.ToLower(position[:1]) + position[1:]}
	for _, m := range hubMoves(g) {
		lines = append(lines, "move "+m)
	}
	if l.Depth > 0 {
		lines = append(lines, fmt.Sprintf("depth %d", l.Depth))
	}
	if l.MoveTime > 0 {
		lines = append(lines, fmt.Sprintf("time %d", toldMoveTime(l.MoveTime).Milliseconds()))
	}
	if l.Clock != nil {
		c := l.Clock.Positive()
		lines = append(lines, fmt.Sprintf("level %d %d %d", c.Moves, c.Remaining.Milliseconds(), c.Increment.Milliseconds()))
	}
	if l.Analyze {
		return append(lines, "analyse")
	}
	return append(lines, "go")
}

// parse takes the words of a line.
func (version1) parse(line string) reply {
	words := strings.Fields(line)
	r := reply{command: words[0]}
	rest := words[1:]
	switch words[0] {
	case "name", "version":
		r.command, r.text = "id", strings.Join(rest, " ")
	case "error":
		r.text = strings.Join(words, " ")
	case "move":
		r.command = "done"
		if len(rest) > 0 {
			r.move = rest[0]
		}
		if len(rest) > 1 {
			r.ponder = rest[1]
		}
	case "info":
		if len(rest) >= 4 {
			r.depth, r.score, r.nodes, r.scale = rest[0], rest[2], rest[3], 0.01
			r.pv = strings.Join(rest[min(6, len(rest)):], " ")
		}
	}
	return r
}
