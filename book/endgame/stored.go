package endgame

import (
	"fmt"
	"sync"
	"sync/atomic"

	"stupol/movegen"
)

// A storedSlice is a slice whose values are still in its file. They are read
// when they are first asked for: all at once if they have a place in memory,
// or else a block at a time through the cache of the store.
type storedSlice struct {
	*layout
	file  *sliceFile
	store *store

	cached bool   // read by blocks
	first  uint64 // number of the first block among those of all slices

	once   sync.Once
	table  atomic.Pointer[table] // all values, once they are read
	broken atomic.Bool           // the values cannot be read
}

// bytes returns the memory that all values take.
func (s *storedSlice) bytes() int64 { return int64((s.size+perWord-1)/perWord) * 4 }

// value returns the value of p, which belongs to s, or Unknown if it cannot
// be read.
func (s *storedSlice) value(pr *Prober, p *movegen.Position) Value {
	i := s.index(p)
	if t := s.table.Load(); t != nil {
		return t.at(i)
	}
	if s.cached {
		return s.fromBlock(pr, i)
	}
	s.once.Do(s.load)
	if t := s.table.Load(); t != nil {
		return t.at(i)
	}
	return Unknown
}

// load reads all values.
func (s *storedSlice) load() {
	t, err := s.file.readAll()
	if err != nil {
		s.fail(err)
		return
	}
	s.table.Store(t)
}

// fromBlock returns value i from the block it is in.
func (s *storedSlice) fromBlock(pr *Prober, i uint64) Value {
	if s.broken.Load() {
		return Unknown
	}
	size := uint64(s.file.head.BlockSize)
	b, err := pr.block(s, i/size)
	if err != nil {
		s.fail(err)
		return Unknown
	}
	i %= size
	return Value(b.words[i/perWord] >> (i % perWord * 2) & 3)
}

// fail gives the slice up.
func (s *storedSlice) fail(err error) {
	s.broken.Store(true)
	s.store.note(fmt.Errorf("endgame database %s: %w", s.file.name, err))
}
