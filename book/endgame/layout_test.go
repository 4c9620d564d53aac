package endgame

import (
	"fmt"
	"math/rand/v2"
	"testing"

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

// positionOf returns the position of a FEN.
func positionOf(t testing.TB, r *movegen.Rules, fen string) movegen.Position {
	t.Helper()
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSizes compares the number of positions with those of an independent
// count over all placements.
func TestSizes(t *testing.T) {
	tests := []struct {
		variant string
		want    []uint64 // with 2, 3, ... pieces
	}{
		{"international", []uint64{8_845, 806_300, 41_971_200, 1_570_600_750, 46_198_758_750}},
		{"russian", []uint64{3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676}},
		{"italian", []uint64{3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676}},
	}
	for _, tt := range tests {
		r := rulesNamed(t, tt.variant)
		for i, want := range tt.want {
			if got := Positions(r, i+2); got != want {
				t.Errorf("%s, %d pieces: %d positions, want %d", tt.variant, i+2, got, want)
			}
		}
	}
}

// TestSizeBySlice checks the smallest slices by counting on the fingers: of
// two men on 45 squares each, 40 squares are common.
func TestSizeBySlice(t *testing.T) {
	r := movegen.International()
	man, king := Force{Men: 1}, Force{Kings: 1}
	tests := []struct {
		slice Slice
		want  uint64
	}{
		{Slice{man, man}, 45*45 - 40},
		{Slice{man, king}, 45 * 49},
		{Slice{king, man}, 45 * 49},
		{Slice{king, king}, 50 * 49},
	}
	for _, tt := range tests {
		if got := NewLayout(r, tt.slice).size; got != tt.want {
			t.Errorf("%v: %d positions, want %d", tt.slice, got, tt.want)
		}
	}
}

// TestIndexInverse walks all positions of two and three pieces, and some of
// each larger slice.
func TestIndexInverse(t *testing.T) {
	for _, name := range []string{"international", "english", "italian"} {
		r := rulesNamed(t, name)
		for pieces := 2; pieces <= MaxPieces; pieces++ {
			for _, s := range Slices(r, pieces) {
				t.Run(fmt.Sprint(name, "/", s), func(t *testing.T) { checkInverse(t, r, s) })
			}
		}
	}
}

func checkInverse(t *testing.T, r *movegen.Rules, s Slice) {
	x := NewLayout(r, s)
	if s.Pieces() <= 3 && !testing.Short() {
		for i := range x.size {
			checkPosition(t, r, x, i)
		}
		return
	}
	random := rand.New(rand.NewPCG(1, uint64(s.id())))
	for range 500 {
		checkPosition(t, r, x, random.Uint64N(x.size))
	}
	checkPosition(t, r, x, 0)
	checkPosition(t, r, x, x.size-1)
}

// checkPosition checks that position i belongs to its slice and has number i,
// and that it still has when Black is to move and the board is turned.
func checkPosition(t *testing.T, r *movegen.Rules, x *Layout, i uint64) {
	t.Helper()
	p := x.Position(i)
	if s, ok := SliceOf(&p); !ok || s != x.slice {
		t.Fatalf("position %d: %s is of slice %v, want %v", i, r.FEN(&p), s, x.slice)
	}
	if p.Occupied()&^r.Board() != 0 || p.Occupied().Len() != x.slice.Pieces() ||
		(p.Men(movegen.White)&r.LastRow(movegen.White)|p.Men(movegen.Black)&r.LastRow(movegen.Black)) != 0 {
		t.Fatalf("position %d: %s is impossible", i, r.FEN(&p))
	}
	if got := x.Index(&p); got != i {
		t.Fatalf("position %d: %s has number %d", i, r.FEN(&p), got)
	}
	turned := turnRound(r, &p)
	if got := x.Index(&turned); got != i {
		t.Fatalf("position %d: turned, %s has number %d", i, r.FEN(&turned), got)
	}
}

// turnRound returns p with colours exchanged and seen from the other side,
// square by square.
func turnRound(r *movegen.Rules, p *movegen.Position) movegen.Position {
	var sets [3]movegen.Bits
	for i, b := range []movegen.Bits{p.Pieces[movegen.Black], p.Pieces[movegen.White], p.Kings} {
		for ; b != 0; b &= b - 1 {
			sets[i] |= r.SquareOf(r.Squares() + 1 - r.Number(b.First())).Bit()
		}
	}
	return movegen.NewPosition(p.Turn.Opponent(), sets[0], sets[1], sets[2])
}

// TestSliceOrder checks that promotions and captures lead to earlier slices.
func TestSliceOrder(t *testing.T) {
	seen := map[Slice]bool{}
	for _, s := range Slices(movegen.International(), 4) {
		if s.Us.Men > 0 {
			promoted := Slice{s.Them, Force{s.Us.Men - 1, s.Us.Kings + 1}}
			if !seen[promoted] {
				t.Errorf("%v comes before %v", s, promoted)
			}
		}
		seen[s] = true
	}
	if got, want := len(seen), 25; got != want {
		t.Errorf("%d slices of 4 pieces, want %d", got, want)
	}
	for _, s := range Slices(rulesNamed(t, "breakthrough"), 4) {
		if s.Us.Kings+s.Them.Kings > 0 {
			t.Errorf("breakthrough has slice %v", s)
		}
	}
}

func BenchmarkPosition(b *testing.B) {
	x := NewLayout(movegen.International(), Slice{Force{1, 2}, Force{1, 1}})
	i := uint64(0)
	for b.Loop() {
		x.Position(i)
		i = (i + 7_654_321) % x.size
	}
}

func BenchmarkIndex(b *testing.B) {
	x := NewLayout(movegen.International(), Slice{Force{1, 2}, Force{1, 1}})
	p := x.Position(x.size / 3)
	p.Turn = movegen.Black
	p = turnRound(movegen.International(), &p)
	for b.Loop() {
		x.Index(&p)
	}
}
