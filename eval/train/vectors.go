package train

import "gonum.org/v1/gonum/blas/gonum"

// blas has the loops of training in assembly.
var blas gonum.Implementation

// add adds x times factor to sum.
func add(sum []float32, factor float32, x []float32) { blas.Saxpy(len(sum), factor, x, 1, sum, 1) }

// dot returns the dot product of x and y.
func dot(x, y []float32) float32 { return blas.Sdot(len(x), x, 1, y, 1) }
