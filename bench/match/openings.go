package match

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search/balanced"
)

// Openings are where games begin.
type Openings interface {
	// Len returns how many there are; 0 means any number.
	Len() int

	// At returns the opening with that index, the same whenever it is asked.
	// Several goroutines may call it. Its error is a *ballot.Exhausted if there is none
	// of that index.
	At(ctx context.Context, i int) (Opening, error)
}

// Opening is a game that has begun: a position, with the moves that led there
// if they are known.
type Opening struct {
	Name string
	Game *movegen.Game // must not be changed: Clone it
}

// moves returns the moves of the opening in Hub notation.
func (o Opening) moves() (moves []string) {
	for _, m := range o.Game.Moves() {
		moves = append(moves, o.Game.Rules().HubMove(m))
	}
	return moves
}

// List is a list of openings.
type List []Opening

// Len returns the number of openings.
func (l List) Len() int { return len(l) }

// At returns an opening.
func (l List) At(_ context.Context, i int) (Opening, error) { return l[i], nil }

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
		replay := record.Replay(r)
		err = replay.Err()
		if err == nil {
			list, err = list.with(name, replay.Game(d))
		}
		if err != nil {
			return nil, fmt.Errorf("game of line %d: %w", record.FileLine, err)
		}
	}
	return list.notEmpty()
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

// opening returns the opening of a round. Those of a list repeat if there are more rounds.
func (m *Match) opening(ctx context.Context, round int) (Opening, error) {
	if n := m.Openings.Len(); n > 0 {
		round %= n
	}
	return m.Openings.At(ctx, round)
}

// RandomOpenings are drawn by lot. No two of them lead to the same position.
type RandomOpenings balanced.Openings

// String returns the settings, as journals have them.
func (r *RandomOpenings) String() string {
	return fmt.Sprintf("random, all different: %d plies, balanced within %v, seed %d", r.Plies, r.Balance, r.Seed)
}

// Are reports whether a journal with openings of that name is of these settings: by them, or
// by an earlier version, which drew others by them, 10 plies long and some of them twice.
func (r *RandomOpenings) Are(name string) bool {
	return name == r.String() || name == fmt.Sprintf("random: 10 plies, balanced within %v, seed %d", r.Balance, r.Seed)
}

// Len returns 0: how many there are shows when there are no more.
func (r *RandomOpenings) Len() int { return 0 }

// At draws opening i.
func (r *RandomOpenings) At(ctx context.Context, i int) (Opening, error) {
	g, err := (*balanced.Openings)(r).Draw(ctx, i)
	return Opening{fmt.Sprintf("random %d", i+1), g}, err
}

// ReadOpenings reads a file of openings: games if it is called .pdn, of which
// only that number of plies counts unless plies is 0, or else FENs.
func ReadOpenings(file string, plies int, r *movegen.Rules, d *movegen.DrawRules) (list List, err error) {
	in, err := input.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	kind := filepath.Ext(file)
	name := strings.TrimSuffix(filepath.Base(file), kind)
	if strings.EqualFold(kind, ".pdn") {
		list, err = ReadPDN(in, name, plies, r, d)
	} else {
		list, err = ReadFENs(in, name, r, d)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// Repetition says that openings with those starts repeat because there are more games, of
// one pairing, than two from each, or because several lead to the same position; "" if they
// do not. With no limit of openings there are none.
func Repetition(starts []movegen.Position, games int) string {
	different := map[uint64]bool{}
	for i := range starts {
		different[starts[i].Hash] = true
	}
	const so = "engines that always play alike will repeat games"
	switch n := len(starts); {
	case len(different) < n:
		return fmt.Sprintf("%d openings lead to %d positions: %s", n, len(different), so)
	case n == 0 || games <= 2*n:
		return ""
	default:
		return fmt.Sprintf("%d openings repeat in %d games: %s", n, games, so)
	}
}

// Starts returns the positions after all openings of a list.
func Starts(openings Openings) (starts []movegen.Position, err error) {
	for i := range openings.Len() {
		opening, err := openings.At(context.Background(), i)
		if err != nil {
			return nil, err
		}
		starts = append(starts, *opening.Game.Position())
	}
	return starts, nil
}
