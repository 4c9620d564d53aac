//go:build !amd64

package vector

func addScaledFast([]float32, float32, []float32) int { return 0 }
func dotFast(_, _ []float32) (sum float32, ok bool)   { return 0, false }
func clippedReLUFast([]float32) int                   { return 0 }
func clippedReLUGradientFast(_, _ []float32) int      { return 0 }
func adamFast(_, _, _, _ []float32, _ *Adam) int      { return 0 }
func roundFast(_, _ []float32, _, _ float32) int      { return 0 }
