package analysis

import (
	"context"
	"errors"
	"testing"

	"stupol/eval"
	"stupol/movegen"
	"stupol/search"
)

// A certainSearcher finds the same score wherever it looks.
type certainSearcher struct {
	score search.Score
	scale float64
	err   error
}

func (s certainSearcher) Search(context.Context, *movegen.Game, search.Limits, func(search.Info)) (search.Result, error) {
	return search.Result{Info: search.Info{Score: s.score}}, s.err
}

func (s certainSearcher) Scale() float64 { return s.scale }

// gameAt returns a game in a position of some plies, made by kings that go to and fro.
func gameAt(t *testing.T, fen string, plies int) *movegen.Game {
	t.Helper()
	r := movegen.International()
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := movegen.NewGameFrom(r, p, nil)
	for len(g.Moves()) < plies {
		moves := g.LegalMoves(nil)
		g.Push(moves[len(g.Moves())*7%len(moves)])
	}
	return g
}

// TestAcceptsDraw offers draws to an engine that is better or worse off, early and late.
func TestAcceptsDraw(t *testing.T) {
	const (
		opening = "W:W31-50:B1-20"
		ending  = "W:WK1:BK50"
		thirds  = "W:W41-47:B4-8,10" // one piece more than is late
	)
	tests := []struct {
		name  string
		fen   string
		plies int
		score search.Score // for the side that offers
		scale float64
		want  bool
	}{
		{"even in the opening", opening, 0, 0, 100, false},
		{"a little worse in the opening", opening, 0, 28, 100, false},
		{"worse in the opening", opening, 0, 29, 100, true},
		{"lost", opening, 0, search.WinIn(9), 100, true},
		{"won", ending, 0, search.LossIn(8), 100, false},
		{"even with few pieces", ending, 0, 0, 100, true},
		{"hardly better with few pieces", ending, 0, -10, 100, true},
		{"better with few pieces", ending, 0, -11, 100, false},
		{"even with a piece too many", thirds, 0, 0, 100, false},
		{"even after 59 plies", opening, 59, 0, 100, false},
		{"even after 60 plies", opening, 60, 0, 100, true},
		{"a third of a man matters less in Losing", opening, 0, 29, 500, false},
		{"and more in English", opening, 0, 10, 33, true},
	}
	for _, tt := range tests {
		got, err := AcceptsDraw(t.Context(), certainSearcher{tt.score, tt.scale, nil}, gameAt(t, tt.fen, tt.plies))
		if err != nil || got != tt.want {
			t.Errorf("%s: got %v %v, want %v", tt.name, got, err, tt.want)
		}
	}
}

func TestNoAnswerToADraw(t *testing.T) {
	over := gameAt(t, "B:W31:B", 0)
	if _, err := AcceptsDraw(t.Context(), certainSearcher{}, over); !errors.Is(err, ErrOver) {
		t.Errorf("a game that is over: %v", err)
	}
	broken := errors.New("broken")
	if _, err := AcceptsDraw(t.Context(), certainSearcher{err: broken}, gameAt(t, "W:WK1:BK50", 0)); !errors.Is(err, broken) {
		t.Errorf("a search that fails: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if ok, err := AcceptsDraw(ctx, certainSearcher{}, gameAt(t, "W:WK1:BK50", 0)); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was cut short: %v %v", ok, err)
	}
}

// TestDrawBySearch asks the search itself.
func TestDrawBySearch(t *testing.T) {
	r := movegen.International()
	e, err := search.New(search.Options{Rules: r, TableBytes: 1 << 20, Eval: eval.Default(r)})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for fen, want := range map[string]bool{
		"W:W32,33,34,38,39,43,44:B3,8,13": true,  // lost for the one who is asked
		"W:W38,43,48:B3,8,13,4,9,12,14":   false, // won
		"W:WK46,K5:BK28":                  true,
		"W:W31-50:B1-20":                  false,
	} {
		if got, err := AcceptsDraw(t.Context(), e, gameAt(t, fen, 0)); err != nil || got != want {
			t.Errorf("%s: got %v %v, want %v", fen, got, err, want)
		}
	}
}
