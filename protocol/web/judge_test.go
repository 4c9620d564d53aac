package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/search"
)

// The games that are judged: one with a blunder in the opening, one in an ending that the
// databases know, one that begins with Black.
var judgedGames = []string{
	"[GameType \"20\"]\n\n1. 34-30 18-22 2. 32-27 16-21 3. 27x18 13x22 *",
	"[GameType \"20\"]\n[FEN \"W:WK46,30:BK5,K1\"]\n\n1. 30-24 1-7 2. 24-19 5x23 3. 46x5 *",
	"[GameType \"21\"]\n\n1. 12-16 21-17 2. 9-13 22-18 3. 13x22 26x17 4. 11-15 18x11 5. 8x15 23-19 6. 16x23 27x11 *",
}

// analyze does what stupol analyze does with a game. It returns the data that are printed, and
// all findings.
func analyze(t *testing.T, text string) (analysis.Data, *movegen.Game, []*analysis.Finding) {
	t.Helper()
	record, err := pdn.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Rules()
	if err != nil {
		t.Fatal(err)
	}
	g := analysis.NewGame(record, 1, r, analysis.Plies{})
	a := analysis.New([]*analysis.Game{g}, map[*movegen.Rules]analysis.Knowledge{
		r: {Eval: eval.Default(r), Endgames: endgame.Embedded(r), Book: book.Embedded(r)},
	})
	a.Nodes, a.TableBytes = 4000, 1<<16
	var findings []*analysis.Finding
	a.OnFinding = func(f *analysis.Finding) error { findings = append(findings, f); return nil }
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g.Data(), record.Replay(r).Game(nil), findings
}

// judgeRequestOf asks for judgements on a game with these findings, the deepest of each
// position.
func judgeRequestOf(g *movegen.Game, findings []*analysis.Finding) judgeRequest {
	r, start := g.Rules(), g.Start()
	q := judgeRequest{gameRequest: gameRequest{Variant: r.Name, FEN: r.FEN(&start)}}
	for _, m := range g.Moves() {
		q.Moves = append(q.Moves, r.HubMove(m))
	}
	at := map[string]int{}
	for _, f := range findings {
		score := int(f.Score)
		if (start.Turn == movegen.Black) != (f.Position%2 == 1) {
			score = -score
		}
		found := foundRequest{Ply: f.Position, Others: f.Others, Pass: f.Pass, Score: score, Line: f.Line}
		place := fmt.Sprint(f.Position, f.Others)
		if i, known := at[place]; known {
			q.Found[i] = found
			continue
		}
		at[place] = len(q.Found)
		q.Found = append(q.Found, found)
	}
	return q
}

// TestJudgedAsByAnalyze gives the scores of stupol analyze to the server: the page shows the
// same signs, accuracy, words and better lines.
func TestJudgedAsByAnalyze(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, text := range judgedGames {
		want, g, findings := analyze(t, text)
		got := ask[judgeAnswer](t, s, "/api/judge", judgeRequestOf(g, findings))
		if !reflect.DeepEqual(got.Moves, want.Moves) || !reflect.DeepEqual(got.Sides, want.Sides) {
			t.Errorf("%s\nthe server says %+v\nstupol analyze says %+v", text, got, want)
		}
		if len(got.Next) > 0 || len(got.Chances) != len(g.Moves())+1 {
			t.Errorf("%s\n%d searches more, %d chances", text, len(got.Next), len(got.Chances))
		}
		worst := 0.
		for i, m := range got.Moves {
			white := m.Chance
			if m.Side == "black" {
				white = 1 - white
			}
			if c := got.Chances[i+1]; c == nil || *c-white > 1e-4 || white-*c > 1e-4 {
				t.Errorf("%s\nafter ply %d White has a chance of %v, want %v", text, i+1, c, white)
			}
			worst = max(worst, m.Loss)
		}
		if worst < 0.1 {
			t.Errorf("%s\nno move is a mistake", text)
		}
	}
}

// TestReviewOfThePage does the searches that the server asks for, as the page does, until there
// are none.
func TestReviewOfThePage(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	_, g, _ := analyze(t, judgedGames[0])
	q := judgeRequestOf(g, nil)
	found := map[string]foundRequest{}
	for round := 0; ; round++ {
		q.Found = nil
		for _, f := range found {
			q.Found = append(q.Found, f)
		}
		a := ask[judgeAnswer](t, s, "/api/judge", q)
		if len(a.Next) == 0 {
			if len(a.Moves) != len(q.Moves) || a.Sides.Black.Blunders != 1 || a.Moves[3].Sign != "??" {
				t.Errorf("%+v", a)
			}
			return
		}
		if round == 10 {
			t.Fatalf("there is always more to be searched: %+v", a.Next)
		}
		for _, next := range a.Next {
			search := searchRequest{gameRequest: q.gameRequest, Tab: "tab-12345", Depth: 4 + 2*next.Pass}
			search.Moves = q.Moves[:next.Ply]
			if next.Others {
				search.Without = q.Moves[next.Ply]
			}
			body, err := json.Marshal(search)
			if err != nil {
				t.Fatal(err)
			}
			all := events(t, s.request(http.MethodPost, "/api/search", string(body)), func(event) bool { return true })
			var done doneEvent
			if err := json.Unmarshal([]byte(all[len(all)-1].data), &done); err != nil || !done.Found {
				t.Fatalf("%s: %v", body, all[len(all)-1])
			}
			f := foundRequest{Ply: next.Ply, Others: next.Others, Pass: next.Pass, Score: done.Score, Line: done.Moves}
			found[fmt.Sprint(f.Ply, f.Others)] = f
		}
	}
}

func TestJudgeRefuses(t *testing.T) {
	s := serve(t, testOptions(), quick)
	line := make([]string, longestLine+1)
	tests := []struct {
		found []foundRequest
		want  string
	}{
		{make([]foundRequest, 5), "more than 4 findings"},
		{[]foundRequest{{Score: int(search.Win) + 1}}, "no score"},
		{[]foundRequest{{Score: -1 << 62}}, "no score"},
		{[]foundRequest{{Ply: 2}}, "position 2"},
		{[]foundRequest{{Ply: -1}}, "position -1"},
		{[]foundRequest{{Pass: 4}}, "pass 4"},
		{[]foundRequest{{Line: line}}, "more than 40"},
		{[]foundRequest{{Line: []string{"1-50"}}}, "1-50"},
		{[]foundRequest{{Others: true, Line: []string{"32-28"}}}, "not one of the others"},
	}
	for _, tt := range tests {
		q := judgeRequest{gameRequest: gameRequest{Variant: "international", Moves: []string{"32-28"}}, Found: tt.found}
		body, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if status, text := do(t, s.request(http.MethodPost, "/api/judge", string(body))); status != http.StatusBadRequest || !strings.Contains(text, tt.want) {
			t.Errorf("%+v: %d %s, want %q", tt.found, status, text, tt.want)
		}
	}
}

// FuzzJudge judges by all sorts of findings. Each chance is one, and each search that is asked
// for can be done.
func FuzzJudge(f *testing.F) {
	f.Add(`{"variant":"international","moves":["32-28","19-23","28x19x23"],"found":[{"ply":0,"pass":1,"score":12,"line":["32-28","18-23"]},{"ply":0,"others":true,"pass":2,"score":3,"line":["33-28"]},{"ply":3,"score":-9990}]}`)
	f.Add(`{"variant":"english","fen":"B:W22:B1","draws":"","moves":[],"found":[{"ply":0,"pass":3,"score":10000}]}`)
	f.Add(`{"variant":"frisian","moves":["32-28"],"found":[{"ply":1,"score":-200,"line":["17-22"]}]}`)
	f.Add(`{"variant":"killer","fen":"W:WK46,30:BK5,K1","moves":["30-24"],"found":[{"ply":1,"score":0}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		var q judgeRequest
		if json.Unmarshal([]byte(body), &q) != nil || len(q.Moves) > 40 || len(q.Found) > 80 {
			return
		}
		s := newServer(testOptions(), quick)
		defer s.Close()
		a, err := s.judge(t.Context(), q)
		if err != nil {
			return
		}
		for i, c := range a.Chances {
			if c != nil && !(0 <= *c && *c <= 1) {
				t.Errorf("%s: a chance of %v at %d", body, *c, i)
			}
		}
		for _, n := range a.Next {
			if n.Ply < 0 || n.Ply > len(q.Moves) || n.Others && n.Ply == len(q.Moves) || n.Pass < 1 || n.Effort <= 0 {
				t.Errorf("%s: %+v", body, n)
			}
		}
		if _, err := json.Marshal(a); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	})
}
