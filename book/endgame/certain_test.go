package endgame

import (
	"testing"

	"stupol/movegen"
)

func TestCertain(t *testing.T) {
	tests := []struct {
		variant, fen string
		certain      map[Value]bool
	}{
		{"frisian", "W:WK3,K17:BK46", map[Value]bool{Win: true, Loss: true, Draw: true}},
		{"frisian", "W:W33:B12,18", map[Value]bool{Win: true, Loss: false, Draw: false}},
		{"frisian", "W:W33,34:BK1", map[Value]bool{Win: false, Loss: true, Draw: false}},
		{"frisian", "B:W33,K34:BK1", map[Value]bool{Win: true, Loss: false, Draw: false}},
		{"frysk", "W:WK33,34:BK1,2", map[Value]bool{Win: false, Loss: false, Draw: false}},
		{"international", "W:WK33,34:BK1,2", map[Value]bool{Win: true, Loss: true, Draw: true}},
	}
	for _, tt := range tests {
		t.Run(tt.variant+" "+tt.fen, func(t *testing.T) {
			r := rulesNamed(t, tt.variant)
			p := positionOf(t, r, tt.fen)
			for v := range Value(4) {
				if got := Certain(r, &p, v); got != tt.certain[v] {
					t.Errorf("%v: got %v, want %v", v, got, !got)
				}
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	tests := []struct {
		variant, fen string
		want         movegen.Outcome
	}{
		{"english", "W:WK14,K15:BK32", movegen.WhiteWins},
		{"english", "B:WK14,K15:BK32", movegen.WhiteWins},
		{"english", "B:WK1:BK18,K19", movegen.BlackWins},
		{"english", "W:WK18:BK1", movegen.Drawn},
		{"english", "W:W32:B1,2,3,4", movegen.Ongoing}, // too many pieces
		{"frysk", "W:WK33,34:BK1", movegen.Ongoing},    // not certain
	}
	for _, tt := range tests {
		t.Run(tt.variant+" "+tt.fen, func(t *testing.T) {
			r := rulesNamed(t, tt.variant)
			p := positionOf(t, r, tt.fen)
			if got := Embedded(r).Prober().Outcome(&p); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestSettled gives games the results that no draw rule can change.
func TestSettled(t *testing.T) {
	r := movegen.International()
	for _, tt := range []struct {
		name, fen string
		pieces    int
		want      movegen.Outcome
	}{
		{"a draw", "W:WK3,K17:BK46", 3, movegen.Drawn},
		{"too many pieces", "W:WK3,K17:BK46", 2, movegen.Ongoing},
		{"Black has no king", "W:W28,K20:B10", 4, movegen.WhiteWins},
		{"White has no king", "B:W41:BK31,23", 4, movegen.BlackWins},
		{"a king, and a capture wins", "B:WK3:BK20,K25,14", 4, movegen.Ongoing},
		{"the loser has a king", "W:WK8,K9,K28:BK36", 4, movegen.Ongoing},
	} {
		p, err := r.ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := Embedded(r).UpTo(tt.pieces).Prober().Settled(movegen.NewGameFrom(r, p, nil)); got.Outcome != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
