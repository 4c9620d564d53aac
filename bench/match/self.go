package match

import (
	"context"

	"stupol/movegen"
	"stupol/search"
)

// A selfPlayer is an engine of our own in this process. It starts every game
// knowing nothing, so that, on one thread and limited by nodes or depth, it
// plays the same game again whenever it is asked to.
type selfPlayer struct{ engine *search.Engine }

// newSelfPlayer returns a player with these options.
func newSelfPlayer(o search.Options) (Player, error) {
	engine, err := search.New(o)
	if err != nil {
		return nil, err
	}
	return selfPlayer{engine}, nil
}

// NewGame forgets the games before.
func (p selfPlayer) NewGame(context.Context) error {
	p.engine.Clear()
	return nil
}

// Move searches.
func (p selfPlayer) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	r, err := p.engine.Search(ctx, g, l, nil)
	if err != nil {
		return Answer{}, err
	}
	if !r.Found {
		return Answer{}, &Forfeit{Kind: NoMove}
	}
	return Answer{Move: r.Move, Score: r.Score, Scored: true, Depth: r.Depth, Nodes: r.Nodes}, nil
}

// Close ends the engine.
func (p selfPlayer) Close() error {
	p.engine.Close()
	return nil
}
