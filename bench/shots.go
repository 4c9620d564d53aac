package bench

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/words"
	"stupol/search"
)

//go:embed shots.csv
var shots []byte

// A Shot is a position in which only one move wins material by force, and that move
// is a sacrifice.
type Shot struct {
	Rules *movegen.Rules
	FEN   string
	Move  string // in Hub notation
	Gain  int    // in men, with kingValue for a king
	Depth int    // at which Prove sees it
}

// Shots returns the shots for one game, or for all if rules is nil. They were made
// by MakeShots.
func Shots(rules *movegen.Rules) ([]Shot, error) { return ReadShots(bytes.NewReader(shots), rules) }

// ReadShots reads shots as Row writes them, a row each; lines that begin with # are comments. Those
// of other games are left out if rules is not nil. An error names the line.
func ReadShots(in io.Reader, rules *movegen.Rules) (list []Shot, err error) {
	rows := csvReader(in)
	rows.FieldsPerRecord = -1 // newShot counts them
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("shots: %w", err)
		}
		s, err := newShot(row)
		if err != nil {
			line, _ := rows.FieldPos(0)
			return nil, fmt.Errorf("shots: line %d: %w", line, err)
		}
		if rules == nil || s.Rules == rules {
			list = append(list, s)
		}
	}
}

// newShot reads a row of the file: game, FEN, move, gain, depth.
func newShot(row []string) (s Shot, err error) {
	const columns = 5
	if len(row) != columns {
		return s, fmt.Errorf("%d columns, want %d", len(row), columns)
	}
	if s.Rules, err = movegen.Lookup(row[0]); err != nil {
		return s, err
	}
	s.FEN, s.Move = row[1], row[2]
	if _, _, err := s.Question(); err != nil {
		return s, err
	}
	if s.Gain, err = strconv.Atoi(row[3]); err != nil {
		return s, err
	}
	s.Depth, err = strconv.Atoi(row[4])
	return s, err
}

// Row returns s as a row of the file.
func (s Shot) Row() []string {
	return []string{s.Rules.Name, s.FEN, s.Move, strconv.Itoa(s.Gain), strconv.Itoa(s.Depth)}
}

// Question returns the position, and the move that is looked for.
func (s Shot) Question() (p movegen.Position, m movegen.Move, err error) {
	if p, err = s.Rules.ParseFEN(s.FEN); err != nil {
		return p, m, err
	}
	m, err = s.Rules.ParseHubMove(&p, s.Move)
	return p, m, err
}

// Solved says after what time and nodes a search found a move and kept to it. The
// zero value says that it did not.
type Solved struct {
	Found bool
	Time  time.Duration
	Nodes int64
}

// Solve searches the position within the limits, with a new engine, and returns
// when it found the right move and kept to it.
func (s Shot) Solve(ctx context.Context, l search.Limits, threads int, tableBytes int64) (Solved, error) {
	start, want, err := s.Question()
	if err != nil {
		return Solved{}, err
	}
	e, err := search.New(search.Options{
		Rules: s.Rules, Threads: threads, TableBytes: tableBytes, Endgames: endgame.Embedded(s.Rules),
	})
	if err != nil {
		return Solved{}, err
	}
	defer e.Close()
	var solved Solved
	_, err = e.Search(ctx, movegen.NewGameFrom(s.Rules, start, nil), l, func(i search.Info) {
		switch {
		case i.PV[0] != want:
			solved = Solved{}
		case !solved.Found:
			solved = Solved{true, i.Time, i.Nodes}
		}
	})
	return solved, err
}

// WriteSolved writes how many of the shots were solved after several times and
// numbers of nodes.
func WriteSolved(w io.Writer, solved []Solved, shots int, l search.Limits) error {
	count := func(in func(Solved) bool) (n int) {
		for _, s := range solved {
			if in(s) {
				n++
			}
		}
		return n
	}
	for limit := time.Millisecond; l.MoveTime > 0 && limit < l.MoveTime; limit *= 10 {
		fmt.Fprintf(w, "%3d of %d after %v\n", count(func(s Solved) bool { return s.Time <= limit }), shots, limit)
	}
	most := l.Nodes
	for _, s := range solved {
		most = max(most, s.Nodes)
	}
	for limit := int64(1000); limit < most; limit *= 10 {
		words.Fprintf(w, "%3d of %d after %s\n", count(func(s Solved) bool { return s.Nodes <= limit }), shots, words.Count(limit, "node"))
	}
	_, err := fmt.Fprintf(w, "%d of %d solved\n", len(solved), shots)
	return err
}
