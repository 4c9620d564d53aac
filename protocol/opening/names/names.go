// Package names has what the openings of games are called, and in International draughts their structures.
//
// openings.csv and structures.csv are tables of facts: the game, the name, by what it is known, and where
// that is written. A name is in the language in which it was given.
//
// # Openings
//
// An opening is found by its last position, so that it does not matter in what order the moves were
// played. Games of the same beginning share names: Brazilian draughts has those of Russian.
//
// # Three-move ballots
//
// Rows without a name are the ballots of the American Checker Federation, from which the first three
// moves are drawn by lot: 156 that are in use and 18 that no longer are (R. Pask, The Golden Dozen, 2005).
// The 302 ways to begin lead to 216 positions, in 174 of which no man is lost by force: these are the
// ballots, and they were found so. A test finds them again. A ballot is named after its moves in the order
// of the game.
//
// # Structures
//
// A structure is known by the squares that are held, as `stupol games find --pattern` has them: by White as
// it is written, or by Black with the colours exchanged, for a formation is called the same on both sides
// of the board. It has a name in each language in which a source has one, its own name first. A game has
// it if it has stood for some moves: see standing.
package names

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"sync"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

//go:embed openings.csv
var table []byte

// ballotPlies is the length of a ballot.
const ballotPlies = 3

// A row is a row of the table.
type row struct {
	name string // "" for a ballot
	line []movegen.Move
}

// A game has the rows of a game by the hash of their last position.
type game struct {
	rows    map[uint64]row
	longest int // plies of one
}

// shared are the games whose openings are those of another one.
var shared = map[string]string{"brazilian": "russian"}

// known are the tables by the name of the game.
var known = sync.OnceValue(func() map[string]*game {
	all, err := read(table)
	if err != nil {
		panic(err) // the program was built with a damaged file
	}
	return all
})

// read reads a table of openings.
func read(file []byte) (map[string]*game, error) {
	all := map[string]*game{}
	err := rows("openings", file, func(rules *movegen.Rules, name, moves string) error {
		r := row{name: name}
		p := rules.Start()
		for _, text := range strings.Fields(moves) {
			m, err := rules.ParsePDNMove(&p, text)
			if err != nil {
				return err
			}
			r.line = append(r.line, m)
			p = rules.Play(&p, m)
		}
		g := all[rules.Name]
		if g == nil {
			g = &game{rows: map[uint64]row{}}
			all[rules.Name] = g
		}
		g.longest = max(g.longest, len(r.line))
		if there, twice := g.rows[p.Hash]; !twice || there.name == "" {
			g.rows[p.Hash] = r
		}
		return nil
	})
	return all, err
}

// rows calls add with each row of a table: the rules of its game, its name, and by what it is known.
func rows(table string, file []byte, add func(r *movegen.Rules, name, by string) error) error {
	lines, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	for i, columns := range lines[min(1, len(lines)):] {
		if len(columns) != 4 {
			return fmt.Errorf("%s, row %d: %d columns, want 4", table, i+2, len(columns))
		}
		rules, err := movegen.Lookup(columns[0])
		if err == nil {
			err = add(rules, columns[1], columns[2])
		}
		if err != nil {
			return fmt.Errorf("%s, row %d, %s: %w", table, i+2, columns[1], err)
		}
	}
	return nil
}

// A Name is what an opening or a structure is called.
type Name struct {
	Own        string            `json:"own"`                   // in the language in which it was given
	ByLanguage map[string]string `json:"by_language,omitempty"` // "nl" for Dutch; nil for openings
	Structure  bool              `json:"structure,omitempty"`
}

// In returns the name in a language, "nl" for Dutch, or its own one if no source has one in that.
func (n Name) In(language string) string { return cmp.Or(n.ByLanguage[language], n.Own) }

// Names are those of a game.
type Names []Name

// String returns the own names.
func (n Names) String() string {
	var own []string
	for _, name := range n {
		own = append(own, name.Own)
	}
	return strings.Join(own, ", ")
}

// Has reports whether a text is a part of one of the names, in any language, in capitals or not.
func (n Names) Has(part string) bool {
	part = strings.ToLower(part)
	return slices.ContainsFunc(n, func(name Name) bool {
		for _, text := range name.ByLanguage {
			if strings.Contains(strings.ToLower(text), part) {
				return true
			}
		}
		return strings.Contains(strings.ToLower(name.Own), part)
	})
}

// Of returns the names of a game that begins in a position with these moves: of its opening, and of its
// structures in the order in which they came about.
func Of(r *movegen.Rules, start movegen.Position, moves []movegen.Move) (names Names) {
	if opening := openingOf(r, start, moves); opening != "" {
		names = append(names, Name{Own: opening})
	}
	return append(names, structuresOf(r, start, moves)...)
}

// openingOf returns the name of the opening: of the last position that has one, and the moves of the
// ballot if that comes later. It returns "" if none has, or if the game does not begin as usual.
func openingOf(r *movegen.Rules, start movegen.Position, moves []movegen.Move) (name string) {
	of := known()[cmp.Or(shared[r.Name], r.Name)]
	if usual := r.Start(); of == nil || start.Hash != usual.Hash {
		return ""
	}
	p := start
	var texts []string
	for i, m := range moves[:min(len(moves), of.longest)] {
		if i < ballotPlies {
			texts = append(texts, pdn.Usual.Move(r, &p, m))
		}
		p = r.Play(&p, m)
		switch row, ok := of.rows[p.Hash]; {
		case !ok:
		case row.name != "":
			name = row.name
		case i+1 == ballotPlies:
			name = strings.TrimPrefix(name+", "+strings.Join(texts, " "), ", ")
		}
	}
	return name
}
