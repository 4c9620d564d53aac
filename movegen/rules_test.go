package movegen

import (
	"slices"
	"testing"
)

func TestLongDiagonal(t *testing.T) {
	tests := []struct {
		variant string
		want    []int
	}{
		{"international", []int{5, 10, 14, 19, 23, 28, 32, 37, 41, 46}},
		{"russian", []int{4, 8, 11, 15, 18, 22, 25, 29}}, // h8 to a1
		{"italian", []int{1, 5, 10, 14, 19, 23, 28, 32}},
	}
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			r, err := Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for b := r.LongDiagonal(); b != 0; b &= b - 1 {
				got = append(got, r.Number(b.First()))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("LongDiagonal() = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestNumberedFrom(t *testing.T) {
	r, err := Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	start := r.Start()
	tests := []struct {
		corner Corner
		want   []string // the first moves: the men on a3, c3, e3 and g3
	}{
		{TopLeft, []string{"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}},
		{BottomLeft, []string{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16"}},
		{BottomRight, []string{"12-16", "11-16", "11-15", "10-15", "10-14", "9-14", "9-13"}},
		{TopRight, []string{"24-20", "23-20", "23-19", "22-19", "22-18", "21-18", "21-17"}},
	}
	for _, tt := range tests {
		numbered := r.NumberedFrom(tt.corner)
		var got []string
		for _, m := range r.Moves(nil, &start) {
			text := numbered.HubMove(m)
			if back, err := numbered.ParseHubMove(&start, text); err != nil || back != m {
				t.Errorf("corner %d: %s reads back as %+v, %v", tt.corner, text, back, err)
			}
			got = append(got, text)
		}
		want := slices.Clone(tt.want)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("corner %d: got %v, want %v", tt.corner, got, want)
		}
	}
}
