package handed

import (
	"testing"

	"stupol/book/endgame"
	"stupol/book/exam"
	"stupol/book/expansion"
	"stupol/eval/selfplay"
	"stupol/movegen"
	"stupol/search"
)

// What the packages below ask for.
var (
	_ selfplay.Searcher  = player{}
	_ expansion.Searcher = Scorer{}
	_ exam.Searcher      = Scorer{}
)

// observer counts positions.
type observer struct{ positions int }

func (o *observer) Evaluated(*movegen.Position) { o.positions++ }

// game returns the game that begins with a FEN.
func game(t *testing.T, fen string) *movegen.Game {
	t.Helper()
	r := movegen.International()
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return movegen.NewGameFrom(r, p, nil)
}

// TestSelfPlay finds moves, knows what is proven, and tells an observer what it sees.
func TestSelfPlay(t *testing.T) {
	r := movegen.International()
	o := &observer{}
	s, err := SelfPlay(search.Options{Rules: r, TableBytes: 1 << 20, Endgames: endgame.Embedded(r)})(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, tt := range []struct{ fen, proof string }{
		{"W:W31-50:B1-20", ""},
		{"W:W28:B22", selfplay.ReasonProven},
		{"W:WK1,K2:B40", selfplay.ReasonEndgame},
		{"W:W46:B41,37", ""}, // no legal move
	} {
		g := game(t, tt.fen)
		found, err := s.Search(t.Context(), g, 500)
		legal := len(g.LegalMoves(nil)) > 0
		if err != nil || found.Any != legal || legal && (found.Proof == "") != (tt.proof == "") {
			t.Errorf("%s: %+v, %v", tt.fen, found, err)
		}
	}
	if o.positions == 0 {
		t.Error("the observer has seen nothing")
	}
}

// TestScorers score a position twice with the same result, and only the moves named.
func TestScorers(t *testing.T) {
	r := movegen.International()
	all, err := Scorers(2, 1000, search.Options{Rules: r, TableBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer Close(all)
	g := movegen.NewGame(r)
	first, err := all[0].Search(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range append(all, all[0]) {
		if score, err := s.Search(t.Context(), g); err != nil || score != first {
			t.Errorf("score %v after %v, error %v", score, first, err)
		}
	}
	only := g.LegalMoves(nil)[8]
	if move, _, err := all[1].Best(t.Context(), g, only); err != nil || move != only {
		t.Errorf("%v is the best of %v, error %v", move, only, err)
	}
}
