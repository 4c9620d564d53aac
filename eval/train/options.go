package train

import (
	"math"
	"time"
)

// Options say how to train. The zero value of a field is not a default; see
// Defaults.
type Options struct {
	Epochs    int     // maximum number of passes over the samples
	EarlyStop int     // stop after so many epochs without a lower held-out loss
	Rate      float64 // learning rate: of AdaGrad, in logits; of a network the first of Adam
	Decay     float64 // factor of the rate after an epoch without a lower held-out loss
	Lambda    float64 // weight of the search's score in the target, 0 to 1; the rest is the result
	Scale     float64 // hundredths of a man a logit; 0: the scale that fits the results best
	Balance   float64 // how much more rare numbers of pieces count, 0 (not at all) to 1 (as much as frequent ones)
	Width     int     // of the network; 0: patterns
	Prior     Prior
	Seed      uint64 // of the order of the samples

	// DatabasePieces is the largest number of pieces of the endgame databases.
	// Positions with no more pieces are left out.
	DatabasePieces int

	Threads int    // 0: one a processor
	TempDir string // for the samples; "": the system's directory for temporary files
	Note    string // lines to add to the note of the weights
}

// NetworkRate is the first learning rate of networks that has done well.
const NetworkRate = 0.002

// Prior is the strength of the L2 prior for each kind of parameter: it pulls weights
// to 0, or to the weights that training started from. It does not depend on how often
// a weight occurs, so that rare weights stay small.
type Prior struct{ Pattern, Subpattern, Quarter, Scalar float64 }

// Defaults are the options that have done well in matches.
var Defaults = Options{
	Epochs: 20, EarlyStop: 2, Rate: 0.02, Decay: 1, Lambda: 0.7,
	Prior: Prior{Pattern: 400, Subpattern: 80, Quarter: 10, Scalar: 1},
	Seed:  1, DatabasePieces: 4,
}

// fixed returns o without the options that may change when an interrupted training
// goes on.
func (o Options) fixed() Options {
	o.EarlyStop, o.Threads, o.TempDir, o.Note = 0, 0, "", ""
	if o.Width == 0 {
		o.Epochs = 0 // the rate of a network depends on it
	}
	return o
}

// An Epoch is one pass over the samples. Losses are means over the samples, in nats
// and without the entropy of the targets: 0 would be perfect. Train is measured
// during the epoch, before each update; HeldOut after the epoch.
type Epoch struct {
	Number         int
	Rate           float64
	Train, HeldOut float64
	Time           time.Duration
}

// bestEpoch returns the index of the epoch with the lowest held-out loss, the first of
// equals, or -1 if there is none.
func bestEpoch(epochs []Epoch) int {
	best := -1
	for i := range epochs {
		if best < 0 || epochs[i].HeldOut < epochs[best].HeldOut {
			best = i
		}
	}
	return best
}

// lastRate is the rate of the last epoch of a network by that of the first.
const lastRate = 0.01

// rateAfter returns the learning rate of the epoch after those.
func (o *Options) rateAfter(epochs []Epoch) float64 {
	rate := o.Rate
	if o.Width > 0 {
		return rate * math.Pow(lastRate, float64(len(epochs))/float64(max(o.Epochs-1, 1)))
	}
	for n := 1; n <= len(epochs); n++ {
		if bestEpoch(epochs[:n]) != n-1 {
			rate *= o.Decay
		}
	}
	return rate
}
