package endgame

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"stupol/movegen"
)

// A storedSlice is a slice whose values are read from its file when they are first
// needed. If they may stay in memory, a small slice is read as a whole and a large
// one block by block; if not, its blocks go through the cache of the store.
type storedSlice struct {
	*Layout
	file  *sliceFile
	store *store

	cached bool                    // read through the cache
	blocks []atomic.Pointer[block] // of a large slice that stays; those that were read
	first  uint64                  // number of the first block among those of all slices

	loading sync.Mutex             // held while a small slice is read
	values  atomic.Pointer[Values] // all values of a small slice, once they are read
	broken  atomic.Bool            // the values cannot be read, or not now
	again   atomic.Pointer[time.Time]
}

// retryAfter is how long a slice is left out whose file is out of reach for the moment: a page
// may lose its network. A search must not wait for it at every position.
const retryAfter = 10 * time.Second

// wholeBlocks is the most blocks of a slice that is read all at once: 8 million
// values, which take 6 ms. A search waits for them and cannot look at the clock. The
// largest slices would take 70 ms with five pieces and 1.5 s with six (0.65 ns a
// value, measured with the embedded ones), and more from a slow disk.
const wholeBlocks = 128

// bytes returns the memory that all values take.
func (s *storedSlice) bytes() int64 { return int64((s.size+perWord-1)/perWord) * 4 }

// value returns the value of p, which belongs to s, or Unknown if it cannot
// be read.
func (s *storedSlice) value(pr *Prober, p *movegen.Position) Value {
	i := s.Index(p)
	if t := s.values.Load(); t != nil {
		return t.At(i)
	}
	if s.broken.Load() && !s.mayRetry() {
		return Unknown
	}
	if s.cached || s.blocks != nil {
		return s.fromBlock(pr, i)
	}
	s.load()
	if t := s.values.Load(); t != nil {
		return t.At(i)
	}
	return Unknown
}

// load reads all values, unless another goroutine has just done it.
func (s *storedSlice) load() {
	s.loading.Lock()
	defer s.loading.Unlock()
	if s.values.Load() != nil || s.broken.Load() {
		return
	}
	t, err := s.file.readAll()
	if err != nil {
		s.fail(err)
		return
	}
	s.values.Store(t)
}

// fromBlock returns value i from the block it is in.
func (s *storedSlice) fromBlock(pr *Prober, i uint64) Value {
	size := uint64(s.file.head.BlockSize)
	b, err := s.block(pr, i/size)
	if err != nil {
		s.fail(err)
		return Unknown
	}
	i %= size
	return Value(b.words[i/perWord] >> (i % perWord * 2) & 3)
}

// block returns block n.
func (s *storedSlice) block(pr *Prober, n uint64) (*block, error) {
	if s.cached {
		return pr.block(s, n)
	}
	if b := s.blocks[n].Load(); b != nil {
		return b, nil
	}
	b, err := s.file.readBlock(n, s.store.decoder) // two goroutines may both read it
	if err == nil {
		s.blocks[n].Store(b)
	}
	return b, err
}

// fail marks the slice as unreadable, for a while if the error will pass.
func (s *storedSlice) fail(err error) {
	var passing interface{ Temporary() bool }
	if errors.As(err, &passing) && passing.Temporary() {
		at := time.Now().Add(retryAfter)
		s.again.Store(&at)
	} else {
		s.store.note(s.file.fault(err)) // before anybody goes on without it
	}
	s.broken.Store(true)
}

// mayRetry reports whether a slice that was unreadable for a while is to be read again, and
// if so says so to one goroutine only.
func (s *storedSlice) mayRetry() bool {
	at := s.again.Load()
	if at == nil || time.Now().Before(*at) || !s.again.CompareAndSwap(at, nil) {
		return false
	}
	s.broken.Store(false)
	return true
}
