package movegen

import (
	"math/rand/v2"
	"slices"
	"testing"
)

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

// TestTurned plays games at random and compares the moves of each position with
// those of the turned one.
func TestTurned(t *testing.T) {
	for _, r := range Variants() {
		random := rand.New(rand.NewPCG(1, 2))
		for range 5 {
			g := NewGame(r)
			for range 80 {
				moves := g.LegalMoves(nil)
				if len(moves) == 0 {
					break
				}
				p := *g.Position()
				q := r.Turned(&p)
				if back := r.Turned(&q); back != p {
					t.Fatalf("%s: %s turned twice is %s", r.Name, r.FEN(&p), r.FEN(&back))
				}
				turned := r.Moves(nil, &q)
				if len(turned) != len(moves) {
					t.Fatalf("%s: %s has %d moves, turned %d", r.Name, r.FEN(&p), len(moves), len(turned))
				}
				for _, m := range moves {
					n := r.TurnedMove(m)
					if !slices.Contains(turned, n) {
						t.Fatalf("%s: %s: %s turned is not legal", r.Name, r.FEN(&p), r.PDNMove(&p, m))
					}
					after, turnedAfter := r.Play(&p, m), r.Play(&q, n)
					if r.Turned(&after) != turnedAfter {
						t.Fatalf("%s: %s: %s turned leads elsewhere", r.Name, r.FEN(&p), r.PDNMove(&p, m))
					}
				}
				g.Push(moves[random.IntN(len(moves))])
			}
		}
	}
}
