package movegen

import (
	"slices"
	"testing"
)

func TestMainLine(t *testing.T) {
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
			for b := r.MainLine(); b != 0; b &= b - 1 {
				got = append(got, r.Number(b.First()))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("MainLine() = %v, want %v", got, tt.want)
			}
		})
	}
}
