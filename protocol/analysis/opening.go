package analysis

import (
	"fmt"
	"slices"

	"stupol/book"
	"stupol/movegen"
	"stupol/protocol/opening/names"
)

// followBook finds the moves that are in the opening book, up to the first that is
// not, and what the book has instead of that. A book has all moves of its positions:
// those count as its own that it expects or goes on after.
func (g *Game) followBook() {
	for i := range g.moves {
		m := &g.moves[i]
		known := g.knowledge.Book.Lookup(&g.positions[m.from].Position)
		k := slices.IndexFunc(known, func(b book.Move) bool { return b.Move == m.Move })
		if k < 0 || m.from != i {
			return // the end of the book, or of the line from the start
		}
		best := book.Best(known)
		if !known[k].Expanded && known[k].Score < best.Score {
			m.instead = []movegen.Move{best.Move}
			return
		}
		m.inBook = true
	}
}

// leftBook returns what there is to say of the move that left the opening book, "" if
// the game did not leave it by a move of its own.
func (g *Game) leftBook(j *Judgement) string {
	if j.move.instead == nil {
		return ""
	}
	return bookRemark + g.text(&g.positions[j.move.from], j.move.instead[0]) + "."
}

// A Departure is the move by which a game leaves what other games have played: package
// library finds it.
type Departure interface {
	At() int        // its ply, 1 is the first
	String() string // what there is to say of it
}

// Departs tells the game its departure.
func (g *Game) Departs(d Departure) { g.departure = d }

// LeftLibrary returns what there is to say of that move, "" if there is none.
func (g *Game) LeftLibrary() string {
	if g.departure == nil {
		return ""
	}
	m := &g.moves[g.departure.At()-1]
	dots := "."
	if g.positions[m.from].Turn != g.first() {
		dots = "…"
	}
	return fmt.Sprintf("%d%s %s left the library: %s", m.number, dots, g.Record.Plies[m.ply].Text, g.departure)
}

// Names returns what the opening of the game and its structures are called.
func (g *Game) Names() names.Names {
	var moves []movegen.Move
	for i := range g.moves {
		if g.moves[i].from != i {
			break // a line that does not begin where the game does
		}
		moves = append(moves, g.moves[i].Move)
	}
	return names.Of(g.Rules, g.positions[0].Position, moves)
}
