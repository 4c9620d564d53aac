package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// A player plays one game after the other against itself.
type player struct {
	Header
	rules  *movegen.Rules
	draws  *movegen.DrawRules
	engine *search.Engine
	prober *endgame.Prober // nil: none
	random *rand.Rand      // of the present game
	legal  []movegen.Move  // scratch

	sampler sampler
	judge   *search.Engine // of leaves
}

// close ends the engines.
func (p *player) close() {
	p.engine.Close()
	p.judge.Close()
}

// play plays the game with that number.
func (p *player) play(ctx context.Context, number int) (*Game, error) {
	p.random = rand.New(rand.NewPCG(p.Seed, uint64(number)))
	p.engine.Clear()
	p.judge.Clear()
	p.sampler.random = rand.New(rand.NewPCG(p.Seed, ^uint64(number)))
	game, err := p.opening(ctx)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	record := &Game{Number: number, Rules: p.rules, Start: game.Start()}
	for _, m := range game.Moves() {
		record.add(m, NoScore, true)
		record.Opening++
	}
	var sight sight
	for {
		end := p.end(game, len(record.Moves))
		if end.Outcome == movegen.Ongoing {
			end, err = p.move(ctx, game, record, &sight)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", number, err)
		}
		if end.Outcome != movegen.Ongoing {
			record.Outcome, record.Reason = end.Outcome, end.Reason
			return record, nil
		}
	}
}

// end returns the result of a game if there is no more to play for.
func (p *player) end(game *movegen.Game, plies int) movegen.Result {
	if result := game.Result(); result.Outcome != movegen.Ongoing {
		return result
	}
	if known := p.known(game.Position()); known != movegen.Ongoing {
		return movegen.Result{Outcome: known, Reason: ReasonEndgame}
	}
	if plies >= p.MaxPlies {
		return movegen.Result{Outcome: movegen.Drawn, Reason: ReasonMaxPlies}
	}
	return movegen.Result{}
}

// known returns what the databases know of a position.
func (p *player) known(position *movegen.Position) movegen.Outcome {
	if p.prober == nil {
		return movegen.Ongoing
	}
	switch v := p.prober.Probe(position); {
	case !endgame.Certain(p.rules, position, v):
		return movegen.Ongoing
	case v == endgame.Win:
		return winFor(position.Turn)
	case v == endgame.Loss:
		return winFor(position.Turn.Opponent())
	}
	return movegen.Drawn
}

// winFor returns the outcome in which a side has won.
func winFor(side movegen.Color) movegen.Outcome {
	if side == movegen.White {
		return movegen.WhiteWins
	}
	return movegen.BlackWins
}

// move plays a move, unless the search finds that the game is decided.
func (p *player) move(ctx context.Context, game *movegen.Game, record *Game, s *sight) (movegen.Result, error) {
	p.legal = game.LegalMoves(p.legal[:0])
	if len(p.legal) == 1 {
		game.Push(p.legal[0])
		record.add(p.legal[0], NoScore, false)
		return movegen.Result{}, nil
	}
	p.sampler.begin(p.Leaves)
	found, err := think(ctx, p.engine, game, p.Nodes)
	if err != nil {
		return movegen.Result{}, err
	}
	if err := p.judgeLeaves(ctx, record); err != nil {
		return movegen.Result{}, err
	}
	turn := game.Position().Turn
	if end := s.judge(&p.Header, found.Score, turn); end.Outcome != movegen.Ongoing {
		return end, nil
	}
	m, random, err := p.choose(ctx, game, len(record.Moves), found.Move)
	if err != nil {
		return movegen.Result{}, err
	}
	game.Push(m)
	record.add(m, rounded(int(found.Score)), random)
	return movegen.Result{}, nil
}

// choose returns the best move or, now and then, another that keeps the
// balance.
func (p *player) choose(ctx context.Context, game *movegen.Game, ply int, best movegen.Move) (m movegen.Move, random bool, err error) {
	if ply >= p.StrayPlies || p.random.Float64() >= p.Stray {
		return best, false, nil
	}
	others := slices.DeleteFunc(p.legal, func(m movegen.Move) bool { return m == best })
	m = others[p.random.IntN(len(others))]
	game.Push(m)
	defer game.Pop()
	balanced, err := p.balanced(ctx, game)
	if !balanced {
		return best, false, err
	}
	return m, true, nil
}

// think lets an engine look for the best move. Its error is not nil if ctx is done,
// for a search cut short would make another game.
func think(ctx context.Context, engine *search.Engine, game *movegen.Game, nodes int64) (search.Result, error) {
	found, err := engine.Search(ctx, game, search.Limits{Nodes: nodes, Analyze: true}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return found, err
}
