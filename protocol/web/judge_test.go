package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
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
	g, findings := analyzed(t, text, 4000, 1<<16)
	return g.Data(), g.Record.Replay(g.Rules).Game(nil), findings
}

// analyzeWith returns the data that stupol analyze prints with a budget and a table.
func analyzeWith(t *testing.T, text string, nodes, table int64) analysis.Data {
	t.Helper()
	g, _ := analyzed(t, text, nodes, table)
	return g.Data()
}

// analyzed returns a game after an analysis, and what has been found.
func analyzed(t *testing.T, text string, nodes, table int64) (*analysis.Game, []*analysis.Finding) {
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
	a.Nodes, a.TableBytes = nodes, table
	var findings []*analysis.Finding
	a.OnFinding = func(f *analysis.Finding) error { findings = append(findings, f); return nil }
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g, findings
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
		if !reflect.DeepEqual(plain(got.Moves), want.Moves) || !reflect.DeepEqual(got.Sides, want.Sides) {
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

// plain returns what stupol analyze says of some moves, and not what is for the page alone.
func plain(moves []judgedMove) (all []analysis.MoveData) {
	for _, m := range moves {
		m.MoveData.Remark = string(m.Remark)
		all = append(all, m.MoveData)
	}
	return all
}

// TestReviewOfThePage does the searches that the server asks for, as the page does, until there
// are none. What comes out is what stupol analyze says of the game with that budget.
func TestReviewOfThePage(t *testing.T) {
	s := serve(t, testOptions(), usualTimeouts)
	for _, text := range judgedGames {
		got, q := reviewed(t, s, text, "quick")
		want := analyzeWith(t, text, analysis.QuickNodes, 1<<20)
		if !reflect.DeepEqual(plain(got.Moves), want.Moves) || !reflect.DeepEqual(got.Sides, want.Sides) {
			t.Errorf("%s\nthe page shows %+v\nstupol analyze says %+v", text, got, want)
		}
		for _, m := range got.Moves {
			if len(m.BetterMoves) != len(m.Better) || len(m.ReplyMoves) != len(m.Reply) || (m.Score == nil) != (m.Rule != "") {
				t.Errorf("%s\n%+v", text, m)
			}
			for i, path := range m.ReplyPaths {
				if from, to, _ := strings.Cut(strings.NewReplacer("x", "-").Replace(m.ReplyMoves[i]), "-"); fmt.Sprint(path[0]) != from || !strings.HasPrefix(to+"-", fmt.Sprint(path[len(path)-1])+"-") {
					t.Errorf("%s\n%s goes over %v", text, m.ReplyMoves[i], path)
				}
			}
			if (m.Verdict != "" && len(m.Reply) > 0) != (len(m.ReplyPaths) > 0) {
				t.Errorf("%s\n%+v", text, m)
			}
			if len(m.BetterMoves) > 0 {
				better := gameRequest{Variant: q.Variant, FEN: q.FEN, Moves: append(slices.Clone(q.Moves[:m.Ply-1]), m.BetterMoves...)}
				ask[positionAnswer](t, s, "/api/position", positionRequest{gameRequest: better})
			}
		}
	}
}

// reviewed does for a game what the page does with a budget. It returns the last answer, and
// the request for it.
func reviewed(t *testing.T, s *site, text, budget string) (*judgeAnswer, judgeRequest) {
	t.Helper()
	_, g, _ := analyze(t, text)
	q := judgeRequestOf(g, nil)
	q.Budget = budget
	found := map[string]foundRequest{}
	for range 10 {
		q.Found = nil
		for _, f := range found {
			q.Found = append(q.Found, f)
		}
		a := ask[judgeAnswer](t, s, "/api/judge", q)
		if len(a.Next) == 0 {
			return &a, q
		}
		for _, next := range a.Next {
			f := s.examine(t, q.gameRequest, next)
			found[fmt.Sprint(f.Ply, f.Others)] = f
		}
	}
	t.Fatal("there is always more to be searched")
	return nil, q
}

// examine does a search that the server has asked for.
func (s *site) examine(t *testing.T, game gameRequest, next nextSearch) foundRequest {
	t.Helper()
	q := searchRequest{gameRequest: game, Tab: "tab-12345", Nodes: next.Nodes, Fresh: true, Hash: 1}
	q.Moves = game.Moves[:next.Ply]
	if next.Others {
		q.Without = game.Moves[next.Ply]
	}
	body, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	all := events(t, s.request(http.MethodPost, "/api/search", string(body)), func(event) bool { return true })
	var done doneEvent
	if err := json.Unmarshal([]byte(all[len(all)-1].data), &done); err != nil || !done.Found {
		t.Fatalf("%s: %v", body, all[len(all)-1])
	}
	return foundRequest{Ply: next.Ply, Others: next.Others, Pass: next.Pass, Score: done.Score, Line: done.Moves}
}

// TestWrittenAsByAnalyze writes a game with what was found: the text is that of stupol analyze.
func TestWrittenAsByAnalyze(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, text := range append(judgedGames, "[GameType \"20\"]\n[Annotator \"Ann\"]\n\n1. 34-30 {calm} 18-22! {[%eval 9.99] [%clk 0:09:58]} 2. 32-27 (2. 30-25 {too}) 16-21 3. 27x18 13x22 2-0") {
		g, findings := analyzed(t, text, 4000, 1<<16)
		want := g.Annotated().String()
		q := writeRequest{treeGame: ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: text})}
		q.Found = judgeRequestOf(g.Record.Replay(g.Rules).Game(nil), findings).Found
		got := ask[fileRequest](t, s, "/api/pdn/write", q).Text
		if got != want || !strings.Contains(got, "[%eval ") || !strings.Contains(got, "$4") {
			t.Errorf("written:\n%s\nstupol analyze writes:\n%s", got, want)
		}
		again := writeRequest{treeGame: ask[treeGame](t, s, "/api/pdn/read", fileRequest{Text: got}), Found: q.Found}
		if twice := ask[fileRequest](t, s, "/api/pdn/write", again).Text; twice != want {
			t.Errorf("read and written once more:\n%s\nwant:\n%s", twice, want)
		}
		q.Found = make([]foundRequest, 2*len(q.Line)+3)
		body, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if status, answer := do(t, s.request(http.MethodPost, "/api/pdn/write", string(body))); status != http.StatusBadRequest || !strings.Contains(answer, "findings") {
			t.Errorf("%d %s", status, answer)
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
	if status, text := do(t, s.request(http.MethodPost, "/api/judge", `{"variant":"international","found":[],"budget":"endless"}`)); status != http.StatusBadRequest || !strings.Contains(text, "endless") {
		t.Errorf("an unknown budget: %d %s", status, text)
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
			if n.Ply < 0 || n.Ply > len(q.Moves) || n.Others && n.Ply == len(q.Moves) || n.Pass < 1 || n.Nodes <= 0 {
				t.Errorf("%s: %+v", body, n)
			}
		}
		if _, err := json.Marshal(a); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	})
}
