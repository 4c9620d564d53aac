package match

import (
	"context"
	"errors"

	"stupol/movegen"
	"stupol/protocol/dxp"
	"stupol/protocol/peer"
	"stupol/search"
)

// A dxpPlayer is an engine that speaks the DamExchange protocol. It is asked for a game
// from the position in which it first has to move, and told that a game is over when the
// next one begins.
type dxpPlayer struct {
	*peer.DXPEngine
	maxMoves int // of each side in a game; 0: any number
}

// maxDXPMoves is the largest limit of moves that a request has room for.
const maxDXPMoves = 999

// NewGame ends the game before, if there was one.
func (p *dxpPlayer) NewGame(ctx context.Context) error { return p.EndGame(ctx) }

// Begin asks for a game from the present position, unless one is being played. The
// engine's clock begins to run when it has accepted.
func (p *dxpPlayer) Begin(ctx context.Context, g *movegen.Game, l search.Limits) error {
	if p.Playing() {
		return nil
	}
	moves := p.maxMoves
	if moves > maxDXPMoves {
		moves = 0
	}
	return p.forfeit(p.Request(ctx, g, l.Clock.Remaining, moves))
}

// Move sends the opponent's last move and waits for the answer.
func (p *dxpPlayer) Move(ctx context.Context, g *movegen.Game, _ search.Limits) (Answer, error) {
	m, err := p.DXPEngine.Move(ctx, g)
	return Answer{Move: m}, p.forfeit(err)
}

// forfeit returns what an error of the initiator means for the game.
func (p *dxpPlayer) forfeit(err error) error {
	var ended dxp.EndedError
	illegal := (*dxp.IllegalMoveError)(nil)
	switch {
	case errors.Is(err, dxp.ErrDropped):
		return forfeitOf(p.Crashed())
	case errors.As(err, &illegal):
		return &Forfeit{IllegalMove, illegal.Move.String()}
	case errors.As(err, &ended):
		return [...]error{
			dxp.Unknown: ClaimNothing, dxp.Loss: &Forfeit{Kind: Resignation}, dxp.Draw: ClaimDraw, dxp.Win: ClaimWin,
		}[ended.Reason]
	}
	return err
}

// group returns that of the program, 0 if we have not started it.
func (p *dxpPlayer) group() int {
	if p.Process == nil {
		return 0
	}
	return p.Group()
}

// program returns what the engine calls itself.
func (p *dxpPlayer) program() string { return p.Opponent() }

// startDXP starts an engine and connects with it.
func startDXP(ctx context.Context, e *peer.EngineConfig, env *environment) (Player, error) {
	engine, err := peer.StartDXP(ctx, e, env.rules, env.logOf(e))
	if err != nil {
		return nil, err
	}
	return &dxpPlayer{engine, env.maxMoves}, nil
}
