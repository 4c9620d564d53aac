package train

import "time"

// Options say how to train. The zero value of a field is not a default; see
// Defaults.
type Options struct {
	Epochs    int     // passes over the samples, at most
	EarlyStop int     // passes without a better judgement before training ends
	Rate      float64 // the step of AdaGrad, in logits
	Decay     float64 // what the rate is multiplied by after a pass without a better judgement
	Lambda    float64 // the phase of the search's opinion in the targets, 0 to 1
	Scale     float64 // how many hundredths of a man make a logit; 0: as the scores are best understood
	Balance   float64 // how far rare numbers of pieces count more, 0 (not) to 1 (as much as frequent ones)
	Prior     Prior
	Known     int    // positions with so many pieces are left out: the databases know them
	Seed      uint64 // of the order of the samples

	Threads int    // 0: one a processor
	Folder  string // for the samples; "": that for temporary files
	Note    string // lines to add to the note of the weights
}

// Prior says how hard it is to move weights away from 0, or from those that the
// training began with: how many logits of error for a logit of weight (L2
// regularization). It is the same however often a weight occurs, so that rare ones
// stay small.
type Prior struct{ Pattern, Subpattern, Quarter, Scalar float64 }

// Defaults are the options that have done well.
var Defaults = Options{
	Epochs: 20, EarlyStop: 2, Rate: 0.02, Decay: 1, Lambda: 0.7,
	Prior: Prior{Pattern: 400, Subpattern: 80, Quarter: 10, Scalar: 1},
	Known: 4, Seed: 1,
}

// lasting returns what of o decides about the state after a pass. The rest may
// change while a training is interrupted.
func (o Options) lasting() Options {
	o.Epochs, o.EarlyStop, o.Threads, o.Folder, o.Note = 0, 0, 0, "", ""
	return o
}

// An Epoch is one pass over the samples. The losses are mean log losses in
// nats, without the entropy of the targets: 0 would be perfect. Train is that
// met on the way, with weights that still changed; HeldOut that of the games
// kept back, after it.
type Epoch struct {
	Number         int
	Rate           float64
	Train, HeldOut float64
	Time           time.Duration
}

// best returns which epoch judged best, the first of equals, or -1 if there is
// none.
func best(epochs []Epoch) int {
	first := -1
	for i := range epochs {
		if first < 0 || epochs[i].HeldOut < epochs[first].HeldOut {
			first = i
		}
	}
	return first
}

// rateAfter returns the rate of the epoch that follows those.
func (o *Options) rateAfter(epochs []Epoch) float64 {
	rate := o.Rate
	for n := 1; n <= len(epochs); n++ {
		if best(epochs[:n]) != n-1 {
			rate *= o.Decay
		}
	}
	return rate
}
