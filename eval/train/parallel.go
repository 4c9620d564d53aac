package train

import (
	"cmp"
	"runtime"
	"sync"
)

// inParallel calls f for every i from 0 to n-1, in no particular order, on so many
// threads; 0 is one a processor.
func inParallel(threads, n int, f func(i int)) {
	workers := min(cmp.Or(threads, runtime.GOMAXPROCS(0)), n)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := w * n / workers; i < (w+1)*n/workers; i++ {
				f(i)
			}
		})
	}
	group.Wait()
}
