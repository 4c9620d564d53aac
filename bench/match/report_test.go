package match

import (
	"strings"
	"testing"

	"stupol/movegen"
)

// TestReport tells the results of three engines, of which one has won a pair of games and
// another has not played yet.
func TestReport(t *testing.T) {
	m := &Match{Rules: movegen.International(), Draws: movegen.International().Draws[0], OpeningsName: "ballots", Rounds: 1}
	s := newStandings([]string{"a", "b", "c"}, newSchedule(3, m), nil)
	for leg, winner := range []string{whiteWon, blackWon} {
		g := &Game{Leg: leg, Start: "W:W31:B20", Winner: winner, Reason: "no legal move"}
		g.addMove("31-27", Answer{Depth: 9, Nodes: 1200}, 2000, false)
		if err := s.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	var text, data strings.Builder
	if err := s.WriteReport(&text, m, "2 games in 1s"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"a - b    2      2  0  0  100.0 %  +inf [?]", "a - c    0", // the pairings
		"1  a       ", "engine  moves", "International draughts, fmjd; ballots\n2 games in 1s\n",
	} {
		if !strings.Contains(strings.ReplaceAll(strings.ToLower(text.String()), "+∞", "+inf"), strings.ToLower(want)) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if err := s.WriteJSON(&data); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"a":"a","b":"b","games":2,"wins":2,"draws":0,"losses":0`, `"elo":null`, `"nodes_per_move":1200`} {
		if !strings.Contains(data.String(), want) {
			t.Errorf("no %s in\n%s", want, &data)
		}
	}
	if got, want := s.Line(), "2 of 6 games"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
