package bench

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"time"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

//go:embed positions.csv
var searchPositions []byte

// A SearchPosition is a position of the search bench.
type SearchPosition struct {
	Rules *movegen.Rules
	FEN   string
}

// SearchPositions returns the positions of the search bench for one game, or
// for all if rules is nil: 48 of International draughts and 6 of every other,
// from all stages of a game.
func SearchPositions(rules *movegen.Rules) ([]SearchPosition, error) {
	rows, err := readCSV(searchPositions)
	if err != nil {
		return nil, fmt.Errorf("bench positions: %w", err)
	}
	var list []SearchPosition
	for _, row := range rows {
		r, err := movegen.Lookup(row[0])
		if err != nil {
			return nil, fmt.Errorf("bench positions: %w", err)
		}
		if rules == nil || r == rules {
			list = append(list, SearchPosition{r, row[1]})
		}
	}
	return list, nil
}

// A SearchRun is the nodes and the time of one search or several.
type SearchRun struct {
	Nodes int64
	Time  time.Duration
}

// Add adds those of another search.
func (s *SearchRun) Add(other SearchRun) {
	s.Nodes += other.Nodes
	s.Time += other.Time
}

// PerSecond returns the nodes visited in a second.
func (s SearchRun) PerSecond() int64 {
	return int64(float64(s.Nodes) / max(s.Time.Seconds(), 1e-9))
}

// Search searches the position to a depth, with a new engine that has the embedded
// endgame databases. On one thread the nodes and the result are always the same.
func (p SearchPosition) Search(ctx context.Context, depth, threads int, tableBytes int64) (search.Result, SearchRun, error) {
	start, err := p.Rules.ParseFEN(p.FEN)
	if err != nil {
		return search.Result{}, SearchRun{}, err
	}
	e, err := search.New(search.Options{
		Rules: p.Rules, Threads: threads, TableBytes: tableBytes, Endgames: endgame.Embedded(p.Rules),
	})
	if err != nil {
		return search.Result{}, SearchRun{}, err
	}
	defer e.Close()
	game := movegen.NewGameFrom(p.Rules, start, nil)
	began := time.Now()
	result, err := e.Search(ctx, game, search.Limits{Depth: depth}, nil)
	return result, SearchRun{Nodes: result.Nodes, Time: time.Since(began)}, err
}

// readCSV returns the rows of a file in the program, without comments.
func readCSV(file []byte) ([][]string, error) {
	return csvReader(bytes.NewReader(file)).ReadAll()
}

// csvReader returns a reader of rows between comments.
func csvReader(in io.Reader) *csv.Reader {
	rows := csv.NewReader(in)
	rows.Comment = '#'
	return rows
}
