package bench

import (
	"context"
	"math/rand/v2"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

const (
	// Games to look for shots in: so many random plies, then moves of a
	// search so small that it overlooks things.
	shotOpening = 6
	shotNodes   = 150
	shotGame    = 90 // plies at most

	shotPieces = 8 // on the board at least

	// A shot gains so many men, and is seen at this depth and not two plies
	// before. Forced moves cost no depth, so that it is often twice as long.
	shotGain  = 1
	shotDepth = 7
	shotProof = 500_000 // nodes of a proof

	// What the engine is given to agree, and must then think of it at least.
	shotSearch = 3_000_000
	shotWorth  = search.Score(80)
)

// MakeShots plays small games against itself and calls found for each shot in
// them, at most one a game, until found returns false. The proof is a search
// for material that the engine has no part in; then the engine, with much time,
// must be of the same mind, or the material would be lost again.
func MakeShots(ctx context.Context, r *movegen.Rules, seed uint64, found func(Shot) bool) error {
	player, err := search.New(search.Options{Rules: r, TableBytes: 1 << 16})
	if err != nil {
		return err
	}
	defer player.Close()
	judge, err := search.New(search.Options{Rules: r, TableBytes: 64 << 20, Endgames: endgame.Embedded(r)})
	if err != nil {
		return err
	}
	defer judge.Close()
	known := map[string]bool{}
	for game := uint64(0); ctx.Err() == nil; game++ {
		s, ok, err := shotOfGame(ctx, player, judge, r, rand.New(rand.NewPCG(seed, game)))
		if err != nil {
			return err
		}
		if !ok || known[s.FEN] {
			continue
		}
		known[s.FEN] = true
		if !found(s) {
			return nil
		}
	}
	return ctx.Err()
}

// shotOfGame plays a game and returns the first shot in it.
func shotOfGame(ctx context.Context, player, judge *search.Engine, r *movegen.Rules, rng *rand.Rand) (Shot, bool, error) {
	player.Clear()
	g := movegen.NewGame(r)
	for ply := range shotGame {
		moves := g.LegalMoves(nil)
		if len(moves) == 0 || g.Position().Occupied().Len() < shotPieces {
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply >= shotOpening {
			if s, ok := prove(r, g.Position()); ok {
				agreed, err := s.agrees(ctx, judge)
				if agreed || err != nil {
					return s, agreed, err
				}
			}
			result, err := player.Search(ctx, g, search.Limits{Nodes: shotNodes}, nil)
			if err != nil {
				return Shot{}, false, err
			}
			m = result.Move
		}
		g.Push(m)
	}
	return Shot{}, false, nil
}

// prove returns the shot in p, if there is one.
func prove(r *movegen.Rules, p *movegen.Position) (Shot, bool) {
	m, ok := Prove(r, p, shotGain, shotDepth, shotProof)
	return Shot{Rules: r, FEN: r.FEN(p), Move: r.HubMove(m), Gain: shotGain, Depth: shotDepth}, ok
}

// agrees reports whether the engine plays the move too and thinks much of it.
func (s Shot) agrees(ctx context.Context, judge *search.Engine) (bool, error) {
	p, err := s.Rules.ParseFEN(s.FEN)
	if err != nil {
		return false, err
	}
	judge.Clear()
	result, err := judge.Search(ctx, movegen.NewGameFrom(s.Rules, p, nil), search.Limits{Nodes: shotSearch, Analyze: true}, nil)
	return err == nil && s.Rules.HubMove(result.Move) == s.Move && result.Score >= shotWorth, err
}
