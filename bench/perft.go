package bench

import (
	"context"
	"fmt"
	"time"

	"stupol/movegen"
)

// PerftOptions selects rows of the perft suite. The zero value selects all.
type PerftOptions struct {
	Rules    *movegen.Rules // only this game; nil: every one
	MaxNodes int64          // no row with more nodes; 0: no limit
}

// A PerftPosition is one position of the suite with its counts, shallow to
// deep.
type PerftPosition struct {
	Variant string // the Name of its Rules
	Name    string
	FEN     string
	Rows    []PerftRow // at least one
}

// A PerftRow is the count for one depth: the known one and, after Count,
// ours.
type PerftRow struct {
	Depth     int
	Want, Got int64
	Time      time.Duration
}

// OK reports whether our count is the known one.
func (r PerftRow) OK() bool { return r.Got == r.Want }

// SelectPerft returns the selected rows of a suite as positions still to be
// counted. In a suite the rows of one position follow each other.
func SelectPerft(suite []movegen.PerftCase, o PerftOptions) []PerftPosition {
	var list []PerftPosition
	for _, c := range suite {
		if o.Rules != nil && o.Rules.Name != c.Variant || o.MaxNodes > 0 && c.Nodes > o.MaxNodes {
			continue
		}
		if n := len(list); n == 0 || list[n-1].FEN != c.FEN || list[n-1].Variant != c.Variant {
			list = append(list, PerftPosition{Variant: c.Variant, Name: c.Name, FEN: c.FEN})
		}
		last := &list[len(list)-1]
		last.Rows = append(last.Rows, PerftRow{Depth: c.Depth, Want: c.Nodes})
	}
	return list
}

// Count fills in Got and Time of every row, on one thread and without a table
// of known counts. A cancelled ctx ends it between two rows, with its error.
func (p *PerftPosition) Count(ctx context.Context) error {
	rules, err := movegen.Lookup(p.Variant)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	start, err := rules.ParseFEN(p.FEN)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Name, err)
	}
	for i := range p.Rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		row := &p.Rows[i]
		began := time.Now()
		row.Got = rules.Perft(&start, row.Depth)
		row.Time = time.Since(began)
	}
	return nil
}
