package endgame

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// write writes distances that ofLosses has returned to w as a file.
func (x *distances) write(w io.Writer, r *movegen.Rules, c Counts, halves []uint8) error {
	return writeBlocks(w, x.layout, newHeader(distanceFiles, r, x.layout, c), func(from, to uint64) []byte {
		return halves[from:to]
	})
}

// ofLosses returns the distances as files have them: those of quiet positions
// that are lost, by the values of t. All others repeat the one before.
func (x *distances) ofLosses(r *movegen.Rules, t *table) []uint8 {
	halves := slices.Clone(x.halves())
	last := uint8(0)
	for i := range halves {
		if t.at(uint64(i)) == Loss && !x.hasCapture(r, uint64(i)) {
			last = halves[i]
		}
		halves[i] = last
	}
	return halves
}

func (x *layout) hasCapture(r *movegen.Rules, i uint64) bool {
	p := x.position(i)
	return r.HasCapture(&p)
}

// longest returns the plies of the largest of such distances.
func (d *Database) longest(halves []uint8) int { return 2*int(slices.Max(halves)) + d.odd(Loss) }

// readDistances reads the file of the slice that x lays out.
func readDistances(folder fs.FS, r *movegen.Rules, x *layout) (halves []uint8, fileSize int64, err error) {
	name := distanceFiles.name(r, x.slice)
	file, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, 0, fmt.Errorf("endgame database: %w", err)
	}
	halves = make([]uint8, 0, x.size)
	_, err = readBlocks(file, distanceFiles, r, x, func(decoder *zstd.Decoder, h header, block []byte, sum uint32) error {
		size := min(x.size-uint64(len(halves)), uint64(h.BlockSize))
		b, err := unpacked(decoder, block, sum, int(size))
		halves = append(halves, b...)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("endgame database %s: %w", name, err)
	}
	return halves, int64(len(file)), nil
}

// loadDistances reads the distances of slice s, whose values have been read.
func (d *Database) loadDistances(folder fs.FS, s Slice) error {
	x := newLayout(d.rules, s)
	halves, size, err := readDistances(folder, d.rules, x)
	if err != nil {
		return err
	}
	d.distances[s.id()] = newDistances(x, halves, false)
	info := d.infos[s.id()]
	info.Distances, info.Longest = size, d.longest(halves)
	return nil
}

// loadDistancesIfAny is loadDistances for a slice that may have none.
func (d *Database) loadDistancesIfAny(folder fs.FS, s Slice) error {
	err := d.loadDistances(folder, s)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// distancesLater returns the distances of the slice that x lays out, to be read
// from their file when they are first asked for. If they cannot be, fail is
// told.
func distancesLater(folder fs.FS, r *movegen.Rules, x *layout, fail func(error)) *distances {
	return &distances{layout: x, halves: sync.OnceValue(func() []uint8 {
		halves, _, err := readDistances(folder, r, x)
		if err != nil {
			fail(err)
		}
		return halves
	})}
}
