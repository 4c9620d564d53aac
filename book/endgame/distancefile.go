package endgame

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// readDistances reads the file of the slice that x lays out.
func readDistances(folder fs.FS, r *movegen.Rules, x *Layout) (halves []uint8, fileSize int64, err error) {
	name := DistanceFile.Name(r, x.slice)
	file, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, 0, fmt.Errorf("endgame database: %w", err)
	}
	halves = make([]uint8, 0, x.size)
	_, err = readBlocks(file, DistanceFile, r, x, func(decoder *zstd.Decoder, h header, block []byte, sum uint32) error {
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

// LoadDistances reads the distances of slice s, whose values are there.
func (d *Database) LoadDistances(folder fs.FS, s Slice) error {
	x := NewLayout(d.rules, s)
	halves, size, err := readDistances(folder, d.rules, x)
	if err != nil {
		return err
	}
	d.distances[s.id()] = newDistances(x, halves, false)
	info := d.infos[s.id()]
	info.Distances, info.Longest = size, LongestLoss(d.rules, halves)
	return nil
}

// distancesLater returns the distances of the slice that x lays out, to be read
// from their file when they are first needed. It calls fail if that goes wrong.
func distancesLater(folder fs.FS, r *movegen.Rules, x *Layout, fail func(error)) *distances {
	return &distances{Layout: x, halves: sync.OnceValue(func() []uint8 {
		halves, _, err := readDistances(folder, r, x)
		if err != nil {
			fail(err)
		}
		return halves
	})}
}
