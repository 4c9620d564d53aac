package vector

import "golang.org/x/sys/cpu"

// hasAVX2 tells whether the processor has AVX2.
var hasAVX2 = cpu.X86.HasAVX2

// register is how many floats a vector register holds.
const register = 8

// fast returns how many of n floats the assembly does.
func fast(n int) int {
	if !hasAVX2 {
		return 0
	}
	return n &^ (register - 1)
}

// addScaledFast is AddScaled for the first floats; it returns for how many.
func addScaledFast(sum []float32, factor float32, x []float32) int {
	n := fast(len(sum))
	if n > 0 {
		addScaledAVX2(&sum[0], factor, &x[0], n)
	}
	return n
}

// dotFast is Dot; ok is false if the assembly cannot do it.
func dotFast(x, y []float32) (sum float32, ok bool) {
	if !hasAVX2 || len(x) == 0 || len(x)%lanes != 0 {
		return 0, false
	}
	return dotAVX2(&x[0], &y[0], len(x)), true
}

// clippedReLUFast is ClippedReLU for the first values; it returns for how many.
func clippedReLUFast(values []float32) int {
	n := fast(len(values))
	if n > 0 {
		clippedReLUAVX2(&values[0], n)
	}
	return n
}

// clippedReLUGradientFast is ClippedReLUGradient for the first gradients; it returns for how many.
func clippedReLUGradientFast(gradients, activations []float32) int {
	n := fast(len(gradients))
	if n > 0 {
		clippedReLUGradientAVX2(&gradients[0], &activations[0], n)
	}
	return n
}

// adamFast is Adam.Update for the first values; it returns for how many.
func adamFast(values, means, squares, gradients []float32, a *Adam) int {
	n := fast(len(gradients))
	if n > 0 {
		adamAVX2(&values[0], &means[0], &squares[0], &gradients[0], n, &a.rate)
	}
	return n
}

// roundFast is Round for the first values; it returns for how many.
func roundFast(rounded, values []float32, limit, unit float32) int {
	n := fast(len(values))
	if n > 0 {
		roundAVX2(&rounded[0], &values[0], n, limit, unit)
	}
	return n
}
