package search

import (
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A table is the transposition table: what earlier searches learned about a
// position. It is safe for concurrent use without locks. An entry is two
// words, written one after the other; the first is stored xor the second, so
// a reader that meets half of each of two writes sees a key that does not
// match and reports a miss (Hyatt and Mann, ICGA Journal 25(1), 2002).
//
// The nil table holds nothing and remembers nothing.
type table struct {
	buckets []bucket // those of memory that the current search uses
	used    int      // how many of memory, from the first on, may hold something
	age     uint8    // of the current search, 0 to ageMask

	memory  *tableMemory    // nil once the table is closed
	cleanup runtime.Cleanup // releases memory if nobody closes the table
}

// A bucket is the entries a position may be stored in: one cache line.
type bucket [4]entry

type entry struct {
	key  atomic.Uint64 // xor data
	data atomic.Uint64 // a packed ttEntry
}

const bucketBytes = 64

const (
	// newTable waits for the system to provide the memory until headStart has
	// passed, enough for 1 to 2 GiB on two cores, and headBytes are there.
	headStart = time.Second
	headBytes = 128 << 20

	// patience is how long a search must last at least to use memory that the
	// system has yet to provide. In one of 1 s, with 12 GiB on a machine with
	// six times the work it can do, the search was stopped 2 s late.
	patience = time.Minute
)

// newTable returns a table of at most size bytes, and at least one bucket. It
// fails if there is no memory for it. What memory the system has not provided
// by then it provides in the background.
func newTable(size int64) (*table, error) {
	n := max(size/bucketBytes, 1)
	if n > math.MaxInt/bucketBytes {
		return nil, fmt.Errorf("a table of %d bytes", size)
	}
	m, err := newTableMemory(int(n))
	if err != nil {
		return nil, err
	}
	t := &table{buckets: m.buckets, memory: m}
	t.cleanup = runtime.AddCleanup(t, (*tableMemory).release, m)
	m.wait(headStart, headBytes/bucketBytes)
	return t, nil
}

// close gives the memory of t back. Nothing can be looked up or stored any more.
func (t *table) close() {
	if t.memory != nil {
		t.cleanup.Stop()
		t.memory.release()
		t.buckets, t.memory, t.used = nil, nil, 0
	}
}

// bytes returns the size of t, 0 once it is closed.
func (t *table) bytes() int64 {
	if t.memory == nil {
		return 0
	}
	return int64(len(t.memory.buckets)) * bucketBytes
}

// prefetch brings near what get will need for that hash. Without it the loads of
// get took a seventh of the time of a search (profile of the bench at depth 15).
func (t *table) prefetch(hash uint64) {
	if t != nil {
		prefetch(t.bucket(hash))
	}
}

// get returns what is known of the position with that hash; the bound is
// noBound if nothing is.
func (t *table) get(hash uint64) ttEntry {
	if t == nil {
		return ttEntry{}
	}
	b := t.bucket(hash)
	for i := range b {
		if data, ok := b[i].get(hash); ok {
			return unpack(data)
		}
	}
	return ttEntry{}
}

// put stores what is known of the position with that hash: in its own entry
// if it has one, or else over the least useful one of its bucket.
func (t *table) put(hash uint64, r ttEntry) {
	if t == nil {
		return
	}
	r.age = t.age
	b := t.bucket(hash)
	worst, least := &b[0], math.MaxInt
	for i := range b {
		data, own := b[i].get(hash)
		if own {
			worst = &b[i]
			r.keepMove(unpack(data))
			break
		}
		if use := t.usefulness(data); use < least {
			worst, least = &b[i], use
		}
	}
	worst.put(hash, r.pack())
}

// usefulness ranks stored data for replacement: the deeper the better, and
// what this search stored before what earlier ones left.
func (t *table) usefulness(data uint64) int {
	r := unpack(data)
	switch {
	case r.bound == noBound:
		return -1
	case r.age != t.age:
		return r.depth
	}
	return r.depth + maxDepth
}

// nextSearch makes all entries old, for a search that may take so long. A short
// one uses the memory that is there. When there is more, positions have other
// buckets and what is known of them is lost.
func (t *table) nextSearch(hard time.Duration) {
	t.age = (t.age + 1) & ageMask
	t.buckets = t.memory.buckets
	if hard < patience {
		t.buckets = t.memory.provided()
	}
	t.used = max(t.used, len(t.buckets))
}

// clear forgets everything. It is work for all processors: two of them clear 20
// GB in a second.
func (t *table) clear() {
	if t.used == 0 {
		return
	}
	dirty := t.memory.clearMissing(t.used)
	share := max(len(dirty)/runtime.NumCPU(), 1<<14)
	var clearing sync.WaitGroup
	for part := range slices.Chunk(dirty, share) {
		clearing.Go(func() { clear(part) })
	}
	clearing.Wait()
	t.used, t.age = 0, 0
}

// bucket returns the bucket for a hash: the larger the hash, the further back,
// so that any number of buckets is filled evenly (Lemire, "A fast alternative
// to the modulo reduction", 2016).
func (t *table) bucket(hash uint64) *bucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// get returns the data of e if it is that of the position.
func (e *entry) get(hash uint64) (data uint64, ok bool) {
	data = e.data.Load()
	return data, e.key.Load()^data == hash
}

func (e *entry) put(hash, data uint64) {
	e.data.Store(data)
	e.key.Store(hash ^ data)
}
