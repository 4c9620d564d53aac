package retrograde

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"stupol/book/endgame"
	"stupol/movegen"
)

// eachPair calls work for one slice of every pair of slices of up to that many
// pieces, in an order in which all that a pair depends on comes before it. It
// numbers the pairs from 0.
func eachPair(r *movegen.Rules, pieces int, work func(number int, s endgame.Slice) error) error {
	if pieces < 2 || pieces > endgame.MaxPieces {
		return fmt.Errorf("%d pieces: databases have 2 to %d", pieces, endgame.MaxPieces)
	}
	number, done := 0, map[endgame.Slice]bool{}
	for n := 2; n <= pieces; n++ {
		for _, s := range endgame.Slices(r, n) {
			if done[s] {
				continue
			}
			if err := work(number, s); err != nil {
				return err
			}
			number++
			done[s.Opposite()] = true
		}
	}
	return nil
}

// chunk is how many positions a worker takes at a time, a multiple of 64.
const chunk = 1 << 14

// everywhere calls work for all positions of sides of these sizes, in chunks,
// on several threads, each of which has a worker of its own.
func everywhere[W any](
	ctx context.Context, threads int, sizes []uint64, worker func() W, work func(w W, side int, from, to uint64),
) error {
	for side, size := range sizes {
		err := inChunks(ctx, threads, size, func() func(from, to uint64) error {
			w := worker()
			return func(from, to uint64) error {
				work(w, side, from, to)
				return nil
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// inChunks covers 0 to size with chunks, on several threads, each of which
// works with a function of its own.
func inChunks(ctx context.Context, threads int, size uint64, worker func() func(from, to uint64) error) error {
	var taken atomic.Uint64
	group, ctx := errgroup.WithContext(ctx)
	for range max(threads, 1) {
		group.Go(func() error {
			work := worker()
			for {
				from := taken.Add(chunk) - chunk
				if from >= size {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(from, min(from+chunk, size)); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
