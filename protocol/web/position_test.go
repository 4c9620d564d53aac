package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/movegen"
)

func TestPosition(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, r := range movegen.Variants() {
		a := ask[positionAnswer](t, s, "/api/position", gameRequest{Variant: r.Name})
		start := r.Start()
		if want := len(r.Moves(nil, &start)); len(a.Moves) != want || a.FEN != r.FEN(&start) || a.Board != a.Start {
			t.Errorf("%s: %d moves of %s, want %d", r.Name, len(a.Moves), a.FEN, want)
		}
	}
}

// TestSteps asks for captures with several steps, one of them with two ways and
// one that shares both ends with another.
func TestSteps(t *testing.T) {
	s := serve(t, testOptions(), quick)
	a := ask[positionAnswer](t, s, "/api/position", gameRequest{Variant: "international", FEN: "W:WK47:B33,19,20,10,24"})
	if len(a.Moves) == 0 {
		t.Fatal("no moves")
	}
	for _, m := range a.Moves {
		for _, path := range m.Paths {
			if len(path.Squares) != len(path.Captured)+1 || path.Squares[0] != 47 {
				t.Errorf("%s: %+v", m.Move, path)
			}
		}
	}
	a = ask[positionAnswer](t, s, "/api/position", gameRequest{Variant: "international", FEN: "W:W32:B27,28,18,17,9"})
	texts := map[string]int{}
	for _, m := range a.Moves {
		texts[m.Text]++
	}
	for text, n := range texts {
		if n > 1 {
			t.Errorf("%d moves are written %s", n, text)
		}
	}
}

// TestPlies asks for a game, and for the rest of one.
func TestPlies(t *testing.T) {
	s := serve(t, testOptions(), quick)
	q := positionRequest{gameRequest: gameRequest{Variant: "international", Moves: []string{"32-28", "19-23", "28x19x23"}}}
	a := ask[positionAnswer](t, s, "/api/position", q)
	if len(a.Plies) != 3 || a.Plies[2].Text != "28x19" || a.Plies[2].Path.Captured[0] != 23 || a.Plies[2].Board != a.Board || a.Turn != "b" {
		t.Errorf("%+v", a)
	}
	q.Known = 2
	if b := ask[positionAnswer](t, s, "/api/position", q); len(b.Plies) != 1 || b.Plies[0].Text != "28x19" {
		t.Errorf("%+v", b.Plies)
	}
}

// TestNames: the position has the names of what the game has had on the way to it.
func TestNames(t *testing.T) {
	s := serve(t, testOptions(), quick)
	forkLock := []string{"33-29", "20-25", "39-33", "14-20", "44-39", "19-24", "31-27", "10-14", "27-22", "18x27", "32x21", "17x26"}
	for moves, want := range map[int]string{0: "", 10: "", 12: "hekstelling true"} {
		q := positionRequest{gameRequest: gameRequest{Variant: "international", Moves: forkLock[:moves]}}
		var got string
		for _, n := range ask[positionAnswer](t, s, "/api/position", q).Names {
			got += fmt.Sprint(n.ByLanguage["nl"], " ", n.Structure)
		}
		if got != want {
			t.Errorf("after %d moves: got %q, want %q", moves, got, want)
		}
	}
	q := positionRequest{gameRequest: gameRequest{Variant: "russian", Moves: []string{"a3b4", "b6a5"}}}
	if got := ask[positionAnswer](t, s, "/api/position", q).Names; len(got) != 1 || got[0].Own != "Игра Бодянского" || got[0].Structure {
		t.Errorf("got %+v", got)
	}
}

func TestResults(t *testing.T) {
	s := serve(t, testOptions(), quick)
	shuffle := []string{"1-6", "50-45", "6-1", "45-50"}
	tests := []struct {
		name  string
		q     gameRequest
		wants string
	}{
		{"blocked", gameRequest{Variant: "international", FEN: "W:W46:B41,37"}, "black no legal move"},
		{"repeated", gameRequest{Variant: "international", FEN: "W:WK1:BK50", Moves: append(append([]string{}, shuffle...), shuffle...)}, "draw threefold repetition"},
		{"a king", gameRequest{Variant: "breakthrough", FEN: "B:WK1:B20"}, "white first king"},
		{"all lost", gameRequest{Variant: "losing", FEN: "W:W46:B41,37"}, "white no legal move"},
	}
	for _, tt := range tests {
		a := ask[positionAnswer](t, s, "/api/position", tt.q)
		if a.Result == nil || a.Result.Outcome+" "+string(a.Result.Reason) != tt.wants {
			t.Errorf("%s: %+v, want %s", tt.name, a.Result, tt.wants)
		}
	}
}

func TestDatabaseValues(t *testing.T) {
	s := serve(t, testOptions(), quick)
	a := ask[positionAnswer](t, s, "/api/position", gameRequest{Variant: "international", FEN: "W:WK46,K47:BK5"})
	if a.Value == "" {
		t.Fatal("no value")
	}
	best := ""
	for _, m := range a.Moves {
		if m.Value == "" {
			t.Errorf("no value of %s", m.Text)
		}
		if m.Value == a.Value {
			best = m.Text
		}
	}
	if best == "" {
		t.Errorf("no move keeps the %s: %+v", a.Value, a.Moves)
	}
}

func TestRefusals(t *testing.T) {
	s := serve(t, testOptions(), quick)
	tests := []struct{ path, body, want string }{
		{"position", `{"variant":"chess"}`, "unknown variant"},
		{"position", `{"variant":"russian","draws":"mine"}`, "draw rules"},
		{"position", `{"variant":"international","fen":"W:W77:B5"}`, `"77": no such square`},
		{"position", `{"variant":"international","moves":["32-28","32-28"]}`, `move 1: "32-28": illegal`},
		{"move", `{"variant":"international","text":"32-27-22"}`, "illegal"},
		{"move", `{"variant":"international","text":"hello"}`, `"hello": not a square`},
		{"setup", `{"variant":"russian","board":"W"}`, "1 letters long, want 33"},
		{"setup", `{"variant":"russian","board":"We` + strings.Repeat("b", 31) + `"}`, "a man cannot stand on"},
		{"setup", `{"variant":"russian","board":"Ww` + strings.Repeat("e", 31) + `"}`, "a man cannot stand on"},
		{"setup", `{"variant":"russian","board":"W` + strings.Repeat("e", 31) + `w"}`, "Black has no pieces"},
		{"pdn/list", `{"text":""}`, "no game"},
		{"pdn/read", `{"text":"[GameType \"1,W,8,8,A0,0\"]"}`, "not one that Stupol plays"},
		{"pdn/write", `{"variant":"russian","line":[{"move":"1-2"}]}`, "move 1: "},
		{"search", `{"variant":"russian","tab":""}`, "no name"},
		{"position", `{"variant":"russian","known":1.5}`, "load it again"}, // and nothing of Go
		{"position", `{"variant":"russian","new":1}`, "load it again"},
	}
	for _, tt := range tests {
		status, body := do(t, s.request(http.MethodPost, "/api/"+tt.path, tt.body))
		if status != http.StatusBadRequest || !strings.Contains(errorIn(body), tt.want) {
			t.Errorf("%s %s: %d %s, want %q", tt.path, tt.body, status, body, tt.want)
		}
	}
}

func TestTypedMove(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for text, want := range map[string]string{"32-28": "32-28", "3228": "", "32x28": "32-28", " 32 - 28 ": "32-28"} {
		status, body := do(t, s.request(http.MethodPost, "/api/move", `{"variant":"international","text":"`+text+`"}`))
		if (want == "") != (status != http.StatusOK) || want != "" && !strings.Contains(body, want) {
			t.Errorf("%q: %d %s", text, status, body)
		}
	}
}

// TestBookMoves looks the start up in the opening book: what the scores say for
// White is what the book says for the side to move.
func TestBookMoves(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, q := range []gameRequest{{Variant: "international"}, {Variant: "international", Moves: []string{"32-28"}}} {
		g, err := q.game(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{}
		for _, m := range book.Embedded(g.Rules()).Lookup(g.Position()) {
			want[g.Rules().HubMove(m.Move)] = int(m.Score)
			if g.Position().Turn == movegen.Black {
				want[g.Rules().HubMove(m.Move)] *= -1
			}
		}
		if len(want) == 0 {
			t.Skip("the book is empty")
		}
		for _, m := range ask[positionAnswer](t, s, "/api/position", q).Moves {
			if m.Book == nil || m.Book.Score != want[m.Move] {
				t.Errorf("%s: %+v, want %d", m.Move, m.Book, want[m.Move])
			}
		}
	}
	if a := ask[positionAnswer](t, s, "/api/position", gameRequest{Variant: "international", FEN: "W:W31:B20"}); a.Moves[0].Book != nil {
		t.Errorf("an ending in the book: %+v", a.Moves[0].Book)
	}
}

// undistanced knows that the side to move has lost, but not when, as databases of more
// than four pieces do.
type undistanced struct{}

func (undistanced) Probe(*movegen.Position) endgame.Value           { return endgame.Loss }
func (undistanced) Distance(*movegen.Position) (plies int, ok bool) { return 0, false }

// TestUnknownDistance looks a move up of which only the value is known: it is not said
// to win at once.
func TestUnknownDistance(t *testing.T) {
	if name, plies := value(undistanced{}, new(movegen.Position), true); name != "win" || plies != 0 {
		t.Errorf("value is %s in %d plies", name, plies)
	}
}
