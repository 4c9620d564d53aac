package eval

import (
	"testing"

	"stupol/movegen"
)

func TestBoardRegions(t *testing.T) {
	for i := range boards {
		b := &boards[i]
		half := b.size / 2
		tests := []struct {
			name      string
			got, want int
		}{
			{"squares", b.squares.Len(), b.size * half},
			{"home", b.home.Len(), half},
			{"edges", b.edges.Len(), b.size},
			{"right half", b.right.Len(), b.size * half / 2},
			{"long diagonal", b.longDiagonal.Len(), b.size},
			{"rows of all squares", b.rowsAdvanced(b.squares), half * b.size * (b.size - 1) / 2},
		}
		for _, tt := range tests {
			if tt.got != tt.want {
				t.Errorf("%dx%d %s: got %d, want %d", b.size, b.size, tt.name, tt.got, tt.want)
			}
		}
		if got := b.turn.Of(b.squares); got != b.squares {
			t.Errorf("%dx%d turned: got %x, want %x", b.size, b.size, got, b.squares)
		}
		if got := b.turn.Of(b.centre); got != b.centre {
			t.Errorf("%dx%d: the centre is not the same for both sides", b.size, b.size)
		}
	}
}

func TestRowsToRun(t *testing.T) {
	r, err := movegen.Lookup("breakthrough")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name         string
		white, black []int
		want         int
	}{
		{"nobody in front", []int{33}, []int{38}, 6},
		{"next to the last row", []int{7}, []int{20}, 1},
		{"a guard at home", []int{33}, []int{3}, 10},
		{"a guard on the far side", []int{11}, []int{5}, 2},
		{"the nearer of two", []int{12, 26}, []int{45}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := at(r, movegen.White, tt.white, tt.black, nil)
			b := boardOf(r)
			s := b.side(&p, movegen.White)
			if got := b.rowsToRun(&s); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
