package analysis

import (
	"reflect"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/search"
)

// played returns a game of a file as it was played, and the findings of its analysis.
func played(t *testing.T, file string) (analyzed, again *Game, findings []*Finding) {
	t.Helper()
	games := gamesOf(t, file)
	a := newAnalysis(games)
	a.OnFinding = func(f *Finding) error { findings = append(findings, f); return nil }
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := games[0].Rules
	again = NewPlayed(games[0].at(&games[0].positions[len(games[0].positions)-1]), Knowledge{Eval: eval.Default(r), Endgames: endgame.Embedded(r)})
	return games[0], again, findings
}

// TestPlayedIsJudgedAlike gives what an analysis has found to the game without its file.
func TestPlayedIsJudgedAlike(t *testing.T) {
	for _, file := range []string{internationalGame, russianGame, englishGame, endgameGame} {
		g, again, findings := played(t, file)
		free := 0
		for _, p := range g.positions {
			if !p.forced {
				free++
			}
		}
		if n := len(again.Wanted(4000)); n > free || n < free-1 {
			t.Errorf("without findings %d searches are wanted of %d positions without a forced move", n, free)
		}
		for _, f := range findings {
			if err := again.Add(throughJSON(t, f)); err != nil {
				t.Fatal(err)
			}
		}
		got, want := again.Data(), g.Data()
		if !reflect.DeepEqual(got.Moves, want.Moves) || !reflect.DeepEqual(got.Sides, want.Sides) {
			t.Errorf("got %+v\nwant %+v", got, want)
		}
		if left := again.Wanted(4000); len(left) > 0 {
			t.Errorf("%+v are still wanted", left)
		}
		for i := range g.positions {
			got, known := again.Chance(i)
			if want, _ := g.Chance(i); got != want || !known {
				t.Errorf("position %d: a chance of %v, want %v", i, got, want)
			}
		}
	}
}

// TestRemarksAreThoseOfThePDN compares the words of the data with those of the comments.
func TestRemarksAreThoseOfThePDN(t *testing.T) {
	g := analyzed(t, endgameGame)[0]
	text := strings.Join(strings.Fields(written(t, []*Game{g})), " ")
	for _, m := range g.Data().Moves {
		if !strings.Contains(text, m.Remark) {
			t.Errorf("no %q in %s", m.Remark, text)
		}
	}
	if m := g.Data().Moves[1]; m.Sign != "??" || m.Verdict != "blunder" || !strings.HasPrefix(m.Remark, "Blunder. By the endgame databases ") {
		t.Errorf("%+v", m)
	}
}

// TestScoresWithoutMoves judges by scores that a file has: they say what a move is worth, but
// not what would have been better.
func TestScoresWithoutMoves(t *testing.T) {
	_, g, _ := played(t, internationalGame)
	for i := range g.positions {
		if err := g.Add(&Finding{Position: i, Score: 100}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(g.Judgements()); n != 0 {
		t.Errorf("%d judgements", n)
	}
	white, known := g.Chance(0)
	black, _ := g.Chance(1)
	if want := Chance(100, g.knowledge.Eval.Scale()); !known || white != want || black != 1-want {
		t.Errorf("chances of White: %v and %v, want %v and %v", white, black, want, 1-want)
	}
	if w := g.Wanted(4000); len(w) != len(g.positions) || w[0] != (Wanted{Position: 0, Pass: 1, Nodes: 1000}) {
		t.Errorf("wanted are %+v", w)
	}
}

// repeated returns a won ending in which a position came for the third time, by some draw
// rules.
func repeated(t *testing.T, draws *movegen.DrawRules) *Game {
	t.Helper()
	r := movegen.International()
	p, err := r.ParseFEN("W:WK1,K2,K3:BK50,10")
	if err != nil {
		t.Fatal(err)
	}
	played := movegen.NewGameFrom(r, p, draws)
	for _, text := range strings.Fields("3-9 50-45 9-3 45-50 3-9 50-45 9-3 45-50") {
		m, err := r.ParseHubMove(played.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		played.Push(m)
	}
	return NewPlayed(played, Knowledge{Eval: eval.Default(r)})
}

// TestRepetitionIsJudgedByTheRules looks at the end of a game that was drawn although one side
// was winning: only there the rules decide.
func TestRepetitionIsJudgedByTheRules(t *testing.T) {
	g := repeated(t, nil)
	last := len(g.positions) - 1
	if white, known := g.Chance(last); !known || white != 0.5 || g.positions[last].value.rule == "" {
		t.Errorf("a chance of %v, known %v", white, known)
	}
	if _, known := g.Chance(last - 4); known {
		t.Error("the second time the rules decide, too")
	}
}

// TestDrawRulesOfTheGame plays on by rules that know no repetition.
func TestDrawRulesOfTheGame(t *testing.T) {
	g := repeated(t, &movegen.DrawRules{Name: "none"})
	if white, known := g.Chance(len(g.positions) - 1); known {
		t.Errorf("a chance of %v", white)
	}
}

func TestBadAdditions(t *testing.T) {
	_, g, findings := played(t, internationalGame)
	first := findings[0].Line
	tests := []struct {
		f    Finding
		want string
	}{
		{Finding{Position: 7}, "position 7"},
		{Finding{Pass: -1}, "pass -1"},
		{Finding{Pass: 1}, "no move"},
		{Finding{Others: true}, "no move"},
		{Finding{Pass: 1, Line: []string{"1-50"}}, "1-50"},
		{Finding{Score: search.Win + 1}, "no score"},
		{Finding{Pass: 1, Others: true, Line: []string{"34-30"}}, "not one of the others"},
		{Finding{Position: 1, Pass: 1, Line: first}, first[0]},
	}
	for _, tt := range tests {
		if err := g.Add(&tt.f); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.f, err, tt.want)
		}
	}
}
