package opening

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"stupol/book"
	"stupol/book/expansion"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// shipped returns the book of Russian draughts in the program.
func shipped(t *testing.T) *book.Book {
	t.Helper()
	r, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	return book.Embedded(r)
}

// TestPDN writes a book to eight plies and replays it, every variation too; the first move
// is the one that Look has first.
func TestPDN(t *testing.T) {
	b := shipped(t)
	text := PDN(b, 8, 30).String()
	g, err := pdn.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	replay := g.Replay(b.Rules())
	if faults := append(g.Faults, replay.Faults...); len(faults) > 0 || len(g.Plies) != 8 {
		t.Errorf("%d plies, faults %v", len(g.Plies), faults)
	}
	if !strings.Contains(text, "(1.") || !strings.Contains(text, "transposition") {
		t.Errorf("no variation or no transposition in\n%.500s", text)
	}
	best := Look(b, b.Rules().Start()).Moves[0]
	if remark := pdn.ParseRemark(g.Plies[0].Comment()); best.Move != g.Plies[0].Text || float64(remark.Score)/100 != best.Score {
		t.Errorf("the first move is %s with %v, want %+v", g.Plies[0].Text, remark.Score, best)
	}
	if best.Line[0] != best.Move || best.Below < 2 {
		t.Errorf("%+v", best)
	}
	if p, err := b.Rules().ParseFEN("W:WK1:BK32"); err != nil || Look(b, p) != nil {
		t.Errorf("an endgame is in the book, %v", err)
	}
}

// TestJSON writes positions, each move of which is in the book.
func TestJSON(t *testing.T) {
	b := shipped(t)
	var text strings.Builder
	if err := WriteJSON(&text, b, 3); err != nil {
		t.Fatal(err)
	}
	lines := 0
	for s := bufio.NewScanner(strings.NewReader(text.String())); s.Scan(); lines++ {
		var p Position
		if err := json.Unmarshal(s.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		position, err := b.Rules().ParseFEN(p.FEN)
		if err != nil || p.Ply > 2 || len(b.Lookup(&position)) != len(p.Moves) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	info, err := InfoOf(b)
	if err != nil || lines == 0 || lines >= info.Positions || info.Positions != b.Len() || info.Longest < len(info.Expected) || info.Bytes == 0 {
		t.Errorf("%d lines, %+v, %v", lines, info, err)
	}
}

// TestCountPlayed counts games of one kind up to their first fault.
func TestCountPlayed(t *testing.T) {
	const text = "1. c3-d4 d6-c5 *\n\n[GameType \"20\"]\n1. 32-28 *\n\n1. c3-d4 c3-d4 *\n\n2-0"
	played := expansion.Played{}
	games, err := CountPlayed(played, strings.NewReader(text), shipped(t).Rules(), 1)
	if err != nil || games != 2 || len(played) == 0 {
		t.Errorf("%d games, %v, %v", games, played, err)
	}
}
