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
