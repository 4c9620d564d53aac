package match

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/search"
)

// A hubPlayer is an engine that speaks Hub, version 2. What it says apart from
// the answers waited for is ignored.
type hubPlayer struct {
	*process
	rules *movegen.Rules
	pings bool // it answers ping
}

const (
	// helloTime is how long an engine may take to say what it is.
	helloTime = 30 * time.Second

	// readyTime is how long an engine may take to get ready, reading databases
	// perhaps, or clearing a large table.
	readyTime = 2 * time.Minute

	// pingTime is how long to wait for an engine that may not know ping.
	pingTime = 2 * time.Second
)

// startHub starts an engine and makes it ready for games of those rules.
func startHub(ctx context.Context, e *Engine, r *movegen.Rules) (Player, error) {
	process, err := startProcess(e.Command, e.Dir)
	if err != nil {
		return nil, err
	}
	p := &hubPlayer{process: process, rules: r}
	if err := p.handshake(ctx, e.Params); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// handshake sets the parameters.
func (p *hubPlayer) handshake(ctx context.Context, params map[string]string) error {
	declared := map[string]hub.Message{}
	err := p.await(ctx, helloTime, "hub", "wait", func(m hub.Message) {
		if name, ok := m.Arg("name"); ok && m.Command == "param" {
			declared[name.Value] = m
		}
	})
	if err != nil {
		return err
	}
	lines, err := p.settings(declared, params)
	if err != nil {
		return err
	}
	var complaint string
	err = p.await(ctx, readyTime, strings.Join(append(lines, "init"), "\n"), "ready", func(m hub.Message) {
		if m.Command == "error" {
			complaint = m.String()
		}
	})
	if complaint != "" {
		return fmt.Errorf("it says %s", complaint)
	}
	if err != nil {
		return err
	}
	p.pings = p.await(ctx, pingTime, "ping", "pong", func(hub.Message) {}) == nil
	return nil
}

// settings returns the lines that set the variant and the parameters. One that
// the engine does not declare is an error: it would only be overlooked.
func (p *hubPlayer) settings(declared map[string]hub.Message, params map[string]string) ([]string, error) {
	var lines []string
	set := func(name, value string) {
		m := hub.Message{Command: "set-param", Args: []hub.Arg{{Name: "name", Value: name}, {Name: "value", Value: value}}}
		lines = append(lines, m.String())
	}
	variant, ok := declared["variant"]
	switch {
	case ok && !offers(variant, p.rules.Hub):
		return nil, fmt.Errorf("it does not play %s", p.rules.Name)
	case ok:
		set("variant", p.rules.Hub)
	case p.rules != movegen.International():
		return nil, fmt.Errorf("it has no parameter variant, so it plays international draughts, not %s", p.rules.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if _, ok := declared[name]; !ok && len(declared) > 0 {
			return nil, fmt.Errorf("it has no parameter %q", name)
		}
		set(name, params[name])
	}
	return lines, nil
}

// offers reports whether a parameter may have that value.
func offers(param hub.Message, value string) bool {
	values, ok := param.Arg("values")
	return !ok || slices.Contains(strings.Fields(values.Value), value)
}

// await sends lines and reads messages up to the one with that command; the
// others go to heard.
func (p *hubPlayer) await(ctx context.Context, patience time.Duration, lines, command string, heard func(hub.Message)) error {
	if err := p.send(lines); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		m, err := p.message(limited)
		switch {
		case err != nil && ctx.Err() == nil && limited.Err() != nil:
			return fmt.Errorf("no %s within %v", command, patience)
		case err != nil:
			return err
		case m.Command == command:
			return nil
		}
		heard(m)
	}
}

// message returns the next line, as far as it makes sense.
func (p *hubPlayer) message(ctx context.Context) (hub.Message, error) {
	line, err := p.receive(ctx)
	if err != nil {
		return hub.Message{}, err
	}
	m, _ := hub.Parse(line)
	return m, nil
}

// NewGame waits until the engine has forgotten the last game, if it can say so.
func (p *hubPlayer) NewGame(ctx context.Context) error {
	if !p.alive() {
		return p.crash()
	}
	if !p.pings {
		return p.send("new-game")
	}
	return p.await(ctx, readyTime, "new-game\nping", "pong", func(hub.Message) {})
}

// Move asks with pos, level and go.
func (p *hubPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	if err := p.send(hubQuestion(g, l)...); err != nil {
		return Answer{}, err
	}
	var a Answer
	for {
		m, err := p.message(ctx)
		if err != nil {
			return a, err
		}
		switch m.Command {
		case "info":
			a.hear(m)
		case "done":
			return a, a.setMove(g, m)
		}
	}
}

// Close asks the engine to quit.
func (p *hubPlayer) Close() error { return p.close("quit") }

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
		return &Fault{Kind: NoMove}
	}
	m, err := g.Rules().ParseHubMove(g.Position(), text)
	if err != nil {
		return &Fault{IllegalMove, err.Error()}
	}
	a.Move = m
	return nil
}
