package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"stupol/book/endgame"
	"stupol/eval/ballot"
	"stupol/movegen"
)

// A player plays one game after the other against itself.
type player struct {
	Header
	rules    *movegen.Rules
	draws    *movegen.DrawRules
	openings *ballot.Box
	searcher Searcher
	prober   *endgame.Prober // nil: none
	random   *rand.Rand      // of the present game
	legal    []movegen.Move  // scratch
	scores   *codes

	sampler      sampler
	leafSearcher Searcher // searches leaves, so that they leave no trace in searcher
}

// Close closes the searchers.
func (p *player) Close() {
	p.searcher.Close()
	p.leafSearcher.Close()
}

// play plays game number.
func (p *player) play(ctx context.Context, number int) (*Game, error) {
	opening, err := p.openings.Draw(ctx, number, p.judge)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	p.begin(number)
	game := opening.Game
	record := &Game{Number: number, Rules: p.rules, Start: game.Start(), Again: opening.Again}
	for _, m := range game.Moves() {
		record.add(m, NoScore, true)
		record.Opening++
	}
	for {
		end := p.end(game, len(record.Moves))
		if end.Reason == "" {
			end, err = p.move(ctx, game, record)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", number, err)
		}
		if end.Reason != "" {
			record.Outcome, record.Reason = end.Outcome, end.Reason
			return record, nil
		}
	}
}

// begin makes p ready for game number.
func (p *player) begin(number int) {
	p.random = rand.New(rand.NewPCG(p.Seed, uint64(number)))
	p.sampler.random = rand.New(rand.NewPCG(p.Seed, ^uint64(number)))
	p.searcher.Clear()
	p.leafSearcher.Clear()
}

// replay returns a game that others have played as game number, with leaves.
func (p *player) replay(ctx context.Context, played *Game, number int) (*Game, error) {
	p.begin(number)
	record := &Game{
		Number: number, Rules: p.rules, Start: played.Start, Opening: played.Opening,
		Outcome: played.Outcome, Reason: played.Reason,
	}
	game := movegen.NewGameFrom(p.rules, played.Start, p.draws)
	for ply, m := range played.Moves {
		score := played.Scores[ply]
		if score != NoScore {
			score = p.scores.storable(score)
			p.sampler.reset(p.Leaves)
			_, err := searchNodes(ctx, p.searcher, game, p.OpeningNodes)
			if err == nil {
				err = p.scoreLeaves(ctx, record)
			}
			if err != nil {
				return nil, fmt.Errorf("game %d: %w", number, err)
			}
		}
		game.Push(m)
		record.add(m, score, played.Random[ply])
	}
	return record, nil
}

// end returns the result of a game that is over by its rules, by the databases or by its
// length. It has no reason if the game goes on. Unlike a match, self-play counts a win
// that a draw rule might prevent: the evaluation learns what the databases say.
func (p *player) end(game *movegen.Game, plies int) movegen.Result {
	if result := game.Result(); result.Outcome != movegen.Ongoing {
		return result
	}
	if outcome := p.probe(game.Position()); outcome != movegen.Ongoing {
		return movegen.Result{Outcome: outcome, Reason: ReasonEndgame}
	}
	switch {
	case plies >= p.MaxPlies:
		return movegen.Result{Outcome: movegen.Drawn, Reason: ReasonMaxPlies}
	case p.StopAfter != 0 && plies >= p.StopAfter:
		return movegen.Result{Reason: ReasonStopped}
	}
	return movegen.Result{}
}

// probe returns the outcome of a position by the databases; Ongoing if they do not know
// it.
func (p *player) probe(position *movegen.Position) movegen.Outcome {
	if p.prober == nil {
		return movegen.Ongoing
	}
	return p.prober.Outcome(position)
}

// move plays a move, or returns the result if the game is decided.
func (p *player) move(ctx context.Context, game *movegen.Game, record *Game) (movegen.Result, error) {
	p.legal = game.LegalMoves(p.legal[:0])
	if len(p.legal) == 1 {
		game.Push(p.legal[0])
		record.add(p.legal[0], NoScore, false)
		return movegen.Result{}, nil
	}
	p.sampler.reset(p.Leaves)
	found, err := searchNodes(ctx, p.searcher, game, p.Nodes)
	if err != nil {
		return movegen.Result{}, err
	}
	if err := p.scoreLeaves(ctx, record); err != nil {
		return movegen.Result{}, err
	}
	if end := found.result(game.Position().Turn); end.Outcome != movegen.Ongoing {
		return end, nil
	}
	m, random, err := p.choose(ctx, game, len(record.Moves), found.Move)
	if err != nil {
		return movegen.Result{}, err
	}
	game.Push(m)
	record.add(m, p.scores.storable(found.Score), random)
	return movegen.Result{}, nil
}

// choose returns the best move or, with probability RandomMove, a random other one that
// keeps the game balanced.
func (p *player) choose(ctx context.Context, game *movegen.Game, ply int, best movegen.Move) (m movegen.Move, random bool, err error) {
	if ply >= p.RandomMovePlies || p.random.Float64() >= p.RandomMove {
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

// searchNodes searches that many nodes. It fails if ctx is done: an interrupted search
// could choose another move, and the game would no longer depend on its number alone.
func searchNodes(ctx context.Context, s Searcher, game *movegen.Game, nodes int64) (Found, error) {
	found, err := s.Search(ctx, game, nodes)
	if err == nil {
		err = ctx.Err()
	}
	return found, err
}

// judge reports whether an opening is balanced. It knows nothing of other positions.
func (p *player) judge(ctx context.Context, game *movegen.Game) (bool, error) {
	p.searcher.Clear()
	p.sampler.reset(0) // no leaves
	return p.balanced(ctx, game)
}

// balanced reports whether a game goes on and a small search scores it within Balance.
func (p *player) balanced(ctx context.Context, game *movegen.Game) (bool, error) {
	if game.Result().Outcome != movegen.Ongoing {
		return false, nil
	}
	found, err := searchNodes(ctx, p.searcher, game, p.OpeningNodes)
	return err == nil && max(found.Score, -found.Score) <= p.Balance, err
}
