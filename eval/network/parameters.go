package network

import (
	"fmt"
	"math"

	"stupol/movegen"
)

// Parameters are the parameters of a network as in training: 1 is 1, and a logit is 1 in
// the output. All of them lie in one slice, so that an optimizer can treat them alike.
type Parameters struct {
	Shape
	All          []float32
	Transformers [Transformers]TransformerParameters
	Buckets      [Buckets]BucketParameters

	inputs int
}

// TransformerParameters are the parameters of a feature transformer.
type TransformerParameters struct {
	Biases  []float32 // Width
	Weights []float32 // a row of Width for each input
}

// BucketParameters are the parameters of a bucket.
type BucketParameters struct {
	Second       []float32 // a row of 2*Width for each neuron: our view, their view
	SecondBiases []float32
	Third        []float32 // a row of Third for each neuron of the second layer
	ThirdBiases  []float32
	Output       []float32 // Third
	OutputBias   []float32 // one
}

// NewParameters returns parameters for a network for r of that shape, all 0.
func NewParameters(r *movegen.Rules, s Shape) *Parameters {
	p := &Parameters{Shape: s, inputs: s.inputs(r)}
	p.eachSlice(func(int) []float32 { return nil })
	rest := make([]float32, p.size())
	p.All = rest
	p.eachSlice(func(n int) []float32 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	})
	return p
}

// size returns the number of parameters.
func (p *Parameters) size() (all int) {
	p.eachSlice(func(n int) []float32 { all += n; return nil })
	return all
}

// eachSlice sets each slice of p to what take returns for its length.
func (p *Parameters) eachSlice(take func(n int) []float32) {
	for i := range p.Transformers {
		p.Transformers[i] = TransformerParameters{take(p.Width), take(p.inputs * p.Width)}
	}
	for i := range p.Buckets {
		h := &p.Buckets[i]
		h.Second, h.SecondBiases = take(Second*2*p.Width), take(Second)
		h.Third, h.ThirdBiases = take(Third*Second), take(Third)
		h.Output, h.OutputBias = take(Third), take(1)
	}
}

// Limits of parameters: what fits into a Network. Training has to stay within.
const (
	maxSum  = 60 // of the weights of the feature transformer for all pieces of a game
	maxBias = 4  // of the feature transformer

	// WeightLimit is the largest absolute value of a weight behind the feature transformer.
	WeightLimit = float32(math.MaxInt8) / WeightUnit
)

// A FixedPoint is parameters that a Network has as whole multiples of 1/Unit, within ±Limit.
type FixedPoint struct {
	Values      []float32
	Limit, Unit float32
}

// FixedPoints returns all parameters of p, in their order, as a Network of r has them.
func (p *Parameters) FixedPoints(r *movegen.Rules) (all []FixedPoint) {
	unlimited := float32(math.Inf(1))
	for i := range p.Transformers {
		f := &p.Transformers[i]
		all = append(all, FixedPoint{f.Biases, maxBias, SumUnit}, FixedPoint{f.Weights, maxWeight(r), SumUnit})
	}
	for i := range p.Buckets {
		h := &p.Buckets[i]
		all = append(all,
			FixedPoint{h.Second, WeightLimit, WeightUnit}, FixedPoint{h.SecondBiases, unlimited, OutputUnit},
			FixedPoint{h.Third, WeightLimit, WeightUnit}, FixedPoint{h.ThirdBiases, unlimited, OutputUnit},
			FixedPoint{h.Output, WeightLimit, WeightUnit}, FixedPoint{h.OutputBias, unlimited, OutputUnit})
	}
	return all
}

// maxWeight is the largest weight of a feature transformer for a piece in a game of r.
func maxWeight(r *movegen.Rules) float32 {
	start := r.Start()
	return maxSum / float32(start.Occupied().Len())
}

// Quantize returns the Network with parameters p, rounded and clipped.
func Quantize(r *movegen.Rules, p *Parameters) (*Network, error) {
	n, err := New(r, p.Shape)
	if err != nil {
		return nil, err
	}
	for _, v := range p.All {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("a network with the parameter %v", v)
		}
	}
	for _, f := range p.FixedPoints(r) {
		for i, v := range f.Values {
			f.Values[i] = min(max(v, -f.Limit), f.Limit)
		}
	}
	for i := range n.transformers {
		n.transformers[i].quantize(&p.Transformers[i])
		if n.windows != nil {
			n.transformers[i].limit(n.windows, n.width, int(inUnits(maxWeight(r), SumUnit)))
		}
	}
	for i := range n.buckets {
		n.buckets[i].quantize(p.Width, &p.Buckets[i])
	}
	n.pack()
	return n, nil
}

// quantize sets f to the parameters p.
func (f *transformer) quantize(p *TransformerParameters) {
	// An activation is a sum shifted right. Half a unit more in the bias makes it
	// round to the nearest.
	for i, v := range p.Biases {
		f.biases[i] = int16(inUnits(v, SumUnit)) + 1<<(sumShift-1)
	}
	for i, v := range p.Weights {
		f.weights[i] = int16(inUnits(v, SumUnit))
	}
}

// quantize sets h to the parameters p.
func (h *bucket) quantize(width int, p *BucketParameters) {
	const half = 1 << (weightBits - 1)
	for k := range Second {
		for i := range 2 * width {
			h.second[weightIndex(i, k, Second)] = int8(inUnits(p.Second[k*2*width+i], WeightUnit))
		}
	}
	for k := range Third {
		for i := range Second {
			h.last.third[weightIndex(i, k, Third)] = int8(inUnits(p.Third[i*Third+k], WeightUnit))
		}
	}
	for i, v := range p.Output {
		h.last.output[i] = int8(inUnits(v, WeightUnit))
	}
	for i, v := range p.SecondBiases {
		h.last.secondBiases[i] = inUnits(v, OutputUnit) + half
	}
	for i, v := range p.ThirdBiases {
		h.last.thirdBiases[i] = inUnits(v, OutputUnit) + half
	}
	h.last.outputBias = inUnits(p.OutputBias[0], OutputUnit)
}

// Parameters returns the parameters of n, a network for r: Quantize makes n of them again.
func (n *Network) Parameters(r *movegen.Rules) *Parameters {
	p := NewParameters(r, n.Shape())
	for i := range n.transformers {
		n.transformers[i].parameters(&p.Transformers[i])
	}
	for i := range n.buckets {
		n.buckets[i].parameters(n.width, &p.Buckets[i])
	}
	return p
}

// ParametersFor returns parameters to start the training of a network for r from, a game on
// the same board as that of n. For each number of pieces they are those of n for as many. The
// arrangements of the sets of windows that n does not know begin with 0.
func (n *Network) ParametersFor(r *movegen.Rules, windows int) *Parameters {
	from, to := n.Parameters(r), NewParameters(r, Shape{n.width, max(windows, n.Shape().Windows)})
	start := r.Start()
	for pieces := 1; pieces <= start.Occupied().Len(); pieces++ {
		here, there := BucketOf(pieces, start.Occupied().Len()), BucketOf(pieces, n.pieces)
		to.Transformers[TransformerOf(here)].set(&from.Transformers[TransformerOf(there)])
		to.Buckets[here].set(&from.Buckets[there])
	}
	return to
}

// set copies q to p.
func (p *TransformerParameters) set(q *TransformerParameters) {
	copy(p.Biases, q.Biases)
	copy(p.Weights, q.Weights)
}

// set copies q to p.
func (p *BucketParameters) set(q *BucketParameters) {
	copy(p.Second, q.Second)
	copy(p.SecondBiases, q.SecondBiases)
	copy(p.Third, q.Third)
	copy(p.ThirdBiases, q.ThirdBiases)
	copy(p.Output, q.Output)
	copy(p.OutputBias, q.OutputBias)
}

// parameters sets p to those of f. It undoes quantize.
func (f *transformer) parameters(p *TransformerParameters) {
	for i, v := range f.biases {
		p.Biases[i] = float32(v-1<<(sumShift-1)) / SumUnit
	}
	for i := range p.Weights {
		p.Weights[i] = float32(f.weights[i]) / SumUnit
	}
}

// parameters sets p to those of h. It undoes quantize.
func (h *bucket) parameters(width int, p *BucketParameters) {
	const half = 1 << (weightBits - 1)
	for k := range Second {
		for i := range 2 * width {
			p.Second[k*2*width+i] = float32(h.second[weightIndex(i, k, Second)]) / WeightUnit
		}
	}
	for k := range Third {
		for i := range Second {
			p.Third[i*Third+k] = float32(h.last.third[weightIndex(i, k, Third)]) / WeightUnit
		}
	}
	for i, v := range h.last.output {
		p.Output[i] = float32(v) / WeightUnit
	}
	for i, v := range h.last.secondBiases {
		p.SecondBiases[i] = float32(v-half) / OutputUnit
	}
	for i, v := range h.last.thirdBiases {
		p.ThirdBiases[i] = float32(v-half) / OutputUnit
	}
	p.OutputBias[0] = float32(h.last.outputBias) / OutputUnit
}

// weightIndex returns where a bucket has the weight of input i for neuron k of neurons.
func weightIndex(i, k, neurons int) int { return i/4*4*neurons + 4*k + i%4 }

// inUnits returns v in whole units of 1/unit, within a limit that no sum comes near.
func inUnits(v, unit float32) int32 {
	const limit = 1 << 24
	return int32(min(max(math.RoundToEven(float64(v*unit)), -limit), limit))
}
