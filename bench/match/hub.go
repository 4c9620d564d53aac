package match

import (
	"context"
	"errors"
	"maps"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/search"
)

// A hubPlayer is a program that speaks Hub, in either version.
type hubPlayer struct {
	*process
	client *hub.Client
}

// newHubPlayer starts the program of an engine and greets it.
func newHubPlayer(ctx context.Context, e *EngineConfig, env *environment) (*hubPlayer, error) {
	log := env.logOf(e)
	process, err := startProcess(e, log, log.received)
	if err != nil {
		return nil, err
	}
	p := &hubPlayer{process, hub.NewClient(process)}
	if e.Protocol == Hub1 {
		p.client = hub.NewClient1(process)
	}
	if err := p.client.Handshake(ctx); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// startHub starts an engine and makes it ready for games.
func startHub(ctx context.Context, e *EngineConfig, env *environment) (Player, error) {
	if e.Protocol == Hub1 && e.Limits.Nodes != 0 {
		return nil, errors.New("it speaks Hub 1, which has no limit of nodes")
	}
	p, err := newHubPlayer(ctx, e, env)
	if err != nil {
		return nil, err
	}
	if err := p.client.Init(ctx, env.rules, withoutBook(p.client, e.Params)); err != nil {
		_ = p.Close()
		return nil, err
	}
	return p, nil
}

// withoutBook returns the parameters for an engine: with its opening book switched off, if
// it has one and nobody asked for it. Matches begin with openings.
func withoutBook(c *hub.Client, asked map[string]string) map[string]string {
	const book = "book"
	_, given := asked[book]
	if typ, _ := c.Declared(book); given || typ != "bool" {
		return asked
	}
	all := maps.Clone(asked)
	if all == nil {
		all = map[string]string{}
	}
	all[book] = "false"
	return all
}

// hubName returns what the engine calls itself, with its version.
func hubName(ctx context.Context, e *EngineConfig, env *environment) (string, error) {
	p, err := newHubPlayer(ctx, e, env)
	if err != nil {
		return "", err
	}
	defer p.Close()
	return p.client.Name(), nil
}

// NewGame waits until the engine has forgotten the last game.
func (p *hubPlayer) NewGame(ctx context.Context) error {
	if !p.alive() {
		return p.crash()
	}
	return p.client.NewGame(ctx)
}

// Move has the engine search.
func (p *hubPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	a, err := p.client.Search(ctx, g, l, nil)
	illegal := (*hub.MoveError)(nil)
	switch {
	case errors.Is(err, hub.ErrNoMove):
		err = &Forfeit{Kind: NoMove}
	case errors.As(err, &illegal):
		err = &Forfeit{IllegalMove, illegal.Error()}
	}
	return Answer{Move: a.Move, Score: a.Info.Score, Scored: a.Info.Scored, Depth: a.Info.Depth, Nodes: a.Info.Nodes}, err
}

// Close asks the engine to quit.
func (p *hubPlayer) Close() error { return p.close("quit") }
