package endgame

import (
	"errors"
	"strconv"
	"sync/atomic"

	"github.com/dgraph-io/ristretto/v2"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/singleflight"
)

// A store holds what all slices share that are read from files.
type store struct {
	folder  *Folder // that they are in
	files   []*sliceFile
	decoder *zstd.Decoder
	cache   *ristretto.Cache[uint64, *block] // nil if no slice is read by blocks
	loading singleflight.Group
	damage  atomic.Pointer[error] // the first that was found while reading values
}

// A block holds values as Values does. It is never changed.
type block struct{ words []uint32 }

// newStore returns a store whose cache holds that many bytes of values; with
// 0 it has none.
func newStore(cacheBytes int64) (*store, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<26))
	if err != nil || cacheBytes == 0 {
		return &store{decoder: decoder}, err
	}
	const perBlock = blockSize / perWord * 4
	cache, err := ristretto.NewCache(&ristretto.Config[uint64, *block]{
		NumCounters: max(10*cacheBytes/perBlock, 100), // ten for each block it can hold, as ristretto advises
		MaxCost:     cacheBytes,
		BufferItems: 64,
		KeyToHash:   func(n uint64) (uint64, uint64) { return scattered(n), 0 },
	})
	return &store{decoder: decoder, cache: cache}, err
}

// scattered hashes a block number one to one, so that the high bits differ too.
func scattered(n uint64) uint64 { return n * 0x9E37_79B9_7F4A_7C15 }

// note keeps err if it is the first error.
func (st *store) note(err error) { st.damage.CompareAndSwap(nil, &err) }

// block returns block n of s from the cache or else from the file. Of several
// goroutines that miss the same block one reads it for all. The cache
// may store it later, or not at all.
func (st *store) block(s *storedSlice, n uint64) (*block, error) {
	key := s.first + n
	if b, ok := st.cache.Get(key); ok {
		return b, nil
	}
	b, err, _ := st.loading.Do(strconv.FormatUint(key, 10), func() (any, error) {
		b, err := s.file.readBlock(n, st.decoder)
		if err == nil {
			st.cache.Set(key, b, int64(4*len(b.words)))
		}
		return b, err
	})
	if err != nil {
		return nil, err
	}
	return b.(*block), nil
}

// close closes the files and stops the goroutines of the cache and the decoder.
func (st *store) close() error {
	st.decoder.Close()
	if st.cache != nil {
		st.cache.Close()
	}
	errs := []error{st.folder.Close()}
	for _, f := range st.files {
		errs = append(errs, f.close())
	}
	return errors.Join(errs...)
}

// recentBlocks are the last blocks of a Prober, each in the slot of its number. A
// search looks at the same few again and again.
type recentBlocks [64]struct {
	key   uint64
	block *block
}

// block returns block n of s.
func (pr *Prober) block(s *storedSlice, n uint64) (*block, error) {
	key := s.first + n
	last := &pr.recent[key%uint64(len(pr.recent))]
	if last.block != nil && last.key == key {
		return last.block, nil
	}
	b, err := s.store.block(s, n)
	if err == nil {
		last.key, last.block = key, b
	}
	return b, err
}
