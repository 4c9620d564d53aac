package analysis

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
	"sync"

	"stupol/movegen"
)

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
