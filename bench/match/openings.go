package match

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"stupol/movegen"
)

// Openings are where games begin.
type Openings interface {
	// Len returns how many there are; 0 means any number.
	Len() int

	// At returns the opening with that index, the same whenever it is asked.
	// Several goroutines may call it.
	At(i int) (Opening, error)
}

// Opening is a game that has begun: a position, with the moves that led there
// if they are known.
type Opening struct {
	Name string
	Game *movegen.Game // must not be changed: Clone it
}

// List is a list of openings.
type List []Opening

// Len returns the number of openings.
func (l List) Len() int { return len(l) }

// At returns an opening.
func (l List) At(i int) (Opening, error) { return l[i], nil }

//go:embed openings/ballots.fen
var ballots []byte

// Ballots returns the 79 two-move ballots, which serve every game that starts
// with 20 men a side on 10x10.
func Ballots(r *movegen.Rules, d *movegen.DrawRules) (List, error) {
	if r.Size != 10 || r.StartRows != 4 {
		return nil, fmt.Errorf("there are no ballots for %s", r.Name)
	}
	return ReadFENs(bytes.NewReader(ballots), "ballot", r, d)
}

// ReadFENs reads openings, a FEN a line. Blank lines and those that begin with
// # are left out. The openings are called by name and number. Nothing is
// accepted that has no game in it: a position that is over is an error.
func ReadFENs(in io.Reader, name string, r *movegen.Rules, d *movegen.DrawRules) (List, error) {
	var list List
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := r.ParseFEN(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		g := movegen.NewGameFrom(r, p, d)
		if result := g.Result(); result.Outcome != movegen.Ongoing {
			return nil, fmt.Errorf("line %d: the game is over: %s", number, result.Reason)
		}
		list = append(list, Opening{fmt.Sprintf("%s %d", name, len(list)+1), g})
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no openings")
	}
	return list, nil
}
