package search

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"stupol/search/hugepage"
)

// A tableMemory is the memory of a table. It belongs to the system, not to the
// heap, so it must be released.
//
// Mapped memory is only promised: whoever first writes to a page waits until the
// system has found and cleared one, up to some milliseconds for 2 MiB, and a
// search would wait at every other node. So all of it is asked for in advance. But
// 8 GiB take 4 to 40 s, so what is there can be used before.
type tableMemory struct {
	buckets []bucket
	users   atomic.Int32 // who may write to it: the table, and those who ask for it

	asking  int           // goroutines that began to ask for it
	pieces  int64         // of pieceBuckets
	next    atomic.Int64  // the first that nobody has asked for
	leaving atomic.Bool   // one goroutine is enough
	stopped atomic.Bool   // nothing more is to be asked for
	done    chan struct{} // closed when nobody asks any more
}

// pieceBuckets is how many buckets are asked for at a time: a huge page.
const pieceBuckets = 2 << 20 / bucketBytes

// newTableMemory returns memory for n empty buckets, and begins to ask for it on
// all processors.
func newTableMemory(n int) (*tableMemory, error) {
	buckets, err := hugepage.Map[bucket](n)
	if err != nil {
		return nil, err
	}
	m := &tableMemory{buckets: buckets, done: make(chan struct{})}
	m.users.Store(1)
	m.pieces = int64((n + pieceBuckets - 1) / pieceBuckets)
	m.provide(min(runtime.NumCPU(), int(m.pieces)))
	return m, nil
}

// provide asks for all memory in that many goroutines.
func (m *tableMemory) provide(goroutines int) {
	m.asking = goroutines
	var asking sync.WaitGroup
	for i := range goroutines {
		m.users.Add(1)
		asking.Go(func() {
			m.run(i > 0)
			m.leave()
		})
	}
	go func() {
		asking.Wait()
		close(m.done)
	}()
}

// release gives the memory back as soon as nobody asks for it any more. The table
// must not use it again.
func (m *tableMemory) release() {
	m.stopped.Store(true)
	m.leave()
}

// leave is for a user who is done with the memory. The last one gives it back.
func (m *tableMemory) leave() {
	if m.users.Add(-1) == 0 {
		_ = hugepage.Unmap(m.buckets) // fails only for what is not ours
	}
}

// run asks for one piece after the other. A helper leaves when one goroutine is
// enough.
func (m *tableMemory) run(helps bool) {
	for !m.stopped.Load() && !(helps && m.leaving.Load()) {
		i := m.next.Add(1) - 1
		if i >= m.pieces {
			return
		}
		first := int(i) * pieceBuckets
		touch(m.buckets[first:min(first+pieceBuckets, len(m.buckets))])
	}
}

// touch writes to every page of the buckets, and changes nothing: they may be in
// use.
func touch(buckets []bucket) {
	page := max(os.Getpagesize()/bucketBytes, 1)
	for i := 0; i < len(buckets); i += page {
		buckets[i][0].key.Add(0)
	}
}

// wait returns when all memory is there, or after limit if at least that many buckets
// are. Then only one goroutine goes on, as the processors are for others.
func (m *tableMemory) wait(limit time.Duration, least int) {
	for {
		select {
		case <-m.done:
			return
		case <-time.After(limit):
		}
		if len(m.provided()) >= least {
			m.leaving.Store(true)
			return
		}
		limit = time.Millisecond
	}
}

// provided returns the buckets that are there, from the first on, but for a few
// pieces that may be on their way. There is at least one piece.
func (m *tableMemory) provided() []bucket {
	if m.complete() {
		return m.buckets
	}
	pieces := max(min(m.next.Load(), m.pieces)-int64(m.asking), 1)
	return m.buckets[:min(int(pieces)*pieceBuckets, len(m.buckets))]
}

// clearMissing clears of the first that many buckets those that are not there yet,
// and returns the others, which the caller has to clear. To write to the former
// takes ten times as long, so what has come of them is given back if it can be.
func (m *tableMemory) clearMissing(buckets int) []bucket {
	there := len(m.provided())
	if buckets <= there {
		return m.buckets[:buckets]
	}
	if hugepage.Reset(m.buckets[there:buckets]) {
		return m.buckets[:there]
	}
	m.next.Store(m.pieces) // the caller asks for the rest by writing to it
	<-m.done
	return m.buckets[:buckets]
}

// complete reports whether all memory is there.
func (m *tableMemory) complete() bool {
	select {
	case <-m.done:
		return m.next.Load() >= m.pieces
	default:
		return false
	}
}
