package match

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
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

// opening returns the opening of a round. Openings repeat if there are more rounds.
func (m *Match) opening(round int) (Opening, error) {
	if n := m.Openings.Len(); n > 0 {
		round %= n
	}
	return m.Openings.At(round)
}

// RandomOpenings makes openings of random moves from the start of the game and
// keeps those that a small search finds balanced. Opening i depends only on these
// settings, the search and the evaluation, and not on the machine or the order.
type RandomOpenings struct {
	Rules   *movegen.Rules
	Draws   *movegen.DrawRules // nil: the default of Rules
	Seed    uint64
	Plies   int          // how many moves of both sides
	Balance search.Score // the largest score for either side
	Nodes   int64        // of that search
}

// The usual RandomOpenings.
const (
	DefaultPlies   = 10
	DefaultBalance = search.Score(40)
	DefaultNodes   = 3000
)

// String returns the settings, as journals have them.
func (r *RandomOpenings) String() string {
	return fmt.Sprintf("random: %d plies, balanced within %v, seed %d", r.Plies, r.Balance, r.Seed)
}

// Len returns 0: there is no end of them.
func (r *RandomOpenings) Len() int { return 0 }

// At makes opening i.
func (r *RandomOpenings) At(i int) (Opening, error) {
	const (
		attempts   = 1000
		tableBytes = 1 << 16
	)
	engine, err := search.New(search.Options{Rules: r.Rules, TableBytes: tableBytes})
	if err != nil {
		return Opening{}, err
	}
	defer engine.Close()
	random := rand.New(rand.NewPCG(r.Seed, uint64(i)))
	for range attempts {
		g, ok := r.draw(random)
		if ok && r.balanced(engine, g) {
			return Opening{fmt.Sprintf("random %d", i+1), g}, nil
		}
	}
	return Opening{}, fmt.Errorf("random opening %d: none of %d was balanced within %v men", i+1, attempts, r.Balance)
}

// draw plays random moves; ok is false if they end the game.
func (r *RandomOpenings) draw(random *rand.Rand) (g *movegen.Game, ok bool) {
	g = movegen.NewGameFrom(r.Rules, r.Rules.Start(), r.Draws)
	return g, g.PlayRandom(r.Plies, random) == r.Plies && g.Result().Outcome == movegen.Ongoing
}

// balanced reports whether a search finds g balanced.
func (r *RandomOpenings) balanced(engine *search.Engine, g *movegen.Game) bool {
	engine.Clear()
	result, err := engine.Search(context.Background(), g, search.Limits{Nodes: r.Nodes, Analyze: true}, nil)
	return err == nil && result.Found && max(result.Score, -result.Score) <= r.Balance
}

// ReadOpenings reads a file of openings: games if it is called .pdn, of which
// only that number of plies counts unless plies is 0, or else FENs.
func ReadOpenings(file string, plies int, r *movegen.Rules, d *movegen.DrawRules) (list List, err error) {
	in, err := os.Open(file)
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

// Repetition says that openings repeat because there are more games, of one pairing,
// than two from each; "" if they do not. With no limit of openings, their number is 0.
func Repetition(openings, games int) string {
	if openings == 0 || games <= 2*openings {
		return ""
	}
	return fmt.Sprintf("%d openings repeat in %d games: engines that always play alike will repeat games", openings, games)
}

// Starts returns the positions after all openings.
func Starts(openings Openings) (starts []movegen.Position, err error) {
	for i := range openings.Len() {
		opening, err := openings.At(i)
		if err != nil {
			return nil, err
		}
		starts = append(starts, *opening.Game.Position())
	}
	return starts, nil
}
