package train

import (
	"fmt"

	"stupol/bench/chart"
)

// Chart returns a picture of the losses over the epochs, with those of other
// evaluations as levels.
func Chart(title string, epochs []Epoch, others []Baseline) *chart.Chart {
	train, judge := chart.Line{Name: "learned from"}, chart.Line{Name: "held out"}
	for _, e := range epochs {
		n := float64(e.Number)
		train.Points = append(train.Points, chart.Point{X: n, Y: e.Train})
		judge.Points = append(judge.Points, chart.Point{X: n, Y: e.HeldOut})
	}
	p := chart.Panel{X: "epoch", Y: "log loss", Lines: []chart.Line{train, judge}}
	for _, o := range others {
		p.Levels = append(p.Levels, chart.Level{Name: fmt.Sprintf("%s: %.4f", o.Name, o.Loss), Y: o.Loss})
	}
	return &chart.Chart{Title: title, Panels: []chart.Panel{p}}
}
