package picture

import (
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// TestGame draws a game move by move, with the players, the move and the result below.
func TestGame(t *testing.T) {
	const text = "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19! 2-0"
	read, err := pdn.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	r := movegen.International()
	replay := read.Replay(r)
	g := NewGame(read, r, replay.Positions(), func(r *movegen.Rules, p movegen.Position) *Scene {
		return &Scene{Rules: r, Position: p, Size: MinSize}
	})
	for plies, want := range []string{"A – B", "A – B, 1. 32-28", "A – B, 1… 19-23", "A – B, 2. 28x19!, 2-0"} {
		scene := g.Scene(plies)
		if scene.Caption != want {
			t.Errorf("after %d plies %q, want %q", plies, scene.Caption, want)
		}
		if moved := len(scene.LastMove) > 0; moved != (plies > 0) {
			t.Errorf("after %d plies the last move is %v", plies, scene.LastMove)
		}
	}
	frames := g.Frames(1, 3, time.Second)
	if len(frames) != 3 || frames[0].Time != time.Second || frames[2].Time != 3*time.Second {
		t.Errorf("got %+v", frames)
	}
}
