package match

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
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

// moves returns the moves of the opening in Hub notation.
func (o Opening) moves() string {
	var moves []string
	for _, m := range o.Game.Moves() {
		moves = append(moves, o.Game.Rules().HubMove(m))
	}
	return strings.Join(moves, " ")
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
// # are left out. The openings are called by name and number. One in which the
// game is over is an error.
func ReadFENs(in io.Reader, name string, r *movegen.Rules, d *movegen.DrawRules) (List, error) {
	var list List
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(movegen.PlainText(lines.Text()))
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := r.ParseFEN(text)
		if err == nil {
			list, err = list.with(name, movegen.NewGameFrom(r, p, d))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return list.notEmpty()
}

// ReadPDN reads openings from games in Portable Draughts Notation: the moves of
// each, or if plies is not 0 that many of them. The openings are called by name
// and number. One in which the game is over, or a move illegal, is an error.
func ReadPDN(in io.Reader, name string, plies int, r *movegen.Rules, d *movegen.DrawRules) (List, error) {
	var list List
	for record, err := range pdn.NewReader(in).Games() {
		if err != nil {
			return nil, err
		}
		if plies > 0 && len(record.Plies) > plies {
			record.Plies = record.Plies[:plies]
		}
		played, err := record.Replay(r)
		if err == nil {
			list, err = list.with(name, underDrawRules(played, d))
		}
		if err != nil {
			return nil, fmt.Errorf("game of line %d: %w", record.FileLine, err)
		}
	}
	return list.notEmpty()
}

// underDrawRules returns the game g as it stands under draw rules d.
func underDrawRules(g *movegen.Game, d *movegen.DrawRules) *movegen.Game {
	same := movegen.NewGameFrom(g.Rules(), g.Start(), d)
	for _, m := range g.Moves() {
		same.Push(m)
	}
	return same
}

// with returns l with one more opening.
func (l List) with(name string, g *movegen.Game) (List, error) {
	if result := g.Result(); result.Outcome != movegen.Ongoing {
		return nil, fmt.Errorf("the game is over: %s", result.Reason)
	}
	return append(l, Opening{fmt.Sprintf("%s %d", name, len(l)+1), g}), nil
}

// notEmpty returns l, or an error if there is nothing in it.
func (l List) notEmpty() (List, error) {
	if len(l) == 0 {
		return nil, errors.New("no openings")
	}
	return l, nil
}

// opening returns the opening of a round. Openings repeat if there are more rounds.
func (m *Match) opening(round int) (Opening, error) {
	if n := m.Openings.Len(); n > 0 {
		round %= n
	}
	return m.Openings.At(round)
}
