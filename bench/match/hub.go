package match

import (
	"context"
	"errors"
	"maps"

	"stupol/movegen"
	"stupol/protocol/hub"
	"stupol/protocol/peer"
	"stupol/search"
)

// A hubPlayer is a program that speaks Hub, in either version.
type hubPlayer struct{ *peer.HubEngine }

// startHub starts an engine and makes it ready for games.
func startHub(ctx context.Context, e *peer.EngineConfig, env *environment) (Player, error) {
	h, err := peer.StartHub(ctx, e, env.logOf(e))
	if err != nil {
		return nil, err
	}
	if err := h.Init(ctx, env.rules, withoutBook(h.Client, e.Params)); err != nil {
		_ = h.Close()
		return nil, err
	}
	return hubPlayer{h}, nil
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
func hubName(ctx context.Context, e *peer.EngineConfig, env *environment) (string, error) {
	h, err := peer.StartHub(ctx, e, env.logOf(e))
	if err != nil {
		return "", err
	}
	defer h.Close()
	return h.Name(), nil
}

// NewGame waits until the engine has forgotten the last game.
func (p hubPlayer) NewGame(ctx context.Context) error {
	if !p.Alive() {
		return forfeitOf(p.Crash())
	}
	return forfeitOf(p.HubEngine.NewGame(ctx))
}

// Move has the engine search.
func (p hubPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	a, err := p.Search(ctx, g, l, nil)
	return Answer{Move: a.Move, Score: a.Info.Score, Scored: a.Info.Scored, Depth: a.Info.Depth, Nodes: a.Info.Nodes}, forfeitOf(err)
}

// group returns that of the program.
func (p hubPlayer) group() int { return p.Group() }

// forfeitOf returns the forfeit that an error of a program means, or the error.
func forfeitOf(err error) error {
	illegal, crash := (*hub.MoveError)(nil), (*peer.CrashError)(nil)
	switch {
	case errors.Is(err, hub.ErrNoMove):
		return &Forfeit{Kind: NoMove}
	case errors.As(err, &illegal):
		return &Forfeit{IllegalMove, illegal.Error()}
	case errors.As(err, &crash):
		return &Forfeit{Crash, crash.How}
	}
	return err
}
