package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"stupol/eval"
	"stupol/eval/network"
	"stupol/eval/train/vector"
	"stupol/movegen"
)

// A model is a network in training: back-propagation and the optimizer Adam
// (Kingma, Ba: Adam, a method for stochastic optimization, 2015).
type model struct {
	rules      *movegen.Rules
	threads    int
	parameters *network.Parameters

	// rounded are the parameters as the network will have them. The predictions and the
	// gradients are theirs, so that training makes up for what rounding does.
	rounded *network.Parameters

	// sharedRate is the rate above which all transformers learn the same: openings are few.
	sharedRate float64

	// offsets are added to the predictions for leaves, by bucket. They are not part of
	// the network: the side to move at a leaf is better off than in positions that
	// are played, as most moves that a search tries are bad, and a network that
	// believes in that plays badly.
	offsets [network.Buckets]float32

	// The state of Adam: means of the gradients and of their squares, and the
	// number of steps.
	means, squares []float32 // of the parameters, then of the offsets
	steps          int

	chunks    []chunk                    // all parameters
	gradients [network.Buckets]*gradient // scratch: see update
}

// A gradient is that of the samples of a bucket in a batch.
type gradient struct {
	*network.Parameters
	offsets [network.Buckets]float32

	// touched says which rows of feature transformers, of Width numbers each, may be other
	// than 0: the biases and the weights of an input. A batch has few of the inputs.
	touched [network.Transformers][]bool
}

// newGradient returns the gradient of nothing.
func newGradient(r *movegen.Rules, s network.Shape) *gradient {
	g := &gradient{Parameters: network.NewParameters(r, s)}
	for i := range g.touched {
		g.touched[i] = make([]bool, 1+len(g.Transformers[i].Weights)/s.Width)
	}
	return g
}

// row returns a row of a feature transformer.
func (g *gradient) row(transformer, row int) []float32 {
	at := (transformer*len(g.touched[0]) + row) * g.Width
	return g.All[at : at+g.Width]
}

// behind returns where the parameters behind the feature transformers begin in All.
func (g *gradient) behind() int {
	return network.Transformers * len(g.touched[0]) * g.Width
}

// clear makes g the gradient of nothing.
func (g *gradient) clear() {
	for i := range g.touched {
		for row, touched := range g.touched[i] {
			if touched {
				clear(g.row(i, row))
			}
		}
		clear(g.touched[i])
	}
	clear(g.All[g.behind():])
	clear(g.offsets[:])
}

// newModel returns a model with small random parameters.
func newModel(r *movegen.Rules, o *Options) *model {
	m := &model{
		rules: r, threads: o.Threads, sharedRate: sharedPart * o.Rate,
		parameters: network.NewParameters(r, o.Shape), rounded: network.NewParameters(r, o.Shape),
	}
	p := m.parameters
	m.chunks = chunksOf(p, m.rounded, r)
	m.means, m.squares = make([]float32, len(p.All)+network.Buckets), make([]float32, len(p.All)+network.Buckets)
	for i := range m.gradients {
		m.gradients[i] = newGradient(r, o.Shape)
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	start := r.Start()
	// What men are worth together begins with nothing.
	randomize(rng, p.Transformers[0].Weights[:network.PieceInputs*o.Width], start.Occupied().Len())
	for i := range p.Transformers[0].Biases {
		p.Transformers[0].Biases[i] = rng.Float32() / 2 // most neurons begin between 0 and 1
	}
	// All transformers and all buckets begin alike.
	for i := range p.Transformers {
		copy(p.Transformers[i].Weights, p.Transformers[0].Weights)
		copy(p.Transformers[i].Biases, p.Transformers[0].Biases)
	}
	first := &p.Buckets[0]
	randomize(rng, first.Second, 2*o.Width)
	randomize(rng, first.Third, network.Second)
	randomize(rng, first.Output, network.Third)
	for i := range p.Buckets {
		copy(p.Buckets[i].Second, first.Second)
		copy(p.Buckets[i].Third, first.Third)
		copy(p.Buckets[i].Output, first.Output)
	}
	m.round()
	return m
}

// randomize sets weights to random numbers, for neurons that have that many inputs.
func randomize(rng *rand.Rand, weights []float32, inputs int) {
	limit := 1 / math.Sqrt(float64(inputs))
	for i := range weights {
		weights[i] = float32(limit * (2*rng.Float64() - 1))
	}
}

// startFrom sets the parameters to those of the network of w. Its transformers have learned
// apart, and go on so.
func (m *model) startFrom(w *eval.Weights) error {
	if got, want := w.Network.Shape().Width, m.parameters.Width; got != want {
		return fmt.Errorf("a network of width %d to start from, not of %d", got, want)
	}
	copy(m.parameters.All, w.Network.ParametersFor(m.rules, m.parameters.Windows).All)
	m.sharedRate = math.Inf(1)
	m.round()
	return nil
}

// save returns the parameters, the offsets, the state of Adam and the number of its steps.
func (m *model) save() []float32 {
	steps := math.Float32frombits(uint32(m.steps))
	return slices.Concat(m.parameters.All, m.offsets[:], m.means, m.squares, []float32{steps})
}

// restore undoes save. It reports false, and changes nothing, if saved is of a network of
// another width.
func (m *model) restore(saved []float32) bool {
	n := len(m.means)
	if len(saved) != 3*n+1 {
		return false
	}
	copy(m.parameters.All, saved)
	copy(m.offsets[:], saved[len(m.parameters.All):])
	copy(m.means, saved[n:])
	copy(m.squares, saved[2*n:])
	m.steps = int(math.Float32bits(saved[3*n]))
	m.round()
	return true
}

// network returns the network with the parameters of m, rounded.
func (m *model) network() (*network.Network, error) { return network.Quantize(m.rules, m.parameters) }

// logit is the forward pass. It returns the prediction for an example: the log odds of
// the side to move, before the divisor of drawish endings. It is called in parallel, and
// keeps in the example what the backward pass needs.
func (m *model) logit(x *example) float64 {
	p := m.rounded
	if x.first == nil {
		x.first, x.scratch = make([]float32, 2*p.Width), make([]float32, 2*p.Width)
	}
	layer := &p.Transformers[network.TransformerOf(x.bucket)]
	for view, inputs := range x.inputs {
		sums := x.first[view*p.Width:][:p.Width]
		copy(sums, layer.Biases)
		for _, input := range inputs {
			vector.AddScaled(sums, 1, layer.Weights[int(input)*p.Width:][:p.Width])
		}
		vector.ClippedReLU(sums)
	}
	h := &p.Buckets[x.bucket]
	for k := range x.second {
		x.second[k] = h.SecondBiases[k] + vector.Dot(h.Second[k*2*p.Width:][:2*p.Width], x.first)
	}
	vector.ClippedReLU(x.second[:])
	copy(x.third[:], h.ThirdBiases)
	for i, a := range x.second {
		if a != 0 {
			vector.AddScaled(x.third[:], a, h.Third[i*network.Third:][:network.Third])
		}
	}
	vector.ClippedReLU(x.third[:])
	sum := h.OutputBias[0] + vector.Dot(h.Output, x.third[:])
	if x.isLeaf {
		sum += m.offsets[x.bucket]
	}
	return float64(sum)
}

// addGradient adds the gradient of an example to g: the backward pass.
func (m *model) addGradient(g *gradient, x *example) {
	p := m.rounded
	h, gh := &p.Buckets[x.bucket], &g.Buckets[x.bucket]
	if x.isLeaf {
		g.offsets[x.bucket] += x.gradient
	}
	gh.OutputBias[0] += x.gradient
	vector.AddScaled(gh.Output, x.gradient, x.third[:])
	var third [network.Third]float32 // gradients of its sums
	vector.AddScaled(third[:], x.gradient, h.Output)
	vector.ClippedReLUGradient(third[:], x.third[:])
	vector.AddScaled(gh.ThirdBiases, 1, third[:])

	var second [network.Second]float32
	for i, a := range x.second {
		second[i] = vector.Dot(h.Third[i*network.Third:][:network.Third], third[:])
		if a != 0 {
			vector.AddScaled(gh.Third[i*network.Third:][:network.Third], a, third[:])
		}
	}
	vector.ClippedReLUGradient(second[:], x.second[:])
	vector.AddScaled(gh.SecondBiases, 1, second[:])

	first := x.scratch
	clear(first)
	for k, d := range second {
		if d != 0 {
			vector.AddScaled(gh.Second[k*2*p.Width:][:2*p.Width], d, x.first)
			vector.AddScaled(first, d, h.Second[k*2*p.Width:][:2*p.Width])
		}
	}
	vector.ClippedReLUGradient(first, x.first)
	transformer := network.TransformerOf(x.bucket)
	layer, touched := &g.Transformers[transformer], g.touched[transformer]
	touched[0] = true
	for view, inputs := range x.inputs {
		d := first[view*p.Width:][:p.Width]
		vector.AddScaled(layer.Biases, 1, d)
		for _, input := range inputs {
			touched[1+input] = true
			vector.AddScaled(layer.Weights[int(input)*p.Width:][:p.Width], 1, d)
		}
	}
}

// update makes a step of Adam by the gradients of a batch. Those of each bucket are summed up apart,
// as few inputs then have one, and added in order: the result does not depend on the number of
// threads.
func (m *model) update(batch []example, rate float64) {
	inParallel(m.threads, network.Buckets, func(bucket int) {
		g := m.gradients[bucket]
		g.clear()
		for i := range batch {
			if e := &batch[i]; e.bucket == bucket && e.gradient != 0 {
				m.addGradient(g, e)
			}
		}
	})
	if rate > m.sharedRate {
		m.shareGradients()
	}
	m.steps++
	m.addGradients()
	step := vector.NewAdam(rate, m.steps, len(batch))
	inParallel(m.threads, len(m.chunks), func(i int) {
		c := &m.chunks[i]
		end := c.from + len(c.Values)
		step.Update(c.Values, m.means[c.from:end], m.squares[c.from:end], m.gradients[0].All[c.from:end])
		c.round()
	})
	sum := m.gradients[0].offsets[:]
	for _, g := range m.gradients[1:] {
		vector.AddScaled(sum, 1, g.offsets[:])
	}
	all := len(m.parameters.All)
	step.Update(m.offsets[:], m.means[all:], m.squares[all:], sum)
}

// addGradients adds the gradients of the other parts to the first, without the offsets.
func (m *model) addGradients() {
	sum := m.gradients[0]
	inParallel(m.threads, network.Transformers, func(i int) {
		for _, g := range m.gradients[1:] {
			for row, touched := range g.touched[i] {
				if touched {
					vector.AddScaled(sum.row(i, row), 1, g.row(i, row))
					sum.touched[i][row] = true
				}
			}
		}
	})
	for _, g := range m.gradients[1:] {
		vector.AddScaled(sum.All[sum.behind():], 1, g.All[sum.behind():])
	}
}

// A chunk is some parameters.
type chunk struct {
	network.FixedPoint
	rounded []float32 // the same in a network
	from    int       // where they begin
}

// chunksOf returns chunks of p, which have their rounded values in rounded.
func chunksOf(p, rounded *network.Parameters, r *movegen.Rules) (all []chunk) {
	const most = 1 << 12
	from := 0
	for _, one := range p.FixedPoints(r) {
		for values := range slices.Chunk(one.Values, most) {
			one.Values = values
			all = append(all, chunk{one, rounded.All[from : from+len(values)], from})
			from += len(values)
		}
	}
	return all
}

// round limits the parameters to what a network can have, and rounds them.
func (c *chunk) round() { vector.Round(c.rounded, c.Values, c.Limit, c.Unit) }

// round rounds all parameters.
func (m *model) round() {
	inParallel(m.threads, len(m.chunks), func(i int) { m.chunks[i].round() })
}

// sharedPart is the part of the first rate above which the transformers learn the same.
const sharedPart = 0.5

// shareGradients makes the gradients of all transformers their sum.
func (m *model) shareGradients() {
	inParallel(m.threads, len(m.gradients), func(part int) {
		g := m.gradients[part]
		for row := range g.touched[0] {
			touched := false
			for i := range g.touched {
				touched = touched || g.touched[i][row]
			}
			if !touched {
				continue
			}
			sum := g.row(0, row)
			for i := range g.touched[1:] {
				vector.AddScaled(sum, 1, g.row(1+i, row))
			}
			for i := range g.touched {
				copy(g.row(i, row), sum)
				g.touched[i][row] = true
			}
		}
	})
}
