package match

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/peer"
)

// TestPDN writes a short game with clocks.
func TestPDN(t *testing.T) {
	killer, err := movegen.Lookup("killer")
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{Rules: killer, Engines: []peer.EngineConfig{
		{Name: "a", Limits: peer.Limits{Time: time.Minute, Increment: time.Second}},
		{Name: "b", Limits: peer.Limits{Nodes: 5}},
	}}
	g := &Game{
		Pair: 4, Leg: 1, Date: "2026.01.31", White: "b", Black: "a", Winner: blackWon,
		Reason: "crash: exit status 3 by White", Forfeit: Crash, Opening: "ballot 5",
		Start: killerStart(killer), Book: []string{"32-28"}, Plies: []Ply{
			{Move: "19-23", Remark: pdn.Remark{Scored: true, Score: -120, Depth: 7, Nodes: 500, Timed: true, Spent: 2500 * time.Millisecond}},
			{Move: "28x19x23", Remark: pdn.Remark{Timed: true}},
		},
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
	g.Plies = append(g.Plies, Ply{Move: "1-2"})
	if _, err := m.PDN(g); err == nil || !strings.Contains(err.Error(), "game 5.2") {
		t.Errorf("got %v, want an error about game 5.2", err)
	}
}

func killerStart(r *movegen.Rules) string {
	p := r.Start()
	return r.FEN(&p)
}

// TestGameLine reads a line of a journal and writes it again.
func TestGameLine(t *testing.T) {
	const line = `{"pair":4,"leg":1,"date":"2026.01.31","white":"b","black":"a","winner":"black","reason":"no legal move",` +
		`"opening":"ballot 5","start":"B:W28,33:B1,19","book":1,"moves":"19-24 33-29 24x22x29x28","scores":[120,null],` +
		`"depths":[7,0],"nodes":[500,0],"micros":[2500000,10],"forced":[1],"cpu":[5,6],"white_program":"B 2"}`
	var g Game
	if err := json.Unmarshal([]byte(line), &g); err != nil || !g.complete() {
		t.Fatalf("%+v, %v", g, err)
	}
	first, last := g.Plies[0], g.Plies[1]
	if first.Move != "33-29" || first.Score != 120 || first.Spent != 2500*time.Millisecond || first.Forced || last.Scored || !last.Forced {
		t.Errorf("got %+v and %+v", first, last)
	}
	written, err := json.Marshal(&g)
	if err != nil {
		t.Fatal(err)
	}
	var got, want map[string]any
	if json.Unmarshal(written, &got) != nil || json.Unmarshal([]byte(line), &want) != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", written, line)
	}
}
