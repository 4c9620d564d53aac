package play

import (
	"testing"

	"stupol/movegen"
)

func TestStartsOfBallots(t *testing.T) {
	r := movegen.International()
	starts, err := DXP{Openings: "ballots"}.starts(r, r.Draws[0])
	if err != nil || len(starts) != 79 {
		t.Errorf("got %d positions, %v, want 79", len(starts), err)
	}
}
