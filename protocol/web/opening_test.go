package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stupol/movegen"
)

// TestOpeningByLot draws openings of every game: each can be played and goes on, and they are not all the
// same. Of six plies, there are so few on 64 squares that two can be.
func TestOpeningByLot(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	for _, r := range movegen.Variants() {
		drawn := map[string]bool{}
		for _, plies := range []int{0, 6, 6, 6, 6, 6} {
			a := ask[openingAnswer](t, s, "/api/opening", openingRequest{Variant: r.Name, Plies: plies})
			after := ask[positionAnswer](t, s, "/api/position", positionRequest{gameRequest: gameRequest{Variant: r.Name, Moves: a.Moves}})
			if plies > 0 && len(a.Moves) != plies || len(a.Moves) < 6 || after.Result != nil {
				t.Errorf("%s, %d plies: %v, %v", r.Name, plies, a.Moves, after.Result)
			}
			if plies > 0 {
				drawn[strings.Join(a.Moves, " ")] = true
			}
		}
		if len(drawn) == 1 {
			t.Errorf("%s: five times %v", r.Name, drawn)
		}
	}
	for _, plies := range []int{-1, mostDrawn + 1} {
		if status, text := do(t, s.request(http.MethodPost, "/api/opening", fmt.Sprintf(`{"variant":"russian","plies":%d}`, plies))); status != http.StatusBadRequest {
			t.Errorf("%d plies: %d %s", plies, status, text)
		}
	}
}

// TestSettled asks how the databases end games.
func TestSettled(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	for _, tt := range []struct{ fen, outcome string }{
		{"W:WK3,K17:BK46", "draw"},
		{"W:WK8,K9,K28:BK36", ""}, // won, if the rules leave the time for it
		{"W:W31-50:B1-20", ""},
	} {
		a := ask[positionAnswer](t, s, "/api/position", positionRequest{gameRequest: gameRequest{Variant: "international", FEN: tt.fen}})
		if got := a.Settled; (got == nil) != (tt.outcome == "") || got != nil && got.Outcome != tt.outcome {
			t.Errorf("%s: %+v, want %q", tt.fen, got, tt.outcome)
		}
	}
}
