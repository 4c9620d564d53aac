package network

import (
	"slices"
	"testing"

	"stupol/movegen"
)

// arrangementsOf returns the inputs of the windows of p as one side sees it, from squares and
// digits.
func (w *windows) arrangementsOf(us, them movegen.Bits) (inputs []uint16) {
	for i := range w.number {
		number := 0
		for _, sq := range w.all[i].list {
			number *= 3
			switch {
			case us.Has(sq):
				number++
			case them.Has(sq):
				number += 2
			}
		}
		if number != 0 {
			inputs = append(inputs, w.all[i].inputs[movegen.White]+uint16(number))
		}
	}
	return inputs
}

// TestWindows shows that the windows of a set have no square in common, that the first set
// divides the board, and that those of a board that is turned are the same. Of two squares that
// touch, both are in a window, but for a pair across the middle of each two rows.
func TestWindows(t *testing.T) {
	for name, apart := range map[string]int{"english": 7, "spanish": 7, "international": 9} {
		r := rulesOf(t, name)
		w, turn := windowsOf(r, MaxWindows), r.HalfTurn()
		together := map[[2]movegen.Square]bool{}
		for i := range w.sets {
			set := &w.sets[i]
			var all movegen.Bits
			for i := set.from; i < set.to; i++ {
				var here, turned movegen.Bits
				for _, sq := range w.all[i].list {
					if all.Has(sq) || int(set.of[sq]) != i {
						t.Errorf("%s: square %d is in window %d, not in %d alone", name, sq, set.of[sq], i)
					}
					all |= sq.Bit()
					here |= sq.Bit()
					for _, other := range w.all[i].list {
						together[[2]movegen.Square{sq, other}] = true
					}
				}
				for _, sq := range w.all[set.turned(i)].list {
					turned |= sq.Bit()
				}
				if turn.Of(here) != turned {
					t.Errorf("%s: window %d turned is not window %d", name, i, set.turned(i))
				}
			}
			if all != set.squares || i == 0 && all != r.Board() {
				t.Errorf("%s: windows of squares %x, not of %x", name, all, set.squares)
			}
		}
		missing := 0
		for squares := r.Board(); squares != 0; squares &= squares - 1 {
			sq := squares.First()
			for _, step := range []movegen.Square{movegen.StepLeft, movegen.StepRight} {
				if sq+step < 64 && r.Board().Has(sq+step) && !together[[2]movegen.Square{sq, sq + step}] {
					missing++
				}
			}
		}
		if missing != apart {
			t.Errorf("%s: %d pairs of squares are in no window, not %d", name, missing, apart)
		}
	}
}

// TestInputsOfWindows compares the inputs of positions with those found square by square.
func TestInputsOfWindows(t *testing.T) {
	for _, name := range []string{"english", "international"} {
		r := rulesOf(t, name)
		w, turn := windowsOf(r, MaxWindows), r.HalfTurn()
		seen := map[uint16]bool{}
		walk(r, 6, 2000, func(p *movegen.Position) {
			us, them := p.Pieces[p.Turn]&^p.Kings, p.Pieces[p.Turn.Opponent()]&^p.Kings
			if p.Turn == movegen.Black {
				us, them = turn.Of(us), turn.Of(them)
			}
			want := [2][]uint16{w.arrangementsOf(us, them), w.arrangementsOf(turn.Of(them), turn.Of(us))}
			for view, inputs := range (Shape{64, MaxWindows}).InputsOf(r, p, [2][]uint16{}) {
				got := slices.Sorted(slices.Values(inputs[p.Occupied().Len():]))
				if !slices.Equal(got, want[view]) {
					t.Fatalf("%s %s, view %d: got %v, want %v", name, r.FEN(p), view, got, want[view])
				}
				for _, input := range got {
					seen[input] = true
				}
			}
		})
		if len(seen) < 300 {
			t.Errorf("%s: only %d arrangements", name, len(seen))
		}
	}
}

// TestWindowsBeginWithNothing has a network without windows, whose parameters begin a training
// with them: it evaluates the same.
func TestWindowsBeginWithNothing(t *testing.T) {
	r := rulesOf(t, "international")
	n := randomNetwork(t, r, Shape{Width: 64}, false)
	with := quantized(t, r, n.ParametersFor(r, MaxWindows))
	if got, want := with.Shape(), (Shape{64, MaxWindows}); got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	var a, b Accumulator
	walk(r, 8, 2000, func(p *movegen.Position) {
		if got, want := with.Evaluate(&a, p), n.Evaluate(&b, p); got != want {
			t.Fatalf("%s: got %d, want %d", r.FEN(p), got, want)
		}
	})
}

// TestArrangementsCount has one arrangement of three men that is worth a logit, and no man
// anything: only positions with these three are.
func TestArrangementsCount(t *testing.T) {
	r := rulesOf(t, "international")
	p := NewParameters(r, Shape{64, MaxWindows})
	// The right window of the last two rows: 43, 44, 45 above 49, 50.
	arrangement := PieceInputs + 9*243 + 1*81 + 0*27 + 1*9 + 0*3 + 1
	for i := range p.Transformers {
		p.Transformers[i].Weights[arrangement*64] = 1
	}
	for i := range p.Buckets {
		h := &p.Buckets[i]
		h.Second[0], h.Third[0], h.Output[0] = 1, 1, 1 // our view
	}
	n := quantized(t, r, p)
	for fen, want := range map[string]int32{
		"W:W43,45,50:B1,2":    OutputUnit,
		"W:W43,45,50,20:B1,2": OutputUnit,
		"B:W40,41:B8,6,1":     OutputUnit, // the same, as Black sees it
		"W:W43,45:B1,2":       0,
		"W:W43,44,45,50:B1,2": 0,
		"W:W43,45,50:B44,2":   0,
		"W:WK43,45,50:B1,2":   0,
		"B:W43,45,50:B1,2":    0,
	} {
		position, err := r.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Evaluate(new(Accumulator), &position); got != want {
			t.Errorf("%s: got %d, want %d", fen, got, want)
		}
	}
}

// TestArrangementsAreLimited gives men and arrangements the largest weights there are, of either
// sign: the sums of no position overflow.
func TestArrangementsAreLimited(t *testing.T) {
	r := rulesOf(t, "international")
	for _, signs := range [][2]float32{{1, 1}, {-1, -1}, {1, -1}} {
		p := NewParameters(r, Shape{64, MaxWindows})
		for i := range p.Transformers {
			all := p.Transformers[i].Weights
			for k := range all {
				all[k] = 1000 * signs[min(k/(PieceInputs*64), 1)]
			}
		}
		n := quantized(t, r, p)
		most := int(maxSum*SumUnit) + 1
		walk(r, 9, 500, func(p *movegen.Position) {
			for _, inputs := range n.Shape().InputsOf(r, p, [2][]uint16{}) {
				sum := 0
				for _, input := range inputs {
					sum += int(n.transformers[0].weights[int(input)*64])
				}
				if sum > most || sum < -most {
					t.Fatalf("%v, %s: a sum of %d", signs, r.FEN(p), sum)
				}
			}
		})
	}
}
