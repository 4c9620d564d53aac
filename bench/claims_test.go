package bench

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

var claimPositions = flag.Int("claims", 140, "search so many positions of all games together")

// TestClaims checks what the search claims, as matetrack does for Stockfish: every win or
// loss in so many plies that it reports, and every won or lost position of the databases.
// Where the databases know the distance, the end must not be farther; elsewhere it is played
// out. "go test ./bench -run TestClaims -claims 10000 -v" is the long run.
func TestClaims(t *testing.T) {
	var sum claims
	games := movegen.Variants()
	for i, r := range games {
		t.Run(r.Name, func(t *testing.T) {
			c := newClaimTest(t, r)
			for n := i; n < *claimPositions; n += len(games) {
				c.search(c.position(rand.New(rand.NewPCG(1, uint64(n)))))
			}
			t.Logf("%+v", c.claims)
			sum.add(c.claims)
		})
	}
	t.Logf("all: %+v", sum)
	if *claimPositions >= 140 && (sum.ByDistance == 0 || sum.PlayedOut == 0 || sum.Database == 0) {
		t.Error("a kind of claim is missing")
	}
}

// claims are counted by how they were checked, the last ones of each search.
type claims struct {
	Positions  int
	Reported   int // in so many plies or by the databases, at any depth
	ByDistance int // in so many plies, by the distances of the databases
	Longer     int // of these: not the shortest way
	PlayedOut  int // in so many plies, by playing on
	Open       int // of these: too long to see, and not found again
	Database   int // won or lost by the databases
	ByRule     int // of these: drawn by a rule that the databases leave aside
	False      int
}

func (c *claims) add(more claims) {
	c.Positions += more.Positions
	c.Reported += more.Reported
	c.ByDistance += more.ByDistance
	c.Longer += more.Longer
	c.PlayedOut += more.PlayedOut
	c.Open += more.Open
	c.Database += more.Database
	c.ByRule += more.ByRule
	c.False += more.False
}

// A claimTest searches positions of a game, with the databases and without.
type claimTest struct {
	claims
	t       *testing.T
	rules   *movegen.Rules
	prober  *endgame.Prober
	engines [2]*search.Engine
}

func newClaimTest(t *testing.T, r *movegen.Rules) *claimTest {
	t.Helper()
	c := &claimTest{t: t, rules: r, prober: endgame.Embedded(r).Prober()}
	for i, db := range []*endgame.Database{nil, endgame.Embedded(r)} {
		e, err := search.New(search.Options{Rules: r, TableBytes: 1 << 20, Endgames: db})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		c.engines[i] = e
	}
	return c
}

// position returns a random position of 3 to 8 pieces in which the game goes on.
func (c *claimTest) position(rng *rand.Rand) movegen.Position {
	for {
		var sides [2]movegen.Bits
		var kings movegen.Bits
		for range 3 + rng.IntN(6) {
			side := movegen.Color(rng.IntN(2))
			sq := c.rules.SquareOf(1 + rng.IntN(c.rules.Squares())).Bit()
			if (sides[0]|sides[1])&sq != 0 {
				continue
			}
			sides[side] |= sq
			if c.rules.LastRow(side)&sq != 0 || c.rules.Goal != movegen.FirstKing && rng.IntN(3) == 0 {
				kings |= sq
			}
		}
		p := movegen.NewPosition(movegen.Color(rng.IntN(2)), sides[0], sides[1], kings)
		g := movegen.NewGameFrom(c.rules, p, nil)
		if sides[0] != 0 && sides[1] != 0 && g.Result().Outcome == movegen.Ongoing {
			return p
		}
	}
}

// claimNodes are the nodes of the searches that claim, and the first to play on with.
const claimNodes = 2000

// search searches p without databases and with them. Of what each claims the shortest win
// and loss are checked, from which the longer ones follow, and the win or loss by the
// databases.
func (c *claimTest) search(p movegen.Position) {
	c.Positions++
	for _, e := range c.engines {
		e.Clear()
		strongest := map[[2]bool]search.Score{} // by whether it is won, and proven
		l := search.Limits{Nodes: claimNodes, Analyze: true}
		_, err := e.Search(c.t.Context(), movegen.NewGameFrom(c.rules, p, nil), l, func(i search.Info) {
			if size := max(i.Score, -i.Score); size > search.MaxEval {
				c.Reported++
				kind := [2]bool{i.Score > 0, i.Score.IsProven()}
				strongest[kind] = max(strongest[kind], size)
			}
		})
		if err != nil {
			c.t.Fatal(err)
		}
		for kind, size := range strongest {
			winner := p.Turn
			if !kind[0] {
				winner = p.Turn.Opponent()
			}
			why := ""
			if kind[1] {
				why = c.proven(e, p, winner, int(search.Win-size))
			} else {
				why = c.database(e, p, winner)
			}
			if why != "" {
				c.False++
				c.t.Errorf("%s: %v for %v: %s", c.rules.FEN(&p), size, winner, why)
			}
		}
	}
}

// wins reports whether the databases say that winner wins p; known is false if they do not
// know for certain.
func (c *claimTest) wins(p *movegen.Position, winner movegen.Color) (won, known bool) {
	v := c.prober.Probe(p)
	return c.prober.Outcome(p) == movegen.WinFor(winner), v != endgame.Unknown && endgame.Certain(c.rules, p, v)
}

// proven says why it is not true that winner wins p in that many plies, or nothing.
func (c *claimTest) proven(e *search.Engine, p movegen.Position, winner movegen.Color, plies int) string {
	won, known := c.wins(&p, winner)
	if shortest, ok := c.prober.Distance(&p); ok && known && endgame.Certain(c.rules, &p, endgame.Draw) {
		c.ByDistance++
		if !won || shortest > plies {
			return fmt.Sprintf("the databases have a %v in %d plies", c.prober.Probe(&p), shortest)
		}
		if shortest < plies {
			c.Longer++
		}
		return ""
	}
	c.PlayedOut++
	g := movegen.NewGameFrom(c.rules, p, nil)
	for ; g.Result().Outcome == movegen.Ongoing; plies-- {
		want := search.WinIn(plies)
		if g.Position().Turn != winner {
			want = -search.Infinite
		}
		m, ok := c.move(e, g, want)
		if !ok {
			// The search need not find again what it has found. What is so short can be seen.
			f := forced{c.rules, winner, map[forcedKey]bool{}, forcedNodes}
			won := f.wins(*g.Position(), plies)
			switch {
			case f.nodes <= 0:
				c.Open++
				c.t.Logf("%s: open whether %v wins in %d plies, after %d", c.rules.FEN(&p), winner, plies, len(g.Moves()))
			case !won:
				return fmt.Sprintf("nothing wins in %d plies, after %d", plies, len(g.Moves()))
			}
			return ""
		}
		g.Push(m)
	}
	if g.Result().Outcome != movegen.WinFor(winner) || plies < 0 {
		return fmt.Sprintf("after %d plies, %d left: %v", len(g.Moves()), plies, g.Result())
	}
	return ""
}

// move returns the move that a search finds with a score of at least that; ok is false if
// even one of many nodes does not.
func (c *claimTest) move(e *search.Engine, g *movegen.Game, least search.Score) (m movegen.Move, ok bool) {
	for nodes := int64(claimNodes); nodes <= claimNodes<<10; nodes *= 4 {
		found, err := e.Search(c.t.Context(), g, search.Limits{Nodes: nodes, Analyze: true}, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		if m = found.Move; found.Score >= least {
			return m, true
		}
	}
	return m, false
}

// database says why it is not true that winner wins p by the databases, or nothing. It plays
// on until they know the position, or the game ends.
func (c *claimTest) database(e *search.Engine, p movegen.Position, winner movegen.Color) string {
	c.Database++
	g := movegen.NewGameFrom(c.rules, p, nil)
	for g.Result().Outcome == movegen.Ongoing {
		if won, known := c.wins(g.Position(), winner); won {
			return ""
		} else if known {
			return fmt.Sprintf("the databases have a %v after %d plies", c.prober.Probe(g.Position()), len(g.Moves()))
		}
		least := -search.Infinite
		if g.Position().Turn == winner {
			least = search.MaxEval + 1
		}
		m, ok := c.move(e, g, least)
		if !ok {
			return fmt.Sprintf("nothing wins after %d plies", len(g.Moves()))
		}
		g.Push(m)
	}
	switch end := g.Result(); end.Outcome {
	case movegen.WinFor(winner):
		return ""
	case movegen.Drawn:
		c.ByRule++
		return ""
	default:
		return fmt.Sprintf("%v, %s", end.Outcome, end.Reason)
	}
}

// forcedNodes are the most positions that forced looks at.
const forcedNodes = 10_000_000

// forced looks at all moves, and knows nothing but the rules.
type forced struct {
	rules  *movegen.Rules
	winner movegen.Color
	known  map[forcedKey]bool
	nodes  int // that are left; without any the answer means nothing
}

type forcedKey struct {
	p     movegen.Position
	plies int
}

// wins reports whether the winner wins p in that many plies whatever the other plays.
func (f *forced) wins(p movegen.Position, plies int) bool {
	if f.rules.Goal == movegen.FirstKing && p.Kings != 0 {
		return p.KingsOf(f.winner) != 0
	}
	moves, ours := f.rules.Moves(nil, &p), p.Turn == f.winner
	if len(moves) == 0 {
		return ours == (f.rules.Goal == movegen.LoseAll)
	}
	if f.nodes--; plies == 0 || f.nodes <= 0 {
		return false
	}
	key := forcedKey{p, plies}
	if won, ok := f.known[key]; ok {
		return won
	}
	found := func(m movegen.Move) bool { return f.wins(f.rules.Play(&p, m), plies-1) == ours }
	won := slices.ContainsFunc(moves, found) == ours
	f.known[key] = won
	return won
}
