package main

import (
	"fmt"

	"stupol/bench/chart"
	"stupol/eval/train"
)

// lossChart returns a chart of the losses over the epochs, with a horizontal line for each
// baseline.
func lossChart(title string, epochs []train.Epoch, baselines []train.Baseline) *chart.Chart {
	learned, heldOut := chart.Line{Name: "training set"}, chart.Line{Name: "held out"}
	for _, e := range epochs {
		n := float64(e.Number)
		learned.Points = append(learned.Points, chart.Point{X: n, Y: e.Train})
		heldOut.Points = append(heldOut.Points, chart.Point{X: n, Y: e.HeldOut})
	}
	p := chart.Panel{X: "epoch", Y: "log loss", Lines: []chart.Line{learned, heldOut}}
	for _, b := range baselines {
		p.Levels = append(p.Levels, chart.Level{Name: fmt.Sprintf("%s: %.4f", b.Name, b.Loss), Y: b.Loss})
	}
	return &chart.Chart{Title: title, Panels: []chart.Panel{p}}
}
