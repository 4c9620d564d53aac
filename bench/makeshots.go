package bench

import (
	"context"
	"math/rand/v2"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

const (
	// The games in which shots are found: random plies, then moves of a search so
	// small that it makes mistakes.
	shotRandomPlies = 6
	shotNodes       = 150
	shotMaxPlies    = 90
	shotMinPieces   = 8 // on the board

	// A shot gains that many men. Prove sees it at this depth, but not two plies
	// earlier. Forced moves cost no depth, so the line is often twice as long.
	shotGain       = 1
	shotDepth      = 7
	shotProofNodes = 500_000

	// The engine must find the move, too, within these nodes and with this score.
	shotSearchNodes = 3_000_000
	shotMinScore    = search.Score(80)
)

// MakeShots plays games against itself and calls found for each shot in them, at
// most one a game, until found returns false. A shot is proved by Prove, which does
// not use the engine. Then a long search of the engine must find the same move:
// otherwise the material might be lost again.
func MakeShots(ctx context.Context, r *movegen.Rules, seed uint64, found func(Shot) bool) error {
	player, err := search.New(search.Options{Rules: r, TableBytes: 1 << 16})
	if err != nil {
		return err
	}
	defer player.Close()
	verifier, err := search.New(search.Options{Rules: r, TableBytes: 64 << 20, Endgames: endgame.Embedded(r)})
	if err != nil {
		return err
	}
	defer verifier.Close()
	known := map[string]bool{}
	for game := uint64(0); ctx.Err() == nil; game++ {
		s, ok, err := shotOfGame(ctx, player, verifier, r, rand.New(rand.NewPCG(seed, game)))
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
func shotOfGame(ctx context.Context, player, verifier *search.Engine, r *movegen.Rules, rng *rand.Rand) (Shot, bool, error) {
	player.Clear()
	g := movegen.NewGame(r)
	for ply := range shotMaxPlies {
		moves := g.LegalMoves(nil)
		if len(moves) == 0 || g.Position().Occupied().Len() < shotMinPieces {
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply >= shotRandomPlies {
			if s, ok := prove(r, g.Position()); ok {
				agreed, err := s.agrees(ctx, verifier)
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

// ShotsOf returns the shots among the positions of a game, whoever played it and whether or not the
// moves were played. One that the side had at its move before, too, counts as the same. They are
// proved by Prove; no engine is asked.
func ShotsOf(ctx context.Context, r *movegen.Rules, game []movegen.Position) (list []Shot, err error) {
	var had [2]bool // at the move before, by the side to move
	for i := range game {
		p := &game[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.Occupied().Len() < shotMinPieces {
			break
		}
		s, ok := prove(r, p)
		if ok && !had[p.Turn] {
			list = append(list, s)
		}
		had[p.Turn] = ok
	}
	return list, nil
}

// prove returns the shot in p, if there is one.
func prove(r *movegen.Rules, p *movegen.Position) (Shot, bool) {
	m, ok := Prove(r, p, shotGain, shotDepth, shotProofNodes)
	return Shot{Rules: r, FEN: r.FEN(p), Move: r.HubMove(m), Gain: shotGain, Depth: shotDepth}, ok
}

// agrees reports whether the verifier finds the move, too, with a good score.
func (s Shot) agrees(ctx context.Context, verifier *search.Engine) (bool, error) {
	p, err := s.Rules.ParseFEN(s.FEN)
	if err != nil {
		return false, err
	}
	verifier.Clear()
	result, err := verifier.Search(ctx, movegen.NewGameFrom(s.Rules, p, nil), search.Limits{Nodes: shotSearchNodes, Analyze: true}, nil)
	return err == nil && s.Rules.HubMove(result.Move) == s.Move && result.Score >= shotMinScore, err
}
