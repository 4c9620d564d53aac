package match

import (
	"bytes"
	"strings"
	"testing"

	"stupol/eval/selfplay"
	"stupol/movegen"
	"stupol/search"
)

// lessonJournal is a journal of one game of International, with those scores and forced moves.
func lessonJournal(t *testing.T, change func(*Game)) string {
	t.Helper()
	g := &Game{
		White: "one", Black: "two", Reason: "agreed", Start: movegen.International().FEN(new(movegen.International().Start())),
		Book: []string{"32-28", "19-23"},
	}
	for i, move := range []string{"28x19x23", "14x23x19", "37-32", "10-14"} {
		ply := Ply{Move: move, Forced: i == 0}
		ply.Scored, ply.Score = true, search.Score(10*i)
		g.Plies = append(g.Plies, ply)
	}
	change(g)
	var b bytes.Buffer
	b.WriteString(`{"version":3,"variant":"international","draws":"fmjd","engines":[{"name":"one","limits":{"nodes":70}},{"name":"two","limits":{"nodes":50}}]}` + "\n")
	line, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	b.Write(append(line, '\n'))
	return b.String()
}

func TestLessons(t *testing.T) {
	l := newLessons()
	if err := l.add(strings.NewReader(lessonJournal(t, func(*Game) {}))); err != nil {
		t.Fatal(err)
	}
	if len(l.Games) != 1 || l.nodes != 50 || l.Draws != "fmjd" || l.Rules != movegen.International() {
		t.Fatalf("got %+v", l)
	}
	g := l.Games[0]
	want := []int{selfplay.NoScore, selfplay.NoScore, selfplay.NoScore, -10, 20, -30}
	for i, score := range g.Scores {
		if score != want[i] || g.Random[i] != (i < 2) {
			t.Errorf("ply %d: score %d, random %v; want %d, %v", i+1, score, g.Random[i], want[i], i < 2)
		}
	}
	if g.Opening != 2 || g.Outcome != movegen.Drawn || len(g.Moves) != 6 {
		t.Errorf("got %+v", g)
	}
}

// A lesson ends where a search proves who wins, whatever the players made of it.
func TestLessonEndsWithAProof(t *testing.T) {
	l := newLessons()
	journal := lessonJournal(t, func(g *Game) { g.Plies[3].Score = -search.WinIn(4) })
	if err := l.add(strings.NewReader(journal)); err != nil {
		t.Fatal(err)
	}
	g := l.Games[0]
	if len(g.Moves) != 5 || g.Outcome != movegen.BlackWins || g.Reason != selfplay.ReasonProven {
		t.Errorf("%d moves, outcome %v, %s; want 5, Black wins, proven", len(g.Moves), g.Outcome, g.Reason)
	}
}

func TestNoLesson(t *testing.T) {
	tests := map[string]func(*Game){
		"forfeit":  func(g *Game) { g.Forfeit = TimeLoss },
		"no score": func(g *Game) { g.Plies[2].Scored = false },
		"another start": func(g *Game) {
			g.Start = "W:W31,32,37:B19,20,14"
			g.Book, g.Plies = []string{"32-28", "19-23"}, g.Plies[:0]
		},
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			l := newLessons()
			if err := l.add(strings.NewReader(lessonJournal(t, change))); err != nil {
				t.Fatal(err)
			}
			if len(l.Games) != 0 || l.Other != 1 {
				t.Errorf("%d games, %d left out; want 0, 1", len(l.Games), l.Other)
			}
		})
	}
}

func TestLessonsErrors(t *testing.T) {
	bad := lessonJournal(t, func(g *Game) { g.Plies[1].Move = "1-50" })
	russian := strings.Replace(lessonJournal(t, func(*Game) {}), "international", "russian", 1)
	tests := []struct{ name, journal, want string }{
		{"an illegal move", bad, "game 1.1: "},
		{"another game", russian, "games of russian, not of international"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLessons()
			if err := l.add(strings.NewReader(lessonJournal(t, func(*Game) {}))); err != nil {
				t.Fatal(err)
			}
			err := l.add(strings.NewReader(tt.journal))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// FuzzLessons reads journals that anybody may have written.
func FuzzLessons(f *testing.F) {
	f.Add(`{"version":3,"variant":"english"}` + "\n" + `{"moves":"11-15","scores":[5],"depths":[1],"nodes":[1],"micros":[1],"start":"B:W21:B11"}` + "\n")
	f.Fuzz(func(t *testing.T, journal string) {
		l := newLessons()
		if err := l.add(strings.NewReader(journal)); err != nil {
			return
		}
		run := selfplay.Run{Header: selfplay.Default(movegen.International())}
		l.Replace(&run)
		for _, g := range l.Games {
			if len(g.Moves) != len(g.Scores) || len(g.Moves) != len(g.Random) || len(g.Moves) > run.MaxPlies {
				t.Errorf("%+v", g)
			}
		}
	})
}
