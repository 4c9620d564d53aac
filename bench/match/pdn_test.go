package match

import (
	"strings"
	"testing"
	"time"

	"stupol/movegen"
)

// TestPDN writes a short game with clocks.
func TestPDN(t *testing.T) {
	killer, err := movegen.Lookup("killer")
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{Rules: killer, Engines: []EngineConfig{
		{Name: "a", Limits: Limits{Time: time.Minute, Increment: time.Second}},
		{Name: "b", Limits: Limits{Nodes: 5}},
	}}
	g := &Game{
		Pair: 4, Leg: 1, Date: "2026.01.31", White: "b", Black: "a", Winner: blackWon,
		Reason: "crash: exit status 3 by White", Forfeit: Crash, Opening: "ballot 5",
		Start: killerStart(killer), Book: 1, Moves: "32-28 19-23 28x19x23",
		Scores: []Eval{{Score: 120, Known: true}, {}},
		Depths: []int{7, 0}, Nodes: []int64{500, 0}, Micros: []int64{2_500_000, 0},
	}
	record, err := m.PDN(g)
	if err != nil {
		t.Fatal(err)
	}
	got := record.String()
	for _, want := range []string{
		`[Round "5.2"]`, `[Result "0-2"]`, `[Date "2026.01.31"]`, `[Variant "killer"]`, `[WhiteLimits "5 nodes"]`,
		`[Termination "crash: exit status 3 by White"]`,
		"1. 32-28 19-23 {[%eval -1.20] [%clk 0:00:58.50] [%emt 0:00:02.50] depth 7, 500\nnodes}",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "[FEN ") {
		t.Errorf("a FEN tag for the usual start in\n%s", got)
	}
	g.Moves += " 1-2"
	if _, err := m.PDN(g); err == nil || !strings.Contains(err.Error(), "game 5.2") {
		t.Errorf("got %v, want an error about game 5.2", err)
	}
}

func killerStart(r *movegen.Rules) string {
	p := r.Start()
	return r.FEN(&p)
}
