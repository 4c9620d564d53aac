package retrograde

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// rulesNamed returns the rules of a variant.
func rulesNamed(t testing.TB, name string) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// solved returns the database of all positions of up to that many pieces, worked
// out in memory, with distances.
func solved(ctx context.Context, r *movegen.Rules, pieces, threads int) (*endgame.Database, error) {
	d := endgame.New(r)
	return d, eachPair(r, pieces, func(_ int, s endgame.Slice) error {
		_, err := solve(ctx, d, s, threads, func(uint64) {})
		if err == nil && s.Pieces() <= endgame.DistancePieces {
			_, err = solveDistances(ctx, d, s, threads)
		}
		return err
	})
}

// solvedValues returns the database of r with up to three pieces, without
// distances. Tests share it.
func solvedValues(t testing.TB, r *movegen.Rules) *endgame.Database {
	t.Helper()
	solve, _ := valuesOf.LoadOrStore(r, sync.OnceValues(func() (*endgame.Database, error) {
		d := endgame.New(r)
		return d, eachPair(r, 3, func(_ int, s endgame.Slice) error {
			_, err := solve(context.Background(), d, s, 2, func(uint64) {})
			return err
		})
	}))
	d, err := solve.(func() (*endgame.Database, error))()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// valuesOf holds, by rules, what solves and keeps the database of solvedValues.
var valuesOf sync.Map

// TestSolveAgainstNaive compares the values of small databases with those of a
// solver that knows nothing of slices, numbers, colour symmetry or moves taken
// back.
func TestSolveAgainstNaive(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) { compareNaive(t, r, 2) })
	}
	if !testing.Short() {
		for _, name := range []string{"english", "poddavki"} {
			t.Run(name+"/3", func(t *testing.T) { compareNaive(t, rulesNamed(t, name), 3) })
		}
	}
}

func compareNaive(t *testing.T, r *movegen.Rules, pieces int) {
	d, err := solved(t.Context(), r, pieces, 2)
	if err != nil {
		t.Fatal(err)
	}
	pr := d.Prober()
	for p, want := range naiveOutcomes(r, pieces) {
		if got := pr.Probe(&p); got != want.value {
			t.Fatalf("%s: %v, want %v", r.FEN(&p), got, want.value)
		}
		plies, ok := pr.Distance(&p)
		if ok != (want.value != endgame.Draw) || plies != want.plies {
			t.Fatalf("%s: %v in %d plies (%v), want %d", r.FEN(&p), want.value, plies, ok, want.plies)
		}
	}
}

// An outcome is a value and its distance, 0 for draws.
type outcome struct {
	value endgame.Value
	plies int
}

// naiveOutcomes solves all positions of up to that many pieces, both sides to
// move, by going over them until nothing changes. The n-th time it finds those
// that are n plies from the end.
func naiveOutcomes(r *movegen.Rules, pieces int) map[movegen.Position]outcome {
	g := newGraph(r, pieces)
	outcomes := make([]outcome, len(g.after))
	open := make([]int, 0, len(g.after))
	for i, after := range g.after {
		if len(after) == 0 {
			outcomes[i].value = g.ended[i]
		} else {
			open = append(open, i)
		}
	}
	for n, changed := 1, true; changed; n++ {
		var found []int
		var values []endgame.Value
		open = slices.DeleteFunc(open, func(i int) bool {
			v := valueBy(g.after[i], outcomes)
			if v != endgame.Unknown {
				found, values = append(found, i), append(values, v)
			}
			return v != endgame.Unknown
		})
		for k, i := range found {
			outcomes[i] = outcome{values[k], n}
		}
		changed = len(found) > 0
	}
	for _, i := range open {
		outcomes[i].value = endgame.Draw
	}
	known := make(map[movegen.Position]outcome, len(g.positions))
	for i, p := range g.positions {
		known[p] = outcomes[i]
	}
	return known
}

// valueBy returns Win or Loss if a position has that by the outcomes of those
// after it.
func valueBy(after []int, outcomes []outcome) endgame.Value {
	v := endgame.Loss
	for _, i := range after {
		switch outcomes[i].value {
		case endgame.Loss:
			return endgame.Win
		case endgame.Win:
		default:
			v = endgame.Unknown
		}
	}
	return v
}

// A graph is all positions of up to that many pieces, with the numbers of those
// that a move leads to.
type graph struct {
	positions []movegen.Position
	after     [][]int
	ended     map[int]endgame.Value // of those without a move
}

// newGraph returns the graph of r. Two more nodes follow the positions: a side
// to move that has lost because the other has the first king, and one that has
// no pieces.
func newGraph(r *movegen.Rules, pieces int) *graph {
	g := &graph{positions: allPositions(r, pieces), ended: map[int]endgame.Value{}}
	numbers := make(map[movegen.Position]int, len(g.positions))
	for i, p := range g.positions {
		numbers[p] = i
	}
	n := len(g.positions)
	g.after = make([][]int, n+2)
	g.ended[n], g.ended[n+1] = endgame.Loss, withoutMove(r)
	var moves []movegen.Move
	for i, p := range g.positions {
		moves = r.Moves(moves[:0], &p)
		if len(moves) == 0 {
			g.ended[i] = withoutMove(r)
		}
		for _, m := range moves {
			q := r.Play(&p, m)
			q.Hash, q.Runs = 0, [2]movegen.KingRun{}
			next, ok := numbers[q]
			switch {
			case r.Goal == movegen.FirstKing && q.KingsOf(p.Turn) != 0:
				next = n
			case q.Pieces[q.Turn] == 0:
				next = n + 1
			case !ok:
				panic(fmt.Sprintf("%s: not among the positions", r.FEN(&q)))
			}
			g.after[i] = append(g.after[i], next)
		}
	}
	return g
}

// allPositions returns all positions of 2 to that many pieces with both colours
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
		if r.Name == "frysk" {
			continue // its moves are those of Frisian draughts
		}
		t.Run(r.Name, func(t *testing.T) {
			pr := solvedValues(t, r).Prober()
			for _, s := range endgame.Slices(r, 3) {
				x := endgame.NewLayout(r, s)
				for i := uint64(0); i < x.Size(); i += 7 {
					p := x.Position(i)
					if got, want := pr.Probe(&p), pr.Derive(&p); got != want {
						t.Fatalf("%s: %v, but its successors say %v", r.FEN(&p), got, want)
					}
				}
			}
		})
	}
}

// TestAgainstSearch compares values of positions of three pieces with a plain
// search, which proves what it finds within its depth.
func TestAgainstSearch(t *testing.T) {
	for _, name := range []string{"russian", "english", "italian", "poddavki", "czech"} {
		t.Run(name, func(t *testing.T) {
			r := rulesNamed(t, name)
			step := uint64(29)
			if r.Flying {
				if testing.Short() {
					t.Skip("long kings have many moves")
				}
				step = 101
			}
			pr, proven := solvedValues(t, r).Prober(), 0
			line := make([]movegen.Move, 0, 256)
			for _, s := range endgame.Slices(r, 3) {
				x := endgame.NewLayout(r, s)
				for i := uint64(0); i < x.Size(); i += step {
					p := x.Position(i)
					want := searched(r, p, 4, line)
					if want == endgame.Unknown {
						continue
					}
					proven++
					if got := pr.Probe(&p); got != want {
						t.Fatalf("%s: %v, but a search proves a %v", r.FEN(&p), got, want)
					}
				}
			}
			if proven < 500 {
				t.Errorf("the search proved only %d values", proven)
			}
		})
	}
}

// searched returns Win or Loss where that can be proved in that many plies. The
// moves of the positions before p are in line.
func searched(r *movegen.Rules, p movegen.Position, depth int, line []movegen.Move) endgame.Value {
	moves := r.Moves(line, &p)
	if len(moves) == len(line) {
		return withoutMove(r)
	}
	if depth == 0 {
		return endgame.Unknown
	}
	best := endgame.Loss
	for _, m := range moves[len(line):] {
		switch searched(r, r.Play(&p, m), depth-1, moves) {
		case endgame.Loss:
			return endgame.Win
		case endgame.Unknown:
			best = endgame.Unknown
		}
	}
	return best
}

// TestThreadsAgree checks that the values do not depend on the number of
// threads.
func TestThreadsAgree(t *testing.T) {
	r := rulesNamed(t, "pool")
	one, err := solved(t.Context(), r, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	four, err := solved(t.Context(), r, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	none, err := solved(t.Context(), r, 3, 0) // as many as one
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range endgame.Slices(r, 3) {
		a, b, c := one.Values(s), four.Values(s), none.Values(s)
		for i := range a.Size() {
			if a.At(i) != b.At(i) || a.At(i) != c.At(i) {
				t.Fatalf("%v, position %d: %v with one thread, %v with four, %v with none", s, i, a.At(i), b.At(i), c.At(i))
			}
		}
	}
}

// TestSolveStops checks that cancelling stops the work.
func TestSolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := solved(ctx, movegen.International(), 4, 2); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestProbeAllocations checks that probing allocates nothing.
func TestProbeAllocations(t *testing.T) {
	r := movegen.International()
	pr := solvedValues(t, r).Prober()
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

// withoutMove returns the value for a side that has no legal move.
func withoutMove(r *movegen.Rules) endgame.Value {
	if r.Goal == movegen.LoseAll {
		return endgame.Win
	}
	return endgame.Loss
}
