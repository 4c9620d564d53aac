package web

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"stupol/book/endgame"
	"stupol/book/endgame/exercise"
	"stupol/movegen"
	"stupol/protocol/puzzle"
)

// TestPuzzle goes through all puzzles of a game, and those of each theme: they are those of the
// set, each once, and then the first comes again.
func TestPuzzle(t *testing.T) {
	s := serve(t, testOptions(), quick)
	r, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	set, endings := puzzle.Set(r), exercise.Set(r)
	all := 0
	kinds := append([]string{"", playedOut}, puzzle.AllMechanisms...)
	for _, theme := range puzzle.Themes {
		kinds = append(kinds, string(theme))
	}
	for _, theme := range kinds {
		var want []int
		for i, p := range set {
			if theme == "" || string(p.Theme) == theme || slices.Contains(p.Mechanisms(), theme) {
				want = append(want, i+1)
			}
		}
		if theme == "" || theme == playedOut {
			for i := range endings {
				want = append(want, len(set)+i+1)
			}
		}
		after := 0
		for _, number := range want {
			a := ask[puzzleAnswer](t, s, "/api/puzzle", puzzleRequest{Variant: "russian", Theme: theme, After: after})
			if number > len(set) {
				if e := endings[number-len(set)-1]; a.Number != number || a.FEN != r.FEN(&e.Start) || len(a.Moves) != 1 || a.Kinds[0] != playedOut || a.Left != (e.Plies+1)/2 {
					t.Errorf("%s after %d: %+v, want %v", theme, after, a, e)
				}
				after = number
				continue
			}
			p := set[number-1]
			if a.Number != number || a.FEN != r.FEN(&p.Start) || len(a.Moves) != len(p.Line) || a.Kinds[0] != string(p.Theme) || a.Count != len(set)+len(endings) || a.Nodes != p.Nodes {
				t.Errorf("%s after %d: %+v, want %v", theme, after, a, p)
			}
			after = number
		}
		a := ask[puzzleAnswer](t, s, "/api/puzzle", puzzleRequest{Variant: "russian", Theme: theme, After: after})
		if len(want) > 0 && a.Number != want[0] || len(want) == 0 && a.Number != 0 {
			t.Errorf("%s after the last: %d of %v", theme, a.Number, want)
		}
		for _, of := range a.Themes {
			if of.Theme == theme && of.Count != len(want) {
				t.Errorf("%d puzzles of the theme %s, want %d", of.Count, theme, len(want))
			}
			if theme == "" && slices.Contains(puzzle.Themes, puzzle.Theme(of.Theme)) {
				all += of.Count
			}
		}
	}
	if all != len(set) {
		t.Errorf("the themes have %d of %d puzzles", all, len(set))
	}
	for body, want := range map[string]int{
		`{"variant":"chess"}`:                                              http.StatusBadRequest,
		`{"variant":"russian","after":-5}`:                                 http.StatusOK,
		`{"variant":"russian","after":1000000000000}`:                      http.StatusOK,
		`{"variant":"russian","theme":"no such theme"}`:                    http.StatusOK,
		`{"variant":"russian","after":"` + string(make([]byte, 10)) + `"}`: http.StatusBadRequest,
	} {
		if status, text := do(t, s.request(http.MethodPost, "/api/puzzle", body)); status != want {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
}

// TestTry tries moves: one that wins, the only way, one that gives the win away, and one that
// ends the game.
func TestTry(t *testing.T) {
	s := serve(t, testOptions(), quick)
	for _, c := range []struct {
		fen, move string
		wins      bool
		replies   bool
	}{
		{"W:W27,32:B18,K50", "27-21", false, true},
		{"W:WK28,K33,38:BK5", "38-32", true, true},
		{"W:W34:B29", "34x23", true, false},
	} {
		game := gameRequest{Variant: "international", FEN: c.fen, Moves: []string{c.move}}
		a := ask[triedAnswer](t, s, "/api/puzzle/try", searchRequest{gameRequest: game, Tab: "tab-12345"})
		if a.Wins != c.wins || (len(a.Reply) > 0) != c.replies || len(a.ReplyMoves) != len(a.Reply) || len(a.ReplyPaths) != len(a.Reply) {
			t.Errorf("%s %s: %+v", c.fen, c.move, a)
		}
	}
	if status, text := do(t, s.request(http.MethodPost, "/api/puzzle/try", `{"variant":"international","moves":["32-28"]}`)); status != http.StatusBadRequest {
		t.Errorf("without a tab: %d %s", status, text)
	}
}

// TestPlayOut plays endings: a move that wins is answered, and one that does not, too.
func TestPlayOut(t *testing.T) {
	s := serve(t, testOptions(), quick)
	r, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	wins := map[bool]int{}
	for _, e := range exercise.Set(r) {
		g := movegen.NewGameFrom(r, e.Start, nil)
		for _, m := range g.LegalMoves(nil) {
			g.Push(m)
			want := endgame.Embedded(r).Prober().Probe(g.Position()) == endgame.Loss
			g.Pop()
			a := ask[playedAnswer](t, s, "/api/puzzle/play", gameRequest{Variant: "english", FEN: r.FEN(&e.Start), Moves: []string{r.HubMove(m)}})
			if a.Wins != want || len(a.Reply) == 0 || len(a.Reply) != len(a.ReplyMoves) || want != (a.Left > 0) {
				t.Errorf("%v, %s: %+v", e, r.HubMove(m), a)
			}
			wins[a.Wins]++
		}
	}
	if wins[true] < 10 || wins[false] < 10 {
		t.Errorf("%v", wins)
	}
	for body, want := range map[string]int{
		`{"variant":"english","fen":"W:WK1:BK9","moves":["1-6"]}`: http.StatusOK,
		`{"variant":"english","moves":[]}`:                        http.StatusBadRequest, // too many pieces
		`{"variant":"english","fen":"W:WK1:BK9","moves":["1-9"]}`: http.StatusBadRequest,
	} {
		if status, text := do(t, s.request(http.MethodPost, "/api/puzzle/play", body)); status != want {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
}

// TestPuzzlesPrepare: an ending is told when its databases are there, not by empty ones.
func TestPuzzlesPrepare(t *testing.T) {
	o := testOptions()
	o.Prepare = func(*movegen.Rules) error { return errors.New("not there yet") }
	s := serve(t, o, quick)
	if status, text := do(t, s.request(http.MethodPost, "/api/puzzle", `{"variant":"english","theme":"play-out"}`)); status == http.StatusOK {
		t.Errorf("got %s", text)
	}
}
