package chart

import (
	"math"
	"strconv"
)

// An interval is a range of values.
type interval struct{ low, high float64 }

// nothing is the interval that holds no value.
var nothing = interval{math.Inf(1), math.Inf(-1)}

// with returns the interval widened so that it holds v.
func (i interval) with(v float64) interval {
	if !finite(v) {
		return i
	}
	return interval{min(i.low, v), max(i.high, v)}
}

// padded returns an interval with some space around the values.
func (i interval) padded() interval {
	if i.low > i.high {
		return interval{0, 1}
	}
	space := 0.05 * (i.high - i.low)
	if space == 0 {
		space = 1
	}
	return interval{i.low - space, i.high + space}
}

// extent returns the values that the panel has to have room for. A line or a
// level shows in full; a band may be cut off beyond four times their height,
// lest the uncertain beginning of a series hide the rest.
func (p *Panel) extent() (xs, ys interval) {
	xs, ys = nothing, nothing
	for _, l := range p.Lines {
		for _, pt := range l.Points {
			xs, ys = xs.with(pt.X), ys.with(pt.Y)
		}
	}
	for _, l := range p.Levels {
		ys = ys.with(l.Y)
	}
	room := 1.5 * (ys.high - ys.low)
	most := interval{ys.low - room, ys.high + room}
	for _, b := range p.Bands {
		for _, r := range b {
			xs = xs.with(r.X)
			if !finite(r.Low, r.High) {
				continue
			}
			ys = ys.with(max(r.Low, most.low)).with(min(r.High, most.high))
		}
	}
	return xs, ys.padded()
}

// A scale maps values to pixels.
type scale struct {
	values   interval
	from, to float64 // where the ends of the values are drawn
}

func newScale(values interval, from, to float64) scale {
	if values.low >= values.high {
		values = values.padded()
	}
	return scale{values, from, to}
}

// at returns where v is drawn: within the ends, whatever v.
func (s scale) at(v float64) float64 {
	share := (v - s.values.low) / (s.values.high - s.values.low)
	return s.from + min(max(share, 0), 1)*(s.to-s.from)
}

// ticks returns round values, five or so.
func (s scale) ticks() []float64 {
	step := roundStep((s.values.high - s.values.low) / 5)
	var list []float64
	for n := math.Ceil(s.values.low / step); n*step <= s.values.high; n++ {
		list = append(list, n*step+0) // +0 turns -0 into 0
	}
	return list
}

// roundStep returns the least of 1, 2, 5, 10, 20, ... and their tenths, that is
// not below v.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= v {
			return m * power
		}
	}
	return 10 * power
}

// label returns v with no more digits than it needs.
func label(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
