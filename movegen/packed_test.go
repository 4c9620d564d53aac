package movegen

import "testing"

// TestPacked packs positions of all games and reads them back.
func TestPacked(t *testing.T) {
	for _, r := range Variants() {
		p := r.Start()
		for range 40 {
			moves := r.Moves(nil, &p)
			if len(moves) == 0 {
				break
			}
			p = r.Play(&p, moves[len(moves)/2])
			b := p.Pack().AppendTo(nil)
			if len(b) != PackedBytes {
				t.Fatalf("%d bytes, want %d", len(b), PackedBytes)
			}
			x := Unpack(b)
			got, want := x.Position(), p
			want.Hash, want.Runs = 0, [2]KingRun{}
			if got != want || !x.Valid(r) {
				t.Fatalf("%s: got %+v (valid: %v), want %+v", r.FEN(&p), got, x.Valid(r), want)
			}
		}
	}
}

// TestPackedIsChecked breaks a packed position in each way.
func TestPackedIsChecked(t *testing.T) {
	r := International()
	if blackMoves&r.Board() != 0 {
		t.Error("blackMoves is a square")
	}
	for name, x := range map[string]Packed{
		"off the board":       {1 << 5, 0, 0},
		"two pieces":          {1, 1, 0},
		"a king that is none": {1, 2, 4 | blackMoves},
	} {
		if x.Valid(r) {
			t.Errorf("%s: valid", name)
		}
	}
	if x := (Packed{1, 2, 2 | blackMoves}); !x.Valid(r) {
		t.Errorf("%v is not valid", x)
	}
}
