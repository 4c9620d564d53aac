// Package names has the names of openings, found by their last position, so that it does not matter
// in what order the moves were played.
//
// openings.csv is a table of facts: the game, the name, the moves, and where that is written. A name is
// in the language in which it was given. Games of the same beginning share names: Brazilian draughts
// has those of Russian.
//
// # Three-move ballots
//
// Rows without a name are the ballots of the American Checker Federation, from which the first three
// moves are drawn by lot: 156 that are in use and 18 that no longer are (R. Pask, The Golden Dozen, 2005).
// The 302 ways to begin lead to 216 positions, in 174 of which no man is lost by force: these are the
// ballots, and they were found so. A test finds them again. A ballot is named after its moves in the order
// of the game.
package names

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
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

// read reads a table.
func read(file []byte) (map[string]*game, error) {
	lines, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	all := map[string]*game{}
	for i, columns := range lines[min(1, len(lines)):] {
		if len(columns) != 4 {
			return nil, fmt.Errorf("openings, row %d: %d columns, want 4", i+2, len(columns))
		}
		of, name, moves := columns[0], columns[1], columns[2]
		rules, err := movegen.Lookup(of)
		if err != nil {
			return nil, fmt.Errorf("openings, row %d: %w", i+2, err)
		}
		r := row{name: name}
		p := rules.Start()
		for _, text := range strings.Fields(moves) {
			m, err := rules.ParsePDNMove(&p, text)
			if err != nil {
				return nil, fmt.Errorf("openings, row %d, %s: %w", i+2, name, err)
			}
			r.line = append(r.line, m)
			p = rules.Play(&p, m)
		}
		g := all[of]
		if g == nil {
			g = &game{rows: map[uint64]row{}}
			all[of] = g
		}
		g.longest = max(g.longest, len(r.line))
		if there, twice := g.rows[p.Hash]; !twice || there.name == "" {
			g.rows[p.Hash] = r
		}
	}
	return all, nil
}

// Of returns the name of the opening of a game that begins in a position with these moves: of the
// last position that has one, and the moves of the ballot if that comes later. It returns "" if none
// has, or if the game does not begin as usual.
func Of(r *movegen.Rules, start movegen.Position, moves []movegen.Move) (name string) {
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
