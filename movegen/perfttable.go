package movegen

import "sync/atomic"

// PerftTable remembers perft counts by position and depth. It is safe for
// concurrent use without locks: an entry is two words, the key stored
// exclusive-or the count, so that half of one write and half of another match
// no key (Hyatt and Mann, ICGA Journal 25(1), 2002). Two positions with the
// same 64-bit key would be confused: a count that must be beyond doubt is made
// without a table.
type PerftTable struct {
	entries []perftEntry // a power of two
}

type perftEntry struct{ check, count atomic.Uint64 }

// NewPerftTable returns a table of at most that many bytes, and at least one
// entry.
func NewPerftTable(bytes int64) *PerftTable {
	const entrySize = 16
	n := 1
	for int64(2*n*entrySize) <= bytes {
		n *= 2
	}
	return &PerftTable{make([]perftEntry, n)}
}

// key mixes the depth into the hash of a position.
func (t *PerftTable) key(hash uint64, depth int) uint64 {
	return (hash ^ uint64(depth)) * 0x9E3779B97F4A7C15
}

func (t *PerftTable) at(key uint64) *perftEntry {
	return &t.entries[key>>32&uint64(len(t.entries)-1)]
}

func (t *PerftTable) get(hash uint64, depth int) (count int64, ok bool) {
	key := t.key(hash, depth)
	e := t.at(key)
	n := e.count.Load()
	return int64(n), e.check.Load()^n == key
}

// put stores a count over whatever was there.
func (t *PerftTable) put(hash uint64, depth int, count int64) {
	key := t.key(hash, depth)
	e := t.at(key)
	e.count.Store(uint64(count))
	e.check.Store(key ^ uint64(count))
}
