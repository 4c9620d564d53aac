package endgame

import (
	"context"
	"maps"
	"slices"
	"testing"

	"stupol/movegen"
)

// solved returns the database of r with up to so many pieces.
func solved(t testing.TB, r *movegen.Rules, pieces int) *Database {
	t.Helper()
	d, err := Solve(context.Background(), r, pieces, 2)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSolveAgainstNaive compares the values of small databases with those of a
// solver that knows nothing of slices, numbers, colour symmetry or moves taken
// back.
func TestSolveAgainstNaive(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) { compareNaive(t, r, 2) })
	}
	if !testing.Short() {
		t.Run("english/3", func(t *testing.T) { compareNaive(t, rulesNamed(t, "english"), 3) })
	}
}

func compareNaive(t *testing.T, r *movegen.Rules, pieces int) {
	d := solved(t, r, pieces)
	pr := d.Prober()
	for p, want := range naiveOutcomes(r, pieces) {
		if got := pr.Probe(&p); got != want.value {
			t.Fatalf("%s: %v, want %v", r.FEN(&p), got, want.value)
		}
		plies, ok := pr.Distance(&p)
		if ok != (want.value != Draw) || plies != want.plies {
			t.Fatalf("%s: %v in %d plies (%v), want %d", r.FEN(&p), want.value, plies, ok, want.plies)
		}
	}
}

// An outcome is a value and its distance, 0 for draws.
type outcome struct {
	value Value
	plies int
}

// naiveOutcomes solves all positions of up to so many pieces, both sides to
// move, by going over them until nothing changes. The n-th time it finds those
// that are n plies from the end.
func naiveOutcomes(r *movegen.Rules, pieces int) map[movegen.Position]outcome {
	known := map[movegen.Position]outcome{}
	open := allPositions(r, pieces)
	n := 0
	value := func(p movegen.Position) Value {
		switch them := p.Turn.Opponent(); {
		case n == 0:
			return Unknown
		case r.Goal == movegen.FirstKing && p.KingsOf(them) != 0:
			return Loss
		case p.Pieces[p.Turn] == 0:
			return withoutMove(r)
		}
		p.Hash, p.Runs = 0, [2]movegen.KingRun{}
		return known[p].value
	}
	for changed := true; changed || n == 1; n++ {
		found := map[movegen.Position]outcome{}
		open = slices.DeleteFunc(open, func(p movegen.Position) bool {
			v := valueBy(r, p, value)
			if v != Unknown {
				found[p] = outcome{v, n}
			}
			return v != Unknown
		})
		maps.Copy(known, found)
		changed = len(found) > 0
	}
	for _, p := range open {
		known[p] = outcome{value: Draw}
	}
	return known
}

// valueBy returns Win or Loss if p has that by the values of the positions
// after it.
func valueBy(r *movegen.Rules, p movegen.Position, value func(movegen.Position) Value) Value {
	moves := r.Moves(nil, &p)
	if len(moves) == 0 {
		return withoutMove(r)
	}
	v := Loss
	for _, m := range moves {
		switch value(r.Play(&p, m)) {
		case Loss:
			return Win
		case Win:
		default:
			v = Unknown
		}
	}
	return v
}

// allPositions returns all positions of 2 to so many pieces with both colours
// on the board.
func allPositions(r *movegen.Rules, pieces int) []movegen.Position {
	var all []movegen.Position
	var place func(p movegen.Position, number, left int)
	place = func(p movegen.Position, number, left int) {
		if p.Pieces[movegen.White] != 0 && p.Pieces[movegen.Black] != 0 {
			all = append(all, p)
			p.Turn = movegen.Black
			all = append(all, p)
			p.Turn = movegen.White
		}
		if left == 0 {
			return
		}
		for ; number <= r.Squares(); number++ {
			sq := r.SquareOf(number).Bit()
			for c := movegen.White; c <= movegen.Black; c++ {
				q := p
				q.Pieces[c] |= sq
				if r.LastRow(c)&sq == 0 {
					place(q, number+1, left-1)
				}
				q.Kings |= sq
				if r.Goal != movegen.FirstKing {
					place(q, number+1, left-1)
				}
			}
		}
	}
	place(movegen.Position{}, 1, pieces)
	return all
}

// TestDerived checks of positions of three pieces in every game that their
// value follows from those of their successors.
func TestDerived(t *testing.T) {
	if testing.Short() {
		t.Skip("three pieces of all games")
	}
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			pr := solved(t, r, 3).Prober()
			for _, s := range Slices(r, 3) {
				x := newLayout(r, s)
				for i := uint64(0); i < x.size; i += 7 {
					p := x.position(i)
					if got, want := pr.Probe(&p), pr.derived(p); got != want {
						t.Fatalf("%s: %v, but its successors say %v", r.FEN(&p), got, want)
					}
				}
			}
		})
	}
}

// TestAgainstSearch compares values with a plain search, which proves what it
// finds within its depth: all positions of two pieces and some of three.
func TestAgainstSearch(t *testing.T) {
	for _, name := range []string{"russian", "english", "italian", "poddavki", "czech"} {
		t.Run(name, func(t *testing.T) {
			r := rulesNamed(t, name)
			if testing.Short() && r.Flying {
				t.Skip("long kings have many moves")
			}
			pr, proven := solved(t, r, 3).Prober(), 0
			for pieces, step := range map[int]uint64{2: 1, 3: 211} {
				for _, s := range Slices(r, pieces) {
					x := newLayout(r, s)
					for i := uint64(0); i < x.size; i += step {
						p := x.position(i)
						want := searched(r, p, 4)
						if want == Unknown {
							continue
						}
						proven++
						if got := pr.Probe(&p); got != want {
							t.Fatalf("%s: %v, but a search proves a %v", r.FEN(&p), got, want)
						}
					}
				}
			}
			if proven < 500 {
				t.Errorf("the search proved only %d values", proven)
			}
		})
	}
}

// searched returns Win or Loss where that can be proved in so many plies.
func searched(r *movegen.Rules, p movegen.Position, depth int) Value {
	moves := r.Moves(nil, &p)
	if len(moves) == 0 {
		return withoutMove(r)
	}
	if depth == 0 {
		return Unknown
	}
	best := Loss
	for _, m := range moves {
		switch searched(r, r.Play(&p, m), depth-1) {
		case Loss:
			return Win
		case Unknown:
			best = Unknown
		}
	}
	return best
}

// TestThreadsAgree checks that the values do not depend on the number of
// threads.
func TestThreadsAgree(t *testing.T) {
	r := rulesNamed(t, "pool")
	one, err := Solve(context.Background(), r, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	four, err := Solve(context.Background(), r, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Slices(r, 3) {
		a, b := one.tables[s.id()], four.tables[s.id()]
		for i := range a.size {
			if a.at(i) != b.at(i) {
				t.Fatalf("%v, position %d: %v with one thread, %v with four", s, i, a.at(i), b.at(i))
			}
		}
	}
}

// TestSolveStops checks that cancelling stops the work.
func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(ctx, movegen.International(), 4, 2); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestProbeAllocations checks that probing allocates nothing.
func TestProbeAllocations(t *testing.T) {
	r := movegen.International()
	pr := solved(t, r, 3).Prober()
	for _, fen := range []string{"W:WK5:BK46,K2", "B:W28:BK46,23", "W:WK5,K14:B10"} {
		p, err := r.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { pr.Probe(&p) }); n != 0 {
			t.Errorf("%s: %v allocations", fen, n)
		}
	}
}
