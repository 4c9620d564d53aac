package train

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls f for every i from 0 to n-1, in no particular order, on that many
// threads; 0 is one a processor. A thread takes a part of the numbers at a time, so that
// the others do not wait long for one that the system has put aside.
func inParallel(threads, n int, f func(i int)) {
	workers := min(cmp.Or(threads, runtime.GOMAXPROCS(0)), n)
	part := max(n/(8*max(workers, 1)), 1)
	var taken atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				end := int(taken.Add(int64(part)))
				for i := end - part; i < min(end, n); i++ {
					f(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	group.Wait()
}
