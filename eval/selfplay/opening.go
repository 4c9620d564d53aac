package selfplay

import (
	"context"
	"fmt"

	"stupol/movegen"
)

// openingAttempts is the number of openings drawn before the player gives up.
const openingAttempts = 10_000

// opening returns a balanced game after a random number of random moves.
func (p *player) opening(ctx context.Context) (*movegen.Game, error) {
	for range openingAttempts {
		game := p.drawOpening()
		balanced, err := p.balanced(ctx, game)
		if balanced || err != nil {
			return game, err
		}
	}
	return nil, fmt.Errorf("none of %d random openings is balanced within %v men", openingAttempts, p.Balance)
}

// drawOpening plays random moves, after which the game may be over.
func (p *player) drawOpening() *movegen.Game {
	game := movegen.NewGameFrom(p.rules, p.rules.Start(), p.draws)
	game.PlayRandom(p.MinOpening+p.random.IntN(p.MaxOpening-p.MinOpening+1), p.random)
	return game
}

// balanced reports whether a game goes on and a small search scores it within Balance.
func (p *player) balanced(ctx context.Context, game *movegen.Game) (bool, error) {
	if game.Result().Outcome != movegen.Ongoing {
		return false, nil
	}
	found, err := searchNodes(ctx, p.engine, game, p.OpeningNodes)
	return err == nil && max(found.Score, -found.Score) <= p.Balance, err
}
