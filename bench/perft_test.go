package bench

import (
	"context"
	"errors"
	"testing"

	"stupol/movegen"
)

// suite is a small perft suite whose last row is wrong on purpose.
var suite = []movegen.PerftCase{
	{Variant: "international", Name: "start", FEN: "W:W31-50:B1-20", Depth: 1, Nodes: 9},
	{Variant: "international", Name: "start", FEN: "W:W31-50:B1-20", Depth: 3, Nodes: 658},
	{Variant: "losing", Name: "start", FEN: "W:W31-50:B1-20", Depth: 2, Nodes: 81},
	{Variant: "losing", Name: "start", FEN: "W:W31-50:B1-20", Depth: 4, Nodes: 4266},
}

func TestSelectPerft(t *testing.T) {
	losing, err := movegen.Lookup("losing")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name      string
		options   PerftOptions
		positions int
		rows      int
	}{
		{"all", PerftOptions{}, 2, 4},
		{"one game", PerftOptions{Rules: losing}, 1, 2},
		{"small rows", PerftOptions{MaxNodes: 81}, 2, 2},
		{"small rows of one game", PerftOptions{Rules: losing, MaxNodes: 80}, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			positions := SelectPerft(suite, tt.options)
			rows := 0
			for _, p := range positions {
				rows += len(p.Rows)
			}
			if len(positions) != tt.positions || rows != tt.rows {
				t.Errorf("got %d positions, %d rows; want %d, %d", len(positions), rows, tt.positions, tt.rows)
			}
		})
	}
}

func TestCountFindsTheWrongRow(t *testing.T) {
	for _, p := range SelectPerft(suite, PerftOptions{}) {
		if err := p.Count(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, row := range p.Rows {
			if want := row.Want != 4266; row.OK() != want {
				t.Errorf("%s depth %d: counted %d of %d: OK() = %v, want %v",
					p.Variant, row.Depth, row.Got, row.Want, row.OK(), want)
			}
		}
	}
}

func TestCountReportsWhatItCannotRun(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	rows := []PerftRow{{Depth: 1, Want: 9}}
	tests := []struct {
		name     string
		ctx      context.Context
		position PerftPosition
		want     error // nil: any error
	}{
		{"cancelled", cancelled, PerftPosition{Variant: "international", FEN: "W:W31-50:B1-20", Rows: rows}, context.Canceled},
		{"variant", t.Context(), PerftPosition{Variant: "halma", FEN: "W:W31-50:B1-20", Rows: rows}, nil},
		{"FEN", t.Context(), PerftPosition{Variant: "international", FEN: "W:W77:B1", Rows: rows}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.position.Count(tt.ctx)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("Count() = %v, want an error (%v)", err, tt.want)
			}
		})
	}
}
