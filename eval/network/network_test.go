package network

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"stupol/movegen"
)

// randomParameters returns parameters of the size that training makes.
func randomParameters(rng *rand.Rand, r *movegen.Rules, s Shape) *Parameters {
	p := NewParameters(r, s)
	for i := range p.All {
		p.All[i] = float32(rng.NormFloat64()) / 4
	}
	return p
}

// randomNetwork returns a network of r with random parameters, or if wild with any
// numbers that a file can have.
func randomNetwork(t testing.TB, r *movegen.Rules, s Shape, wild bool) *Network {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(s.Width), 1))
	n, err := Quantize(r, randomParameters(rng, r, s))
	if err != nil {
		t.Fatal(err)
	}
	if wild {
		for transformer := range n.transformers {
			weights := n.transformers[transformer].weights[:n.inputs*s.Width]
			for i := range weights {
				weights[i] = int16(rng.Uint32())
			}
		}
		for i := range n.buckets {
			h := &n.buckets[i]
			for k := range h.second {
				h.second[k] = int8(rng.Uint32())
			}
			for k := range h.last.third {
				h.last.third[k] = int8(rng.Uint32())
			}
			for k := range h.last.output {
				h.last.output[k] = int8(rng.Uint32())
			}
		}
		n.pack()
	}
	return n
}

// walk plays random games and calls f with the positions.
func walk(r *movegen.Rules, seed uint64, positions int, f func(p *movegen.Position)) {
	rng := rand.New(rand.NewPCG(seed, 2))
	p := r.Start()
	for range positions {
		f(&p)
		moves := r.Moves(nil, &p)
		if len(moves) == 0 || rng.IntN(200) == 0 {
			p = r.Start()
			continue
		}
		p = r.Play(&p, moves[rng.IntN(len(moves))])
	}
}

func rulesOf(t testing.TB, name string) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var positions = flag.Int("positions", 6_000, "positions for TestAssemblyEqualsGo, a quarter of them with -short")

// TestAssemblyEqualsGo compares all ways to evaluate, to the bit.
func TestAssemblyEqualsGo(t *testing.T) {
	each := *positions / 4
	if !testing.Short() {
		each = *positions
	}
	for _, name := range []string{"english", "international"} {
		for _, width := range []int{64, 128, 192, 256} {
			for _, wild := range []bool{false, true} {
				for windows := range MaxWindows + 1 {
					assemblyEqualsGo(t, rulesOf(t, name), Shape{width, windows}, wild, each/2)
				}
			}
		}
	}
}

func assemblyEqualsGo(t *testing.T, r *movegen.Rules, s Shape, wild bool, positions int) {
	t.Helper()
	n := randomNetwork(t, r, s, wild)
	var a Accumulator
	walk(r, uint64(s.Width), positions, func(p *movegen.Position) {
		want := n.slow(r, p)
		if got := n.Evaluate(&a, p); got != want {
			t.Fatalf("%s, %+v, wild %v, %s: got %d, want %d", r.Name, s, wild, r.FEN(p), got, want)
		}
		us, bucket := p.Turn&1, BucketOf(p.Occupied().Len(), n.pieces)
		views := &a.transformers[TransformerOf(bucket)].views
		for kernel, got := range n.byKernel(&n.buckets[bucket], &views[us], &views[us^1]) {
			if got != want {
				t.Fatalf("%s: %s, %+v, wild %v, %s: got %d, want %d", kernel, r.Name, s, wild, r.FEN(p), got, want)
			}
		}
	})
}

// TestRowsEqualGo compares all ways to change sums.
func TestRowsEqualGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, width := range []int{64, 128, 192, 256} {
		const inputs = 3000
		weights := make([]int16, (inputs+1)*width)
		for i := range weights {
			weights[i] = int16(rng.Uint32())
		}
		var sums [2][MaxWidth]int16
		for range 100 {
			changes := make([]change, 1+rng.IntN(20))
			for i := range changes {
				for k := range changes[i] {
					changes[i][k] = uint16(rng.IntN(inputs + 1))
				}
			}
			want := sums
			addRowsGo(&want, width, weights, changes)
			for kernel, got := range rowsByKernel(sums, width, weights, changes) {
				if got != want {
					t.Fatalf("%s, width %d, %d changes: got %v, want %v", kernel, width, len(changes), got, want)
				}
			}
			sums = want
		}
	}
}

// TestFewActivations has no more than some groups of activations that are not 0, in
// one view or in both: the assembly looks at no others.
func TestFewActivations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, width := range []int{64, 128, 192, 256} {
		n := randomNetwork(t, rulesOf(t, "english"), Shape{Width: width}, false)
		for _, most := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 5}, {20, 0}, {3, 60}, {256, 256}} {
			for range 100 {
				var views [2][MaxWidth]int16
				for view := range views {
					for i := range views[view] {
						views[view][i] = -int16(rng.IntN(SumUnit))
					}
					for range most[view] {
						views[view][rng.IntN(width)] = int16(rng.IntN(2 * SumUnit))
					}
				}
				h := &n.buckets[rng.IntN(Buckets)]
				want := h.evaluateGo(width, &views[0], &views[1])
				for kernel, got := range n.byKernel(h, &views[0], &views[1]) {
					if got != want {
						t.Fatalf("%s, width %d, at most %v activations: got %d, want %d", kernel, width, most, got, want)
					}
				}
			}
		}
	}
}

// slow evaluates p in plain Go, from an empty board.
func (n *Network) slow(r *movegen.Rules, p *movegen.Position) int32 {
	var sums [2][MaxWidth]int16
	bucket := BucketOf(p.Occupied().Len(), n.pieces)
	first := &n.transformers[TransformerOf(bucket)]
	for view, inputs := range n.Shape().InputsOf(r, p, [2][]uint16{}) {
		copy(sums[view][:], first.biases)
		for _, input := range inputs {
			for i, w := range first.weights[int(input)*n.width:][:n.width] {
				sums[view][i] += w
			}
		}
	}
	return n.buckets[bucket].evaluateGo(n.width, &sums[0], &sums[1])
}

// TestLayout holds the offsets in asm/main.go against the type they belong to.
func TestLayout(t *testing.T) {
	var w lastWeights
	for what, got := range map[string][2]uintptr{
		"output":       {unsafe.Offsetof(w.output), Third * Second},
		"secondBiases": {unsafe.Offsetof(w.secondBiases), Third*Second + Third},
		"thirdBiases":  {unsafe.Offsetof(w.thirdBiases), Third*Second + Third + 4*Second},
		"outputBias":   {unsafe.Offsetof(w.outputBias), Third*Second + Third + 4*Second + 4*Third},
	} {
		if got[0] != got[1] {
			t.Errorf("%s lies at %d, the assembly looks for it at %d", what, got[0], got[1])
		}
	}
}

// TestBothSidesAlike turns the board and swaps the colours.
func TestBothSidesAlike(t *testing.T) {
	for _, name := range []string{"english", "international", "spanish"} {
		r := rulesOf(t, name)
		n := randomNetwork(t, r, Shape{64, MaxWindows}, false)
		var a, b Accumulator
		walk(r, 3, 500, func(p *movegen.Position) {
			turned := r.Turned(p)
			if got, want := n.Evaluate(&a, &turned), n.Evaluate(&b, p); got != want {
				t.Fatalf("%s %s: got %d, want %d", name, r.FEN(p), got, want)
			}
		})
	}
}

// TestParametersForAnotherGame has a network of Frisian evaluate positions of Frysk!, whose
// games begin with ten pieces. Of two numbers of pieces with one bucket the larger counts.
func TestParametersForAnotherGame(t *testing.T) {
	frisian, frysk := rulesOf(t, "frisian"), rulesOf(t, "frysk")
	n := randomNetwork(t, frisian, Shape{64, MaxWindows}, false)
	if got := n.ParametersFor(rulesOf(t, "killer"), 0).All; !slices.Equal(got, n.Parameters(frisian).All) {
		t.Error("other parameters for a game with as many pieces")
	}
	small, err := Quantize(frysk, n.ParametersFor(frysk, 0))
	if err != nil {
		t.Fatal(err)
	}
	var a, b Accumulator
	compared := map[int]bool{}
	walk(frysk, 5, 2000, func(p *movegen.Position) {
		pieces := p.Occupied().Len()
		if pieces < small.pieces && BucketOf(pieces+1, small.pieces) == BucketOf(pieces, small.pieces) {
			return
		}
		compared[pieces] = true
		if got, want := small.Evaluate(&a, p), n.Evaluate(&b, p); got != want {
			t.Fatalf("%s: got %d, want %d", frysk.FEN(p), got, want)
		}
	})
	if len(compared) < 6 {
		t.Errorf("only positions with these numbers of pieces: %v", compared)
	}
}

// TestBuckets shows that each bucket takes its share of the numbers of pieces.
func TestBuckets(t *testing.T) {
	for _, start := range []int{24, 40} {
		var count [Buckets]int
		for n := 1; n <= start; n++ {
			count[BucketOf(n, start)]++
		}
		for i, c := range count {
			if c != start/Buckets {
				t.Errorf("%d pieces: bucket %d has %d numbers", start, i, c)
			}
		}
	}
}

// TestTransformers gives each feature transformer weights of its own, and shows which one answers.
func TestTransformers(t *testing.T) {
	r := rulesOf(t, "english")
	p := NewParameters(r, Shape{Width: 64})
	for transformer := range p.Transformers {
		p.Transformers[transformer].Biases[0] = float32(transformer+1) / 8
	}
	for i := range p.Buckets {
		h := &p.Buckets[i]
		h.Second[0], h.Third[0], h.Output[0] = 1, 1, 1
	}
	n := quantized(t, r, p)
	var a Accumulator
	for fen, transformer := range map[string]int{
		"W:W31,32:B1,2":                             0,
		"W:W29,30,31,32:B1,2,3,4":                   1,
		"W:W25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7": 2,
		"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12": 3,
	} {
		position, err := r.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		unit := float64(OutputUnit)
		if got, want := float64(n.Evaluate(&a, &position)), float64(transformer+1)/8*unit; math.Abs(got-want) > unit/ActiveUnit {
			t.Errorf("%s: got %v, want %v", fen, got, want)
		}
	}
}

// BenchmarkEvaluate evaluates the positions after each move of random games, as a search
// does.
func BenchmarkEvaluate(b *testing.B) {
	r := rulesOf(b, "english")
	var positions []movegen.Position
	walk(r, 1, 1000, func(p *movegen.Position) {
		for _, m := range r.Moves(nil, p) {
			positions = append(positions, r.Play(p, m))
		}
	})
	for _, width := range []int{64, 128, 192, 256} {
		n := randomNetwork(b, r, Shape{Width: width}, false)
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			var a Accumulator
			for i := 0; b.Loop(); i++ {
				n.Evaluate(&a, &positions[i%len(positions)])
			}
		})
	}
}

// TestRound shows that rounded parameters make the same network, whose numbers they are.
func TestRound(t *testing.T) {
	r := rulesOf(t, "english")
	p := randomParameters(rand.New(rand.NewPCG(1, 1)), r, Shape{64, MaxWindows})
	rounded := NewParameters(r, Shape{64, MaxWindows})
	of := quantized(t, r, p) // limits p
	to := rounded.FixedPoints(r)
	for k, f := range p.FixedPoints(r) {
		for i, v := range f.Values {
			to[k].Values[i] = float32(math.RoundToEven(float64(v*f.Unit))) / f.Unit
		}
	}
	ofRounded := quantized(t, r, rounded)
	if !bytes.Equal(of.Append(nil), ofRounded.Append(nil)) {
		t.Error("rounding makes another network")
	}
	if got, want := rounded.Transformers[1].Weights[5], float32(of.transformers[1].weights[5])/SumUnit; got != want {
		t.Errorf("a weight of the feature transformer: got %v, want %v", got, want)
	}
	last := &rounded.Buckets[Buckets-1]
	if got, want := last.Output[5], float32(of.buckets[Buckets-1].last.output[5])/WeightUnit; got != want {
		t.Errorf("a weight of the output: got %v, want %v", got, want)
	}
	if got, want := last.OutputBias[0], float32(of.buckets[Buckets-1].last.outputBias)/OutputUnit; got != want {
		t.Errorf("the bias of the output: got %v, want %v", got, want)
	}
}

// TestParameters shows that a network of the parameters of a network is the same.
func TestParameters(t *testing.T) {
	r := rulesOf(t, "english")
	want := randomNetwork(t, r, Shape{128, MaxWindows}, false)
	got := quantized(t, r, want.Parameters(r))
	if !bytes.Equal(got.Append(nil), want.Append(nil)) {
		t.Error("the parameters of a network make another one")
	}
}

// quantized returns Quantize(r, p).
func quantized(t *testing.T, r *movegen.Rules, p *Parameters) *Network {
	t.Helper()
	n, err := Quantize(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
