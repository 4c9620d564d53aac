package eval

import (
	"math/rand/v2"
	"testing"

	"stupol/movegen"
)

// The tests of this file ask whether the weights Stupol is shipped with make
// sense: bad training, or weights of another game, would show here.

// TestStartIsEven looks at the start, which is even as far as anybody knows. In the
// games where everything must be lost a tempo counts for more, and so does being to
// move.
func TestStartIsEven(t *testing.T) {
	for _, r := range movegen.Variants() {
		most := 50
		if r.Goal == movegen.LoseAll {
			most = 100
		}
		p := r.Start()
		if got := Default(r).Evaluate(&p); max(got, -got) > most {
			t.Errorf("%s: got %d, want at most %d either way", r.Name, got, most)
		}
		if got := Hand(r).Evaluate(&p); got != 0 {
			t.Errorf("%s, by hand: got %d, want 0", r.Name, got)
		}
	}
}

// TestAManIsWorthHaving takes a man from the opponent in quiet positions of random
// games, which is worth something like a man on average: more in Frysk!, where a side has
// but five.
func TestAManIsWorthHaving(t *testing.T) {
	for _, r := range movegen.Variants() {
		if r.Goal == movegen.LoseAll {
			continue
		}
		most := 250
		if p := r.Start(); p.Men(movegen.White).Len() < 10 {
			most = 350
		}
		t.Run(r.Name, func(t *testing.T) {
			var gain, better, n int
			eachQuietPosition(r, 20, func(p *movegen.Position, rng *rand.Rand) {
				if p.Men(p.Turn.Opponent()).Len() < 2 {
					return
				}
				d := Default(r).Evaluate(withoutMan(p, p.Turn.Opponent(), rng)) - Default(r).Evaluate(p)
				gain += d
				n++
				if d > 0 {
					better++
				}
			})
			if gain < 40*n || gain > most*n || better < n*3/4 {
				t.Errorf("worth %d on average, more than nothing in %d of %d positions", gain/n, better, n)
			}
		})
	}
}

// TestAKingIsWorthMoreThanAMan makes a king of a man. The limit is low, as the games that
// evaluations learn from hardly have kings among so many men: the network of English gives
// 0.21 men for one.
func TestAKingIsWorthMoreThanAMan(t *testing.T) {
	for _, r := range movegen.Variants() {
		if r.Goal != movegen.BlockOpponent {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			gain, n := 0, 0
			eachQuietPosition(r, 20, func(p *movegen.Position, rng *rand.Rand) {
				crowned := movegen.NewPosition(p.Turn, p.Pieces[movegen.White], p.Pieces[movegen.Black], anyOf(p.Men(p.Turn), rng))
				gain += Default(r).Evaluate(&crowned) - Default(r).Evaluate(p)
				n++
			})
			if gain < 15*n {
				t.Errorf("worth %d more on average in %d positions", gain/n, n)
			}
		})
	}
}

// eachQuietPosition calls f with positions of random games in which nobody has a
// king or can capture.
func eachQuietPosition(r *movegen.Rules, games int, f func(*movegen.Position, *rand.Rand)) {
	rng := rand.New(rand.NewPCG(1, 2))
	var moves []movegen.Move
	for range games {
		p := r.Start()
		for range 60 {
			if moves = r.Moves(moves[:0], &p); len(moves) == 0 || p.Kings != 0 {
				break
			}
			if !r.CanCapture(&p, movegen.White) && !r.CanCapture(&p, movegen.Black) {
				f(&p, rng)
			}
			p = r.Play(&p, moves[rng.IntN(len(moves))])
		}
	}
}

// withoutMan returns p, in which there are no kings, without one of the men of
// side c.
func withoutMan(p *movegen.Position, c movegen.Color, rng *rand.Rand) *movegen.Position {
	sides := p.Pieces
	sides[c] &^= anyOf(sides[c], rng)
	q := movegen.NewPosition(p.Turn, sides[movegen.White], sides[movegen.Black], 0)
	return &q
}

// anyOf returns one of the squares of b.
func anyOf(b movegen.Bits, rng *rand.Rand) movegen.Bits {
	for range rng.IntN(b.Len()) {
		b &= b - 1
	}
	return b & -b
}
