package puzzle

import (
	"embed"
	"fmt"
	"strings"

	"stupol/movegen"
)

// sets has a list for each game, sets/NAME.fen, as Write makes it. How they were made is in
// README.md.
//
//go:embed sets
var sets embed.FS

// Set returns the puzzles of a game that are in the program. They are the same each time, in
// the same order.
func Set(r *movegen.Rules) []Puzzle {
	list, err := sets.ReadFile("sets/" + r.Name + ".fen")
	if err != nil {
		return nil // there is none of this game
	}
	var puzzles []Puzzle
	for line := range strings.Lines(string(list)) {
		p, err := Parse(strings.TrimSpace(line), r)
		if err != nil {
			panic(fmt.Sprintf("the set of %s: %v", r.Name, err)) // TestSets reads them all
		}
		puzzles = append(puzzles, p)
	}
	return puzzles
}
