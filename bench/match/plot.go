package match

import (
	"fmt"
	"math"

	"stupol/bench/chart"
	"stupol/protocol/words"
)

// Chart returns a picture of how the match went: the Elo difference of each
// pairing over its games, with the 95 % interval if there is only one, and the
// log-likelihood ratio if there is a sequential test.
func (s *Standings) Chart() *chart.Chart {
	elo := chart.Panel{X: "games", Y: "Elo difference", Levels: []chart.Level{{Y: 0}}}
	c := &chart.Chart{Title: words.Count(s.Counted(), "game")}
	for _, p := range s.Pairings {
		name := s.Engines[p.A] + " - " + s.Engines[p.B]
		line, band := p.eloCurve(s.SPRT)
		elo.Lines = append(elo.Lines, chart.Line{Name: name, Points: line})
		if len(s.Pairings) == 1 {
			c.Title = fmt.Sprintf("%s: +%d =%d -%d", name, p.Games.Wins, p.Games.Draws, p.Games.Losses)
			elo.Bands = []chart.Band{band}
		}
	}
	c.Panels = []chart.Panel{elo}
	if s.SPRT != nil {
		c.Panels = append(c.Panels, s.testPanel())
	}
	return c
}

// steps is how many points of a long match are drawn.
const steps = 1000

// eachPair calls visit with the results after each pair, or after every n-th in a
// long match, the last one always.
func (p *Pairing) eachPair(visit func(games float64, pairs Pentanomial)) {
	every := len(p.Sequence)/steps + 1
	var pairs Pentanomial
	for i, half := range p.Sequence {
		pairs[half]++
		if n := i + 1; n%every == 0 || n == len(p.Sequence) {
			visit(float64(2*n), pairs)
		}
	}
}

// eloCurve returns the Elo difference over the games, and its interval, under a test or nil. The first
// twentieth of the match is left out: it varies so much that it hides the rest.
func (p *Pairing) eloCurve(test *SPRT) (line []chart.Point, band chart.Band) {
	p.eachPair(func(games float64, pairs Pentanomial) {
		elo := test.Elo(pairs)
		if pairs.Count() < len(p.Sequence)/20 {
			elo.Value, elo.Low, elo.High = math.NaN(), math.NaN(), math.NaN()
		}
		line = append(line, chart.Point{X: games, Y: elo.Value})
		band = append(band, chart.Range{X: games, Low: elo.Low, High: elo.High})
	})
	return line, band
}

// testPanel returns the picture of the sequential test.
func (s *Standings) testPanel() chart.Panel {
	var line []chart.Point
	s.Pairings[0].eachPair(func(games float64, pairs Pentanomial) {
		line = append(line, chart.Point{X: games, Y: s.SPRT.LLR(pairs)})
	})
	lower, upper := s.SPRT.Bounds()
	return chart.Panel{
		X: "games", Y: "log-likelihood ratio",
		Lines: []chart.Line{{Points: line}},
		Levels: []chart.Level{
			{Name: fmt.Sprintf("H0: %g %s Elo", s.SPRT.Elo0, s.SPRT.Model), Y: lower},
			{Name: fmt.Sprintf("H1: %g %s Elo", s.SPRT.Elo1, s.SPRT.Model), Y: upper},
		},
	}
}
