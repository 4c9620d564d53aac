package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// lengths are those of which the assembly does all, some and nothing.
var lengths = []int{0, 1, 7, 8, 9, 16, 31, 32, 64, 96, 100, 384}

// randoms returns n numbers within ±2.
func randoms(rng *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = 4*rng.Float32() - 2
	}
	return v
}

// TestAddScaled compares with the definition.
func TestAddScaled(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range lengths {
		sum, x := randoms(rng, n), randoms(rng, n+3)
		want := slices.Clone(sum)
		for i := range want {
			want[i] += float32(-1.7 * x[i])
		}
		if AddScaled(sum, -1.7, x); !slices.Equal(sum, want) {
			t.Errorf("%d numbers: got %v, want %v", n, sum, want)
		}
	}
}

// TestDot checks that the assembly adds up in the same order as Go, and that this is the
// dot product.
func TestDot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range lengths {
		x, y := randoms(rng, n), randoms(rng, n+3)
		var exact float64
		for i := range x {
			exact += float64(x[i]) * float64(y[i])
		}
		got := Dot(x, y)
		if want := dotGo(x, y[:n]); got != want {
			t.Errorf("%d numbers: got %v, in Go %v", n, got, want)
		}
		if math.Abs(float64(got)-exact) > 1e-4 {
			t.Errorf("%d numbers: got %v, want %v", n, got, exact)
		}
	}
}

// TestClippedReLU compares ClippedReLU and ClippedReLUGradient with their definitions.
func TestClippedReLU(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, n := range lengths {
		values, gradients := randoms(rng, n), randoms(rng, n)
		for i := range min(n, 3) {
			values[rng.IntN(n)] = float32(i) / 2 // the ends are flat too
		}
		want, wantGradients := slices.Clone(values), slices.Clone(gradients)
		for i, v := range want {
			want[i] = min(max(v, 0), 1)
			if v <= 0 || v >= 1 {
				wantGradients[i] = 0
			}
		}
		ClippedReLU(values)
		if !slices.Equal(values, want) {
			t.Errorf("%d numbers: got %v, want %v", n, values, want)
		}
		if ClippedReLUGradient(gradients, append(values, 0.5)); !slices.Equal(gradients, wantGradients) {
			t.Errorf("%d gradients: got %v, want %v", n, gradients, wantGradients)
		}
	}
}

// TestRound compares with rounding one by one, beyond the limit, at halves and in lengths that
// the assembly does not do.
func TestRound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	const limit, unit = 1.5, 508
	for n := range 40 {
		values := randoms(rng, n)
		for i := range values {
			values[i] *= 2
			if i%5 == 0 {
				values[i] = (float32(rng.IntN(1000)) + 0.5) / unit
			}
		}
		limited, rounded := slices.Clone(values), make([]float32, n)
		Round(rounded, limited, limit, unit)
		for i, v := range values {
			v = min(max(v, -limit), limit)
			want := float32(math.RoundToEven(float64(v*unit))) / unit
			if limited[i] != v || rounded[i] != want {
				t.Fatalf("value %d of %d, %v: got %v and %v, want %v and %v", i, n, values[i], limited[i], rounded[i], v, want)
			}
		}
	}
}

// TestNaN checks that a number that is none does not vanish.
func TestNaN(t *testing.T) {
	for _, n := range []int{1, 8} {
		values := make([]float32, n)
		values[0] = float32(math.NaN())
		if ClippedReLU(values); !math.IsNaN(float64(values[0])) {
			t.Errorf("%d numbers: got %v, want NaN", n, values[0])
		}
		rounded := make([]float32, n)
		if Round(rounded, values, 1, 64); !math.IsNaN(float64(values[0])) || !math.IsNaN(float64(rounded[0])) {
			t.Errorf("%d numbers, rounded: got %v and %v, want NaN", n, values[0], rounded[0])
		}
	}
}

// TestAdam compares a step of many values with steps of each alone, which the assembly
// does not do.
func TestAdam(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	a := NewAdam(0.002, 3, 2048)
	for _, n := range lengths {
		values, means, gradients := randoms(rng, n), randoms(rng, n), randoms(rng, n)
		squares := randoms(rng, n)
		for i := range squares {
			squares[i] *= squares[i]
		}
		one := [][]float32{slices.Clone(values), slices.Clone(means), slices.Clone(squares)}
		for i := range n {
			a.Update(one[0][i:i+1], one[1][i:i+1], one[2][i:i+1], gradients[i:i+1])
		}
		a.Update(values, means, squares, gradients)
		for k, got := range [][]float32{values, means, squares} {
			if !slices.Equal(got, one[k]) {
				t.Errorf("%d numbers, slice %d: got %v, want %v", n, k, got, one[k])
			}
		}
	}
}

// TestAdamFirstStep checks the size of the first step, which is the rate whatever the
// gradient is, and its direction.
func TestAdamFirstStep(t *testing.T) {
	a := NewAdam(0.002, 1, 10)
	values, gradients := make([]float32, 9), make([]float32, 9)
	for i := range gradients {
		gradients[i] = float32(i) - 4.5
	}
	a.Update(values, make([]float32, 9), make([]float32, 9), gradients)
	for i, g := range gradients {
		if want := math.Copysign(0.002, -float64(g)); math.Abs(float64(values[i])-want) > 1e-6 {
			t.Errorf("gradient %v: got %v, want %v", g, values[i], want)
		}
	}
}
