package match

import (
	"math"
	"testing"
)

// TestChart compares the ends of the curves with the results.
func TestChart(t *testing.T) {
	s := Standings{Engines: []string{"a", "b"}, SPRT: &SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}}
	p := Pairing{A: 0, B: 1}
	for i := range 2500 {
		half := uint8(i * i % 5)
		p.Pentanomial[half]++
		p.Sequence = append(p.Sequence, half)
	}
	s.Pairings = []Pairing{p}
	c := s.Chart()
	if len(c.Panels) != 2 {
		t.Fatalf("got %d panels, want 2", len(c.Panels))
	}
	want := s.SPRT.Elo(p.Pentanomial)
	elo, test := c.Panels[0], c.Panels[1]
	last := elo.Lines[0].Points[len(elo.Lines[0].Points)-1]
	if last.X != 5000 || last.Y != want.Value {
		t.Errorf("Elo ends at %v, want %v after 5000 games", last, want.Value)
	}
	if got := elo.Bands[0][len(elo.Bands[0])-1]; got.High != want.High {
		t.Errorf("the band ends at %v, want %v", got.High, want.High)
	}
	points := test.Lines[0].Points
	if got := points[len(points)-1].Y; got != s.SPRT.LLR(p.Pentanomial) {
		t.Errorf("LLR ends at %v, want %v", got, s.SPRT.LLR(p.Pentanomial))
	}
	if len(points) > steps || len(points) < steps/2 || math.IsNaN(points[0].Y) {
		t.Errorf("got %d points, want up to %d", len(points), steps)
	}
}
