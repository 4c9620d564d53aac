package match

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// A hub1Player is an engine that speaks the first version of Hub, as Scan 2.0
// does: words by position, without names or quotes, limits in milliseconds and
// scores in hundredths of a man.
//
//	hub                   name …, author …, country …, wait
//	set <name> <value>
//	init                  ready
//	new
//	pos <51 characters>   as in Hub, but the side to move is w or b
//	move <m>              is played on
//	depth <n>, time <ms>, level <moves> <ms> <inc>
//	go                    info <depth> <mean> <score> <nodes> <seconds> <nps> <pv…>, move <m> [<ponder>]
//	ping                  pong
//	quit
//
// It knows only international draughts, and no limit of nodes.
type hub1Player struct{ *process }

// startHub1 starts an engine and makes it ready for games.
func startHub1(ctx context.Context, e *EngineConfig, h *environment) (Player, error) {
	switch {
	case h.rules != movegen.International():
		return nil, fmt.Errorf("it speaks Hub 1, which has only international draughts, not %s", h.rules.Name)
	case e.Limits.Nodes != 0:
		return nil, fmt.Errorf("it speaks Hub 1, which has no limit of nodes")
	}
	wire := h.logOf(e)
	process, err := startProcess(e, wire, wire.received)
	if err != nil {
		return nil, err
	}
	p := &hub1Player{process}
	if err := p.handshake(ctx, e.Params); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// hub1Name returns what the engine calls itself.
func hub1Name(ctx context.Context, e *EngineConfig, h *environment) (string, error) {
	wire := h.logOf(e)
	process, err := startProcess(e, wire, wire.received)
	if err != nil {
		return "", err
	}
	p := &hub1Player{process}
	defer p.Close()
	name := ""
	err = p.await(ctx, helloTime, "wait", func(words []string) {
		if words[0] == "name" || words[0] == "version" {
			name = strings.TrimSpace(name + " " + strings.Join(words[1:], " "))
		}
	}, "hub")
	return name, err
}

// handshake sets the parameters.
func (p *hub1Player) handshake(ctx context.Context, params map[string]string) error {
	if err := p.await(ctx, helloTime, "wait", ignored, "hub"); err != nil {
		return err
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		lines = append(lines, fmt.Sprintf("set %s %s", name, params[name]))
	}
	return p.await(ctx, readyTime, "ready", ignored, append(lines, "init")...)
}

// ignored is told words that do not matter.
func ignored([]string) {}

// await sends lines and reads up to an answer with that first word; the words of
// others go to heard. An error that the engine tells of meanwhile is one.
func (p *hub1Player) await(ctx context.Context, patience time.Duration, answer string, heard func([]string), lines ...string) error {
	if err := p.send(lines...); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		words, err := p.words(limited)
		switch {
		case err != nil && ctx.Err() == nil && limited.Err() != nil:
			return fmt.Errorf("no %s within %v", answer, patience)
		case err != nil:
			return err
		case words[0] == answer:
			return nil
		case words[0] == "error":
			return fmt.Errorf("it says %s", strings.Join(words, " "))
		}
		heard(words)
	}
}

// words returns the words of the next line, at least one.
func (p *hub1Player) words(ctx context.Context) ([]string, error) {
	line, err := p.receive(ctx)
	return strings.Fields(line), err
}

// NewGame waits until the engine has forgotten the last game.
func (p *hub1Player) NewGame(ctx context.Context) error {
	return p.await(ctx, readyTime, "pong", ignored, "new", "ping")
}

// Move asks with pos, move, a limit and go.
func (p *hub1Player) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	if err := p.send(hub1Question(g, l)...); err != nil {
		return Answer{}, err
	}
	var a Answer
	for {
		words, err := p.words(ctx)
		if err != nil {
			return a, err
		}
		switch words[0] {
		case "info":
			a.hearHub1(words[1:])
		case "move":
			return a, a.readMove(g, strings.Join(words[1:min(2, len(words))], ""))
		}
	}
}

// Close asks the engine to quit.
func (p *hub1Player) Close() error { return p.close("quit") }

// hub1Question returns the lines that ask for a move.
func hub1Question(g *movegen.Game, l search.Limits) []string {
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
		lines = append(lines, fmt.Sprintf("time %d", l.MoveTime.Milliseconds()))
	}
	if c := l.Clock; c != nil {
		lines = append(lines, fmt.Sprintf("level %d %d %d", c.Moves, c.Remaining.Milliseconds(), c.Increment.Milliseconds()))
	}
	return append(lines, "go")
}

// hearHub1 takes what is of interest from the words after info.
func (a *Answer) hearHub1(words []string) {
	if len(words) < 4 {
		return
	}
	if depth, err := strconv.Atoi(words[0]); err == nil {
		a.Depth = depth
	}
	if score, err := strconv.ParseFloat(words[2], 64); err == nil {
		a.setScore(score / 100)
	}
	if nodes, err := strconv.ParseInt(words[3], 10, 64); err == nil {
		a.Nodes = nodes
	}
}
