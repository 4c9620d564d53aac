package analysis

import (
	"slices"

	"stupol/book"
	"stupol/movegen"
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
