package match

import (
	"context"
	"fmt"
	"maps"
	"slices"
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

// startHub starts an engine and makes it ready for games.
func startHub(ctx context.Context, e *EngineConfig, h *environment) (Player, error) {
	wire := h.logOf(e)
	process, err := startProcess(e, wire, wire.received)
	if err != nil {
		return nil, err
	}
	p := &hubPlayer{process: process, rules: h.rules}
	if err := p.handshake(ctx, e.Params); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// hubName returns what the engine calls itself, with its version.
func hubName(ctx context.Context, e *EngineConfig, h *environment) (string, error) {
	wire := h.logOf(e)
	process, err := startProcess(e, wire, wire.received)
	if err != nil {
		return "", err
	}
	p := &hubPlayer{process: process, rules: h.rules}
	defer p.Close()
	name := ""
	err = p.await(ctx, helloTime, "hub", "wait", func(m hub.Message) {
		if m.Command == "id" {
			program, _ := m.Arg("name")
			version, _ := m.Arg("version")
			name = strings.TrimSpace(program.Value + " " + version.Value)
		}
	})
	return name, err
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
