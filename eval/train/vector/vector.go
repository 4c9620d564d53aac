// Package vector has the inner loops of training: sums, products and steps of the
// optimizer for slices of float32, in assembly (AVX2) or in Go. Both compute the same to
// the bit: sums of products are rounded after the product, and a dot product has a fixed
// order.
package vector

import "math"

// AddScaled adds x, which is at least as long as sum, times factor to sum.
func AddScaled(sum []float32, factor float32, x []float32) {
	x = x[:len(sum)]
	done := addScaledFast(sum, factor, x)
	for i := done; i < len(sum); i++ {
		sum[i] += float32(factor * x[i])
	}
}

// lanes is how many sums a dot product has that are added up in the end: element i of
// the vectors belongs to sum i modulo lanes.
const lanes = 32

// Dot returns the dot product of x and of y, which is at least as long.
func Dot(x, y []float32) float32 {
	y = y[:len(x)]
	if sum, ok := dotFast(x, y); ok {
		return sum
	}
	return dotGo(x, y)
}

// dotGo is Dot in Go.
func dotGo(x, y []float32) float32 {
	var sums [lanes]float32
	for i, v := range x {
		sums[i%lanes] += float32(v * y[i])
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range half {
			sums[i] += sums[i+half]
		}
	}
	return sums[0]
}

// ClippedReLU limits values to the range from 0 to 1.
func ClippedReLU(values []float32) {
	for i := clippedReLUFast(values); i < len(values); i++ {
		values[i] = min(max(values[i], 0), 1)
	}
}

// ClippedReLUGradient sets gradients to 0 where the activations, which are at least as many,
// are 0 or 1: there the clipped ReLU is flat.
func ClippedReLUGradient(gradients, activations []float32) {
	activations = activations[:len(gradients)]
	for i := clippedReLUGradientFast(gradients, activations); i < len(gradients); i++ {
		if a := activations[i]; a <= 0 || a >= 1 {
			gradients[i] = 0
		}
	}
}

// An Adam is a step of the optimizer Adam (Kingma, Ba: Adam, a method for stochastic
// optimization, 2015). The assembly knows this layout.
type Adam struct {
	rate, perSample, squareFactor   float32
	meanShare, squareShare, epsilon float32
}

// The decay of the means of gradients and of their squares, and what is added to a
// divisor so that it is not 0, as Kingma and Ba have it.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
	epsilon     = 1e-8
)

// NewAdam returns step number n, counted from 1, with that learning rate for a batch of
// that many samples.
func NewAdam(rate float64, n, samples int) Adam {
	return Adam{
		rate:         float32(rate / (1 - math.Pow(meanDecay, float64(n)))),
		perSample:    1 / float32(samples),
		squareFactor: float32(1 / (1 - math.Pow(squareDecay, float64(n)))),
		meanShare:    1 - meanDecay,
		squareShare:  1 - squareDecay,
		epsilon:      epsilon,
	}
}

// Update changes values by the sums of their gradients. means and squares are the state
// of Adam, of the same length.
func (a *Adam) Update(values, means, squares, gradients []float32) {
	n := len(gradients)
	values, means, squares = values[:n], means[:n], squares[:n]
	for i := adamFast(values, means, squares, gradients, a); i < n; i++ {
		g := gradients[i] * a.perSample
		means[i] += float32(a.meanShare * (g - means[i]))
		squares[i] += float32(a.squareShare * (float32(g*g) - squares[i]))
		root := float32(math.Sqrt(float64(float32(squares[i] * a.squareFactor))))
		values[i] -= float32(a.rate*means[i]) / (root + a.epsilon)
	}
}

// Round limits values to ±limit and sets rounded to them, rounded to whole multiples of 1/unit,
// halves to the even one.
func Round(rounded, values []float32, limit, unit float32) {
	n := len(values)
	rounded = rounded[:n]
	for i := roundFast(rounded, values, limit, unit); i < n; i++ {
		values[i] = min(max(values[i], -limit), limit)
		rounded[i] = float32(math.RoundToEven(float64(float32(values[i]*unit)))) / unit
	}
}
