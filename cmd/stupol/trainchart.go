package main

import (
	"fmt"

	"stupol/bench/chart"
	"stupol/eval/train"
)

// lossChart returns a chart of the losses over the epochs, with a horizontal line for each
// baseline, of the positions played.
func lossChart(title string, epochs []train.Epoch, baselines []train.Baseline) *chart.Chart {
	learned, heldOut := chart.Line{Name: "training set"}, chart.Line{Name: "held out"}
	played := chart.Line{Name: "held out, played"}
	for _, e := range epochs {
		n := float64(e.Number)
		learned.Points = append(learned.Points, chart.Point{X: n, Y: e.Train})
		heldOut.Points = append(heldOut.Points, chart.Point{X: n, Y: e.HeldOut})
		played.Points = append(played.Points, chart.Point{X: n, Y: e.Played})
	}
	p := chart.Panel{X: "epoch", Y: "log loss", Lines: []chart.Line{learned, heldOut, played}}
	for _, b := range baselines {
		p.Levels = append(p.Levels, chart.Level{Name: fmt.Sprintf("%s: %.4f", b.Name, b.Loss), Y: b.Loss})
	}
	return &chart.Chart{Title: title, Panels: []chart.Panel{p}}
}
