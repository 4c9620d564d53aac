package build

import (
	"context"
	"sync"

	"stupol/book/endgame"
	"stupol/movegen"
)

// finish counts the values of a slice that has just been solved. Positions
// with a capture, which no one looks up, then get the value of the position
// before them, so that equal values make long runs. It calls advance with the
// other half of the number of positions.
func finish(ctx context.Context, r *movegen.Rules, t *endgame.Values, threads int,
	advance func(positions uint64)) (endgame.Counts, error) {
	var total endgame.Counts
	var mu sync.Mutex
	err := inChunks(ctx, threads, t.Size(), func() func(from, to uint64) error {
		return func(from, to uint64) error {
			counts := finishChunk(r, t, from, to)
			mu.Lock()
			defer mu.Unlock()
			total.Add(counts)
			advance(to - from - (to-from)/2)
			return nil
		}
	})
	return total, err
}

// finishChunk is finish for positions from to to-1, which share no word with
// others.
func finishChunk(r *movegen.Rules, t *endgame.Values, from, to uint64) endgame.Counts {
	var counts endgame.Counts
	last := endgame.Draw
	for i := from; i < to; i++ {
		p, v := t.Position(i), t.At(i)
		if r.HasCapture(&p) {
			counts.Captures.Count(v)
			t.Replace(i, last)
			continue
		}
		counts.Quiet.Count(v)
		last = v
	}
	return counts
}
