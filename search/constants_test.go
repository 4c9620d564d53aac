package search

import (
	"strings"
	"testing"
)

// nodesWith returns what a search with these constants visits; nil: the usual.
func nodesWith(t *testing.T, c *Constants) int64 {
	t.Helper()
	const table, depth = 1 << 20, 8
	g := gameAt(t, "international", "W:W25,27,28,30,32,33,34,35,37,38,39,40,45,48:B3,6,8,9,10,12,13,14,15,18,19,23,24,26")
	e, err := New(Options{Rules: g.Rules(), TableBytes: table, Constants: c})
	if err != nil {
		t.Fatal(err)
	}
	result, _ := think(t, t.Context(), e, g, Limits{Depth: depth})
	return result.Nodes
}

// Every constant makes a difference, and none that is not there.
func TestConstants(t *testing.T) {
	usual := nodesWith(t, nil)
	same, err := NewConstants(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := nodesWith(t, same); got != usual {
		t.Errorf("%d nodes with the usual constants, %d when none are given", got, usual)
	}
	for _, c := range AllConstants() {
		t.Run(c.Name, func(t *testing.T) {
			for _, v := range []int{c.Min, c.Value, c.Max} {
				constants, err := NewConstants(map[string]int{c.Name: v})
				if err != nil {
					t.Fatal(err)
				}
				if got := nodesWith(t, constants); (got == usual) != (v == c.Value) {
					t.Errorf("%d nodes with %d, %d with %d", got, v, usual, c.Value)
				}
			}
		})
	}
}

func TestNewConstantsErrors(t *testing.T) {
	tests := []struct {
		name  string
		value int
		want  string
	}{
		{"reduce-everything", 1, `unknown constant "reduce-everything" (known: `},
		{"lmr-from", 0, "constant lmr-from=0: want a number from 1 to 20"},
		{"lmr-from", 21, "constant lmr-from=21: want a number from 1 to 20"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			_, err := NewConstants(map[string]int{tt.name: tt.value})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
