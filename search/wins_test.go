package search

import (
	"context"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// TestSearchFindsWins solves small positions, each with one shortest way to win,
// that need the rule named.
func TestSearchFindsWins(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		move               string
		score              Score
	}{
		{"a man given to catch the last one", "international", "W:W13,29:B4", "13-9", WinIn(5)},
		{"a king that must stop behind a king", "killer", "W:W33,K50:BK11,32", "33-28", WinIn(7)},
		{"a man left behind to guard the others", "breakthrough", "W:W17,40,42:B16,29", "42-38", WinIn(5)},
		{"the shorter way to a king", "breakthrough", "W:W15,22:B16,19,39", "15-10", WinIn(3)},
		{"three men given away", "poddavki", "W:W8,9,21:B13,23", "8-4", WinIn(6)},
		{"three men given away by majority", "losing", "W:W28,40,41:B19,36", "40-34", WinIn(6)},
		{"two men for a king", "russian", "W:W22,23,29:BK4,7", "23-19", WinIn(7)},
		{"a man that cannot go back", "english", "W:W15,23,25:B6", "15-10", WinIn(5)},
		{"men that may not take kings", "italian", "W:W9,11,K22,23:BK15", "22-18", WinIn(7)},
		{"a king over two men", "frisian", "W:W6,9,17:B11,K36", "6-1", WinIn(7)},
		{"the one legal move wins", "english", "W:W10:B7", "10x3x7", WinIn(1)},
	}
	for _, tt := range tests {
		t.Run(tt.variant+"/"+tt.name, func(t *testing.T) {
			g := gameAt(t, tt.variant, tt.fen)
			for _, threads := range []int{2, 4} { // they may find a longer win first, by another move
				result, _ := think(t, context.Background(), newEngine(t, g, threads), g, Limits{Depth: 18})
				if result.Score <= DatabaseWin {
					t.Errorf("%d threads: got %v, want a win", threads, result.Score)
				}
			}
			result, _ := think(t, context.Background(), withoutFutility(t, g), g, Limits{Depth: 18})
			if got := g.Rules().HubMove(result.Move); got != tt.move || result.Score != tt.score {
				t.Errorf("got %s with %v, want %s with %v", got, result.Score, tt.move, tt.score)
			}
			if len(result.PV) != int(Win-tt.score) {
				t.Errorf("the line has %d moves, want %d", len(result.PV), Win-tt.score)
			}
		})
	}
}

// withoutFutility returns an engine that sees the shortest way to win as soon as any other
// of the same depth.
func withoutFutility(t *testing.T, g *movegen.Game) *Engine {
	t.Helper()
	none, err := NewConstants(map[string]int{"fp-depth": 0, "rfp-depth": 0})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(Options{Rules: g.Rules(), TableBytes: smallTable, Constants: none})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestSearchFindsLosses(t *testing.T) {
	g := gameAt(t, "international", "W:W36:B27") // 36-31 27x36
	result, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{})
	if result.Score != LossIn(2) {
		t.Errorf("got %v, want %v", result.Score, LossIn(2))
	}
}

// TestRepeatedPositionIsADraw searches a position that the search has seen before, and
// that would be won otherwise; and the same position if only the game has seen it.
func TestRepeatedPositionIsADraw(t *testing.T) {
	g := gameAt(t, "international", "W:WK47,31,36,41,46:BK4")
	w := &worker{settings: settings{rules: g.Rules()}, eval: eval.Default(g.Rules()).Scorer(), leads: true}
	w.begin(newControl(context.Background(), &Limits{}, g), g, 1)
	if got := w.search(-Infinite, Infinite, 2, 1); got < 100 {
		t.Errorf("the first time: got %v, want at least 1.00", got)
	}
	shuffle(t, w.game, "47-42", "4-9", "42-47", "9-4")
	if got := w.search(-Infinite, Infinite, 2, 4); got != Draw {
		t.Errorf("the second time: got %v, want %v", got, Draw)
	}
	w.begin(newControl(context.Background(), &Limits{}, w.game), w.game, 1)
	if got := w.search(-Infinite, Infinite, 2, 1); got < 100 {
		t.Errorf("the second time in the game: got %v, want at least 1.00", got)
	}
}

// shuffle plays moves.
func shuffle(t *testing.T, g *movegen.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.Rules().ParseHubMove(g.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		g.Push(m)
	}
}

// TestWinAfterShuffling wins by a move to a position that has been on the board once: the
// opponent's answer to it was another then than the best.
func TestWinAfterShuffling(t *testing.T) {
	g := gameAt(t, "international", "W:WK10,K19,21:B12,K18")
	shuffle(t, g, "10-4", "18-29", "4-10", "29-18")
	result, _ := think(t, context.Background(), newEngine(t, g, 1), g, Limits{Nodes: 20_000})
	if got := g.Rules().HubMove(result.Move); got != "10-4" || result.Score != WinIn(7) {
		t.Errorf("the second time: got %s with %v, want 10-4 with %v", got, result.Score, WinIn(7))
	}
	shuffle(t, g, "10-4", "18-29", "4-10", "29-18")
	result, _ = think(t, context.Background(), newEngine(t, g, 1), g, Limits{Nodes: 20_000})
	if got := g.Rules().HubMove(result.Move); got == "10-4" || result.Score.IsProven() {
		t.Errorf("10-4 would be the third time: got %s with %v", got, result.Score)
	}
}
