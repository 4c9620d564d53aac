package web

import (
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// TestReasonsOnThePage asks why the mistakes of games are ones, in two languages: the sentences have
// the line that shows it, which can be played from where it begins.
func TestReasonsOnThePage(t *testing.T) {
	s := serve(t, testOptions(), quick)
	asked := 0
	for _, text := range judgedGames {
		_, g, findings := analyze(t, text)
		q := judgeRequestOf(g, findings)
		for _, m := range ask[judgeAnswer](t, s, "/api/judge", q).Moves {
			q.Explain, q.Language = m.Ply, ""
			why := ask[judgeAnswer](t, s, "/api/judge", q).Why
			if (why != nil) != (m.Verdict != "") {
				t.Errorf("%s\nply %d, %q: %+v", text, m.Ply, m.Verdict, why)
			}
			if why == nil {
				continue
			}
			asked++
			if len(why.Words) == 0 || len(why.Texts) != len(why.Moves) || len(why.Paths) != len(why.Moves) || !strings.Contains(strings.Join(why.Words, " "), strings.Join(why.Texts[:min(len(why.Texts), 14)], " ")) {
				t.Errorf("%s\nply %d: %+v", text, m.Ply, why)
			}
			plies := m.Ply
			if why.Missed {
				plies--
			}
			line := movegen.NewGameFrom(g.Rules(), g.Start(), nil)
			for _, move := range g.Moves()[:plies] {
				line.Push(move)
			}
			for _, hub := range why.Moves {
				i := slices.IndexFunc(line.LegalMoves(nil), func(move movegen.Move) bool { return g.Rules().HubMove(move) == hub })
				if i < 0 {
					t.Fatalf("%s\nply %d: %s is not legal in the line %v", text, m.Ply, hub, why.Moves)
				}
				line.Push(line.LegalMoves(nil)[i])
			}
			q.Language = "pl"
			if polish := ask[judgeAnswer](t, s, "/api/judge", q).Why; polish == nil || slices.Equal(polish.Words, why.Words) || !slices.Equal(polish.Moves, why.Moves) {
				t.Errorf("%s\nply %d in Polish: %+v", text, m.Ply, polish)
			}
		}
	}
	if asked == 0 {
		t.Error("no game has a mistake")
	}
}
