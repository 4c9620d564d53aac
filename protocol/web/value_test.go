package web

import (
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// undistanced knows that the side to move has lost, but not when, as databases of more
// than four pieces do.
type undistanced struct{}

func (undistanced) Probe(*movegen.Position) endgame.Value           { return endgame.Loss }
func (undistanced) Distance(*movegen.Position) (plies int, ok bool) { return 0, false }

// TestUnknownDistance looks a move up of which only the value is known: it is not said
// to win at once.
func TestUnknownDistance(t *testing.T) {
	if name, plies := value(undistanced{}, new(movegen.Position), true); name != "win" || plies != 0 {
		t.Errorf("value is %s in %d plies", name, plies)
	}
}
