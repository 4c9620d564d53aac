package analysis

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"

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

// The openings of English draughts that have a name, with their moves. Names of
// three-move ballots are those of the American Checker Federation (acfcheckers.com, "The
// Cross and the Old 14th"); those of older openings stand in the Encyclopaedia
// Britannica of 1911 (Draughts, volume 8) and in startcheckers.com, "11-15 openings";
// those of first moves in Reinfeld, How to win at checkers, 1957, the Single Corner in
// rarepike.com, "Opening moves".
//
//go:embed openings.csv
var openingsFile []byte

// openingNames are the names of openings by the hash of their last position.
var openingNames = sync.OnceValue(func() map[uint64]string {
	names, err := readOpenings(openingsFile)
	if err != nil {
		panic(err) // the program was built with a damaged file
	}
	return names
})

// namedVariant is the game whose openings have names here.
const namedVariant = "english"

// readOpenings reads a table of names and moves.
func readOpenings(file []byte) (map[uint64]string, error) {
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		return nil, err
	}
	rules, err := movegen.Lookup(namedVariant)
	if err != nil {
		return nil, err
	}
	names := map[uint64]string{}
	for _, row := range rows[1:] {
		p := rules.Start()
		for _, text := range strings.Fields(row[1]) {
			m, err := rules.ParsePDNMove(&p, text)
			if err != nil {
				return nil, fmt.Errorf("opening %s: %w", row[0], err)
			}
			p = rules.Play(&p, m)
		}
		names[p.Hash] = row[0]
	}
	return names, nil
}

// Opening returns the name of the opening: of the last position of the game that has
// one. It returns "" if none has, as in all games but English draughts.
func (g *Game) Opening() (name string) {
	if g.Rules.Name != namedVariant {
		return ""
	}
	names := openingNames()
	for i := range g.positions {
		if n, ok := names[g.positions[i].Hash]; ok {
			name = n
		}
	}
	return name
}
