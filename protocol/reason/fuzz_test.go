package reason

import (
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// fuzzNodes keeps an input to some hundredths of a second: go takes one that needs ten seconds, on
// a busy machine, for a program that hangs.
const fuzzNodes = 5_000

// FuzzFind finds reasons in positions of random games, with lines of any length: none is said that its
// own predicate does not hold of.
func FuzzFind(f *testing.F) {
	f.Add(uint8(0), uint8(70), uint64(1), uint8(5), uint8(5))
	f.Add(uint8(3), uint8(40), uint64(2), uint8(1), uint8(14))
	f.Add(uint8(9), uint8(60), uint64(3), uint8(0), uint8(1))
	f.Fuzz(func(t *testing.T, game, plies uint8, seed uint64, reply, better uint8) {
		all := movegen.Variants()
		r := all[int(game)%len(all)]
		rng := rand.New(rand.NewPCG(seed, 0))
		g := movegen.NewGame(r)
		g.PlayRandom(int(plies), rng)
		p := *g.Position()
		moves := r.Moves(nil, &p)
		if len(moves) < 2 || g.Result().Outcome != movegen.Ongoing {
			return
		}
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		c := &Case{Rules: r, Before: p, Played: moves[0], Chance: 0.6, PlayedChance: 0.3, most: fuzzNodes}
		c.Reply = randomLine(r, c.after(), int(reply%20), rng)
		c.Better = append(moves[1:2:2], randomLine(r, r.Play(&p, moves[1]), int(better%20), rng)...)
		re := Find(c)
		if err := re.Check(c); err != nil {
			t.Errorf("%s %s, %s: %v: %v", r.Name, r.FEN(&p), r.HubMove(c.Played), re.Kind, err)
		}
	})
}

// randomLine plays at random from a position.
func randomLine(r *movegen.Rules, p movegen.Position, plies int, rng *rand.Rand) []movegen.Move {
	g := movegen.NewGameFrom(r, p, nil)
	g.PlayRandom(plies, rng)
	return g.Moves()
}
