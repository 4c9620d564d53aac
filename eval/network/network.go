package network

import (
	"fmt"

	"stupol/eval/hugepage"
	"stupol/movegen"
)

// Sizes of a network; for the others see Shape.
const (
	Kinds        = 4          // our men, our kings, their men, their kings
	PieceInputs  = Kinds * 64 // a kind of piece on a bit of the board
	Second       = 16         // neurons of the second layer
	Third        = 32         // neurons of the third layer
	Buckets      = 8          // output buckets, sets of the layers behind, by number of pieces
	Transformers = 4          // feature transformers, by number of pieces; Buckets is a multiple

	MinWidth, MaxWidth = 64, 256
	widthStep          = 64 // the assembly takes as many sums at a time
)

// Fixed-point units. The package comment says how they fit together.
const (
	SumUnit    = 508 // 1 in a sum of the feature transformer and in its weights
	sumShift   = 2   // from a sum to an activation
	ActiveUnit = 127 // 1 in an activation
	WeightUnit = 64  // 1 in a weight behind the feature transformer
	weightBits = 6   // log2 of WeightUnit

	// OutputUnit is a logit in what Evaluate returns.
	OutputUnit = ActiveUnit * WeightUnit
)

// A Network is a trained network, ready for use. It does not change, so any number of
// goroutines may use it, each with an Accumulator of its own.
type Network struct {
	width    int
	windows  *windows // nil: it does not know arrangements of men
	inputs   int
	pieces   int       // at the start of the game
	bucketOf [64]uint8 // by number of pieces
	turn     movegen.HalfTurn

	transformers [Transformers]transformer
	buckets      [Buckets]bucket
}

// A transformer is a feature transformer: the first layer, for some numbers of pieces.
type transformer struct {
	biases  []int16 // width
	weights []int16 // a row of width for each input, and one of no input, which is 0
	rows    []int16 // the same as the accumulator wants them: see fold
}

// A bucket is an output bucket, the layers behind a feature transformer. Weights lie in the
// order in which the assembly takes them: for four activations at a time, those of every
// neuron.
type bucket struct {
	second []int8 // [2*width/4][Second][4]: our view, their view
	last   lastWeights
	lanes  *lanes // nil where there is assembly
}

// lastWeights are the other numbers of a bucket. The assembly knows this layout.
type lastWeights struct {
	third        [Second * Third]int8 // [Second/4][Third][4]
	output       [Third]int8
	secondBiases [Second]int32 // unit ActiveUnit*WeightUnit, as all biases of a bucket
	thirdBiases  [Third]int32
	outputBias   int32
}

// A Shape is what can be chosen of a network.
type Shape struct {
	// Width is the number of neurons of the feature transformer for a side, from MinWidth to
	// MaxWidth, a multiple of 64.
	Width int

	// Windows is how many sets of windows there are whose arrangements of men are inputs, up to
	// MaxWindows.
	Windows int
}

// inputs returns the number of inputs of a view in networks for r.
func (s Shape) inputs(r *movegen.Rules) int { return windowsOf(r, s.Windows).inputs }

// New returns a network for r of that shape, all of whose weights are 0.
func New(r *movegen.Rules, s Shape) (*Network, error) {
	if err := CheckWidth(s.Width); err != nil {
		return nil, err
	}
	start := r.Start()
	n := &Network{width: s.Width, inputs: s.inputs(r), pieces: start.Occupied().Len(), turn: r.HalfTurn()}
	if s.Windows > 0 {
		n.windows = windowsOf(r, s.Windows)
	}
	for pieces := range n.bucketOf {
		n.bucketOf[pieces] = uint8(BucketOf(pieces, n.pieces))
	}
	width := s.Width
	for i := range n.transformers {
		n.transformers[i] = transformer{biases: make([]int16, width), weights: make([]int16, (n.inputs+1)*width)}
	}
	for i := range n.buckets {
		n.buckets[i].second = make([]int8, 2*width*Second)
	}
	n.pack()
	return n, nil
}

// CheckWidth returns an error if no network has that width.
func CheckWidth(width int) error {
	if width < MinWidth || width > MaxWidth || width%widthStep != 0 {
		return fmt.Errorf("a network of width %d; it is %d to %d and a multiple of %d", width, MinWidth, MaxWidth, widthStep)
	}
	return nil
}

// Shape returns the shape of n.
func (n *Network) Shape() Shape {
	if n.windows == nil {
		return Shape{Width: n.width}
	}
	return Shape{n.width, len(n.windows.sets)}
}

// pack makes what evaluation needs of the parameters.
func (n *Network) pack() {
	n.packRows()
	n.packLanes()
}

// packRows makes the rows of all transformers. Those of arrangements are megabytes, of which an
// evaluation looks at some ten places: so they lie in huge pages.
func (n *Network) packRows() {
	if n.windows == nil {
		for i := range n.transformers {
			n.transformers[i].rows = n.transformers[i].weights
		}
		return
	}
	size := len(n.transformers[0].weights)
	room := hugepage.OnHeap[int16](Transformers * size)
	for i := range n.transformers {
		n.transformers[i].fold(n.windows, n.width, room[i*size:][:size])
	}
}

// BucketOf returns the output bucket for a number of pieces, in a game that begins with start of
// them. The start and anything above it have the last bucket.
func BucketOf(pieces, start int) int { return min(max(pieces-1, 0)*Buckets/start, Buckets-1) }

// TransformerOf returns the feature transformer of a bucket.
func TransformerOf(bucket int) int { return bucket * Transformers / Buckets }

// Evaluate returns the log odds of the side to move in p, in units of 1/OutputUnit. It
// is fast if a holds a position that resembles p.
func (n *Network) Evaluate(a *Accumulator, p *movegen.Position) int32 {
	bucket := n.bucketOf[p.Occupied().Len()&63]
	sums := n.update(a, TransformerOf(int(bucket)), p)
	us := p.Turn & 1
	return n.buckets[bucket&(Buckets-1)].evaluate(n.width, &sums.views[us], &sums.views[us^1])
}
