package dxp

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stupol/movegen"
)

// TestEveryGameFits plays games of every kind at random: each position and each
// move must come through.
func TestEveryGameFits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, r := range movegen.Variants() {
		g := movegen.NewGame(r)
		for g.Result().Outcome == movegen.Ongoing {
			checkSetup(t, r, g.Position())
			legal := g.LegalMoves(nil)
			for _, m := range legal {
				checkMove(t, g, m)
			}
			g.Push(legal[random.IntN(len(legal))])
		}
	}
}

// checkSetup checks that p can be asked for. The king moves counted in Frisian
// are lost.
func checkSetup(t *testing.T, r *movegen.Rules, p *movegen.Position) {
	t.Helper()
	frame := Encode(GameRequest{Version: Version, Name: "Lab", Time: time.Minute, Setup: Setup(r, p)})
	want := *p
	for c := movegen.White; c <= movegen.Black; c++ {
		want = want.WithRun(c, movegen.KingRun{})
	}
	m, err := Parse(frame)
	if err != nil {
		t.Fatalf("%s: %v", frame, err)
	}
	if got, err := m.(GameRequest).Position(r); err != nil || got != want {
		t.Fatalf("%s: %s: got %s, %v, want %s", r.Name, frame, r.FEN(&got), err, r.FEN(&want))
	}
}

// checkMove checks that m can be sent, its captures in another order.
func checkMove(t *testing.T, g *movegen.Game, m movegen.Move) {
	t.Helper()
	message := NewMove(g.Rules(), m, 1500*time.Millisecond)
	slices.Reverse(message.Captured)
	read, err := Parse(Encode(message))
	if err != nil {
		t.Fatalf("%s: %v", Encode(message), err)
	}
	got, err := read.(Move).Find(g.Rules(), g.Position())
	got.Promotes = m.Promotes // cannot be told
	if err != nil || got != m {
		t.Fatalf("%s: got %+v, %v, want %+v", Encode(message), got, err, m)
	}
}

func TestPlainStart(t *testing.T) {
	tests := []struct {
		variant string
		plain   bool
	}{{"international", true}, {"frisian", true}, {"russian", true}, {"english", false}}
	for _, tt := range tests {
		r, err := movegen.Lookup(tt.variant)
		if err != nil {
			t.Fatal(err)
		}
		start := r.Start()
		if got := Setup(r, &start) == ""; got != tt.plain {
			t.Errorf("%s: plain start is %v, want %v", tt.variant, got, tt.plain)
		}
	}
}
