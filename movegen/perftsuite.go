package movegen

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

//go:embed testdata/perft.csv
var perftTable string

// A PerftCase is one known number of legal move sequences: what
// Rules.Perft must return for the position and the depth.
type PerftCase struct {
	Variant string // the Name of its Rules
	Name    string // what the position is called, the same for all its depths
	FEN     string
	Depth   int
	Nodes   int64
	Source  string // who published the number, or how else it was found
}

// PerftSuite returns all known perft numbers, every variant with several
// positions, those of one position together and in order of depth. The
// deepest take hours: choose by Nodes.
func PerftSuite() ([]PerftCase, error) {
	rows, err := csv.NewReader(strings.NewReader(perftTable)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("perft suite: %w", err)
	}
	cases := make([]PerftCase, 0, len(rows))
	for i, row := range rows[1:] { // the first row names the columns
		c, err := perftCase(row)
		if err != nil {
			return nil, fmt.Errorf("perft suite: line %d: %w", i+2, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// perftCase reads a row: variant, name, fen, depth, nodes, source, verified by.
func perftCase(row []string) (PerftCase, error) {
	depth, err := strconv.Atoi(row[3])
	if err != nil {
		return PerftCase{}, err
	}
	nodes, err := strconv.ParseInt(row[4], 10, 64)
	if err != nil {
		return PerftCase{}, err
	}
	return PerftCase{Variant: row[0], Name: row[1], FEN: row[2], Depth: depth, Nodes: nodes, Source: row[5]}, nil
}
