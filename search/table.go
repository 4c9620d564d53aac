package search

import (
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"stupol/eval/hugepage"
)

// A table is the transposition table: what earlier searches learned about a
// position. It is safe for concurrent use without locks. An entry is two
// words, written one after the other; the first is stored xor the second, so
// a reader that meets half of each of two writes sees a key that does not
// match and reports a miss (Hyatt and Mann, ICGA Journal 25(1), 2002).
//
// The nil table holds nothing and remembers nothing.
type table struct {
	buckets []bucket
	age     uint8 // of the current search, 0 to ageMask
	used    bool  // something may be stored
}

// A bucket is the entries a position may be stored in: one cache line.
type bucket [4]entry

type entry struct {
	key  atomic.Uint64 // xor data
	data atomic.Uint64 // a packed ttEntry
}

const bucketBytes = 64

// newTable returns a table of at most size bytes, and at least one bucket. All
// of its memory is there when it returns: were the first search to meet each
// page first, the operating system could hold it up for 100 ms.
func newTable(size int64) *table {
	t := &table{buckets: make([]bucket, max(size/bucketBytes, 1))}
	hugepage.Want(t.buckets)
	t.wipe()
	return t
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

// nextSearch makes all entries old.
func (t *table) nextSearch() {
	t.age = (t.age + 1) & ageMask
	t.used = true
}

// clear forgets everything.
func (t *table) clear() {
	if t.used {
		t.wipe()
		t.age, t.used = 0, false
	}
}

// wipe writes zeros to all of t. It is work for all processors: a large table
// takes seconds.
func (t *table) wipe() {
	share := max(len(t.buckets)/runtime.NumCPU(), 1<<14)
	var clearing sync.WaitGroup
	for part := range slices.Chunk(t.buckets, share) {
		clearing.Go(func() { clear(part) })
	}
	clearing.Wait()
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
