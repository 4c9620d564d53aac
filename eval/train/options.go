package train

import (
	"math"
	"time"

	"stupol/eval/network"
)

// Options say how to train. The zero value of a field is not a default; see
// Defaults.
type Options struct {
	network.Shape         // of the network; StartFrom may give it windows
	Epochs        int     // passes over the samples
	Rate          float64 // learning rate of the first epoch; see rateOf
	Lambda        float64 // weight of the search's score in the target, 0 to 1; the rest is the result
	Scale         float64 // hundredths of a man a logit; 0: the scale that fits the results best

	// Decided is the score, in logits, of a leaf whose search has proved who wins; 0: that is
	// its result. A result may drive the network beyond the scale that the margins of the
	// search are in. It takes a Scale.
	Decided float64

	Seed uint64 // of the first parameters and of the order of the samples

	// DatabasePieces is the largest number of pieces of the endgame databases.
	// Positions with no more pieces are left out.
	DatabasePieces int

	Threads int    // 0: one a processor
	TempDir string // for the samples; "": the system's directory for temporary files
	Note    string // lines to add to the note of the weights
}

// Defaults are the options that have done well in matches.
var Defaults = Options{Shape: network.Shape{Width: 192}, Epochs: 16, Rate: 0.002, Lambda: 0.7, Seed: 1, DatabasePieces: 4}

// fixed returns o without the options that may change when an interrupted training
// goes on.
func (o Options) fixed() Options {
	o.Threads, o.TempDir, o.Note = 0, "", ""
	return o
}

// An Epoch is one pass over the samples. Losses are means over the samples, in nats
// and without the entropy of the targets: 0 would be perfect. Train is measured
// during the epoch, before each update; HeldOut after the epoch. Played is HeldOut without
// leaves: the model knows an offset for them that the network which is written does not
// have.
type Epoch struct {
	Number         int
	Rate           float64
	Train, HeldOut float64
	Played         float64
	Time           time.Duration
}

// bestEpoch returns the index of the epoch with the lowest held-out loss of positions played,
// which is that of the network to be written; the first of equals, or -1 if there is none.
func bestEpoch(epochs []Epoch) int {
	best := -1
	for i := range epochs {
		if best < 0 || epochs[i].Played < epochs[best].Played {
			best = i
		}
	}
	return best
}

// lastRate is the rate of the last epoch by that of the first.
const lastRate = 0.01

// rateOf returns the learning rate of an epoch, the first being 1: it falls by the same
// factor after each.
func (o *Options) rateOf(epoch int) float64 {
	return o.Rate * math.Pow(lastRate, float64(epoch-1)/float64(max(o.Epochs-1, 1)))
}
