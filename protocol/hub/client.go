package hub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// Lines carry what a Client and an engine say to each other.
type Lines interface {
	// Send sends lines to the engine.
	Send(lines ...string) error

	// Receive returns the next line of the engine that is not blank.
	Receive(ctx context.Context) (string, error)
}

// A Client is the side of a GUI: it has an engine search. It is used by one goroutine.
type Client struct {
	lines   Lines
	dialect dialect

	name       string
	declared   map[string]Message // param lines of the engine, by name
	order      []string           // their names, in the order of the engine
	ping       bool               // the engine answers ping
	unanswered bool               // a search has been given up before its answer
}

// The timeouts of a Client, besides those of its contexts.
const (
	handshakeTimeout = 30 * time.Second
	readyTimeout     = 2 * time.Minute // databases may be read, a large table cleared
	pingTimeout      = 2 * time.Second // for an engine that may not know ping
)

// NewClient returns a client of the engine behind lines, in version 2 of the protocol.
func NewClient(lines Lines) *Client { return &Client{lines: lines, dialect: version2{}} }

// NewClient1 returns a client in the first version of the protocol, as Scan 2.0 speaks
// it: only International draughts, and no limit of nodes.
func NewClient1(lines Lines) *Client { return &Client{lines: lines, dialect: version1{}, ping: true} }

// Info is what an engine says about its search.
type Info struct {
	Depth  int
	Nodes  int64
	Score  search.Score // for the side to move
	Scored bool         // the engine has given a score
	PV     []string     // moves in Hub notation, which are not checked
	Rank   int          // of its first move among the best; 1 unless the engine reports several
}

// Answer is the result of a search.
type Answer struct {
	Move   movegen.Move
	Ponder *movegen.Move // the reply that the engine expects; nil: none, or an illegal one
	Info   Info          // the last
}

// ErrNoMove is the error of an engine that answers without a move.
var ErrNoMove = errors.New("no move")

// MoveError is the error of an engine that answers with a move that is not legal.
type MoveError struct{ Err error }

// Error says what is wrong with the move.
func (e *MoveError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Err }

// UnfitError is the error of an engine that does not play a game or has no such parameter: it would
// be the same the next time.
type UnfitError struct{ Why string }

// Error says it.
func (e *UnfitError) Error() string { return e.Why }

// Handshake greets the engine, which then says its name and its parameters.
func (c *Client) Handshake(ctx context.Context) error {
	c.name, c.declared, c.order = "", map[string]Message{}, nil
	return c.await(ctx, handshakeTimeout, "wait", c.heard, "hub")
}

// heard takes the name or a parameter from an answer to the handshake.
func (c *Client) heard(r reply) {
	switch r.command {
	case "id":
		c.name = strings.TrimSpace(c.name + " " + r.text)
	case "param":
		if name, ok := r.message.Arg("name"); ok {
			if _, again := c.declared[name.Value]; !again {
				c.order = append(c.order, name.Value)
			}
			c.declared[name.Value] = r.message
		}
	}
}

// Name returns the name and the version of the engine, known after Handshake.
func (c *Client) Name() string { return c.name }

// Declared returns the type of a parameter, as "bool", and whether the engine has declared
// it. It is known after Handshake.
func (c *Client) Declared(name string) (typ string, ok bool) {
	m, ok := c.declared[name]
	t, _ := m.Arg("type")
	return t.Value, ok
}

// A Param is a parameter as the engine has declared it.
type Param struct {
	Name, Value string
	Type        string   // "bool", "int", "real", "string", "enum", or what else the engine says
	Min, Max    string   // of a number; "": none
	Values      []string // of an enum
}

// Settable reports whether the values of the parameter are known. Those of texts, which may be names
// of files, are not.
func (p *Param) Settable() bool {
	return slices.Contains([]string{"bool", "int", "real", "enum"}, p.Type)
}

// Params returns the parameters that the engine has declared, in its order. They are known
// after Handshake, and texts of a stranger.
func (c *Client) Params() []Param {
	var all []Param
	for _, name := range c.order {
		value := func(key string) string {
			a, _ := c.declared[name].Arg(key)
			return a.Value
		}
		all = append(all, Param{
			Name: name, Value: value("value"), Type: value("type"), Min: value("min"), Max: value("max"), Values: strings.Fields(value("values")),
		})
	}
	return all
}

// Init sets the variant and the parameters, and waits until the engine is ready. A
// parameter that the engine has not declared is an error, because the engine would
// ignore it; that error is an *UnfitError.
func (c *Client) Init(ctx context.Context, r *movegen.Rules, params map[string]string) error {
	lines, err := c.settings(r, params)
	if err != nil {
		return err
	}
	complaint := ""
	err = c.await(ctx, readyTimeout, "ready", func(r reply) {
		if r.command == "error" {
			complaint = r.text
		}
	}, append(lines, "init")...)
	if complaint != "" {
		return fmt.Errorf("it says %s", complaint)
	}
	if err == nil && !c.ping {
		c.ping = c.await(ctx, pingTimeout, "pong", ignore, "ping") == nil
	}
	return err
}

// ignore is for replies that do not matter.
func ignore(reply) {}

// settings returns the lines that set the variant and the parameters.
func (c *Client) settings(r *movegen.Rules, params map[string]string) (lines []string, err error) {
	variant, ok := c.declared["variant"]
	switch {
	case ok && !offers(variant, r.Hub):
		return nil, &UnfitError{"it does not play " + r.Name}
	case ok:
		lines = append(lines, c.dialect.set("variant", r.Hub))
	case r != movegen.International():
		return nil, &UnfitError{"it has no parameter variant, so it plays international draughts, not " + r.Name}
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if _, ok := c.declared[name]; !ok && len(c.declared) > 0 {
			return nil, &UnfitError{fmt.Sprintf("it has no parameter %q", name)}
		}
		lines = append(lines, c.dialect.set(name, params[name]))
	}
	return lines, nil
}

// offers reports whether a parameter may have that value.
func offers(param Message, value string) bool {
	values, ok := param.Arg("values")
	return !ok || slices.Contains(strings.Fields(values.Value), value)
}

// NewGame has the engine forget the last game, and waits for it if the engine answers
// ping.
func (c *Client) NewGame(ctx context.Context) error {
	if err := c.Settle(ctx); err != nil {
		return err
	}
	if !c.ping {
		return c.lines.Send(c.dialect.newGame())
	}
	return c.await(ctx, readyTimeout, "pong", ignore, c.dialect.newGame(), "ping")
}

// Search has the engine search g, which is not over, and returns its answer. OnInfo,
// unless nil, is called with each info; of another move than the best it has only what its own line
// says. When ctx is done Search
// stops the engine, and returns the error of ctx without waiting for the answer.
func (c *Client) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(Info)) (a Answer, err error) {
	if err := c.Settle(ctx); err != nil {
		return a, err
	}
	if err := c.lines.Send(c.dialect.searchCommands(g, l)...); err != nil {
		return a, err
	}
	for {
		line, err := c.lines.Receive(ctx)
		if err != nil {
			c.giveUp(ctx)
			return a, err
		}
		switch r := c.dialect.parse(line); r.command {
		case "info":
			info := Info{Rank: r.rank}
			if r.rank <= 1 {
				a.Info.Rank = 1
				a.Info.update(r)
				info = a.Info
			} else {
				info.update(r)
			}
			if onInfo != nil {
				onInfo(info)
			}
		case "done":
			return a, a.setMoves(g, r)
		}
	}
}

// giveUp stops the search if ctx is done.
func (c *Client) giveUp(ctx context.Context) {
	if ctx.Err() != nil {
		c.unanswered = true
		_ = c.lines.Send("stop") // what happens to a search that was given up does not matter
	}
}

// Settle waits for the answer of a search that was given up. What comes next does so itself.
func (c *Client) Settle(ctx context.Context) error {
	if !c.unanswered {
		return nil
	}
	err := c.await(ctx, readyTimeout, "done", ignore)
	c.unanswered = err != nil
	return err
}

// Quit ends the engine.
func (c *Client) Quit() error { return c.lines.Send("quit") }

// await sends lines and reads replies until the one with that command; the others go
// to heard.
func (c *Client) await(ctx context.Context, timeout time.Duration, command string, heard func(reply), lines ...string) error {
	if err := c.lines.Send(lines...); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		line, err := c.lines.Receive(limited)
		if err != nil && ctx.Err() == nil && limited.Err() != nil {
			return fmt.Errorf("no %s within %v", command, timeout)
		}
		if err != nil {
			return err
		}
		r := c.dialect.parse(line)
		if r.command == command {
			return nil
		}
		heard(r)
	}
}

// setMoves takes the moves from the last reply to a search of g. They are not trusted.
func (a *Answer) setMoves(g *movegen.Game, done reply) error {
	if done.move == "" {
		return ErrNoMove
	}
	m, err := g.Rules().ParseHubMove(g.Position(), done.move)
	if err != nil {
		return &MoveError{err}
	}
	a.Move = m
	after := g.Rules().Play(g.Position(), m)
	if ponder, err := g.Rules().ParseHubMove(&after, done.ponder); err == nil {
		a.Ponder = &ponder
	}
	return nil
}
