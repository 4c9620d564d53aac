package movegen

import (
	"flag"
	"testing"
)

var (
	gamesFlag = flag.Int("games", 250, "random games, and twenty times as many made-up positions, a variant in TestDifferential")
	seedFlag  = flag.Uint64("seed", 1, "what they are drawn from")
)

// differentialSize returns how many games to play for each variant.
func differentialSize() int {
	if testing.Short() {
		return *gamesFlag / 20
	}
	return *gamesFlag
}

// TestDifferential plays random games to their end and compares the generator
// with the referee before every move.
func TestDifferential(t *testing.T) {
	for i, r := range Variants() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			c := newComparison(t, r, i)
			reasons := map[string]int{}
			for range differentialSize() {
				game := NewGame(r)
				for game.Result().Outcome == Ongoing {
					c.check(game.Position())
					game.Push(c.anyMove())
				}
				c.check(game.Position())
				c.checkResult(game)
				reasons[game.Result().Reason]++
			}
			t.Logf("%d positions; games ended by %v", c.positions, reasons)
		})
	}
}

// TestDifferentialMadeUp does the same from positions that games rarely
// reach, for a few moves. It notices most of what can be wrong with captures
// long before TestDifferential does.
func TestDifferentialMadeUp(t *testing.T) {
	const pliesEach = 6
	for i, r := range Variants() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			c := newComparison(t, r, i)
			for n := range 20 * differentialSize() {
				p := madeUp[n%len(madeUp)].position(c.rng, r)
				for range pliesEach {
					c.check(&p)
					if len(c.moves) == 0 {
						break
					}
					p = r.Play(&p, c.anyMove())
				}
			}
			t.Logf("%d positions, up to %d captures and %d pieces taken in one", c.positions, c.mostMoves, c.mostTaken)
		})
	}
}

// checkResult compares who has won with the referee's verdict. A game that
// is over though there are legal moves is a draw.
func (c *comparison) checkResult(game *Game) {
	c.t.Helper()
	p := game.Position()
	want := Drawn
	if len(c.moves) == 0 {
		want = [...]Outcome{WhiteWins, BlackWins}[c.g.winner(readReference(c.r, c.g, p))]
	}
	if got := game.Result().Outcome; got != want {
		c.t.Fatalf("result of %s = %v, want %v", c.r.FEN(p), got, want)
	}
}
