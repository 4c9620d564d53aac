package retrograde

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"stupol/book/endgame"
	"stupol/movegen"
)

// Verify checks one slice of d, which Read has read and whose checksums are
// therefore right: every stored value must follow from those of the positions
// that a move leads to, so must every distance, and the counts of the file must
// be those of its values. It works with the moves of movegen alone and shares
// nothing with the solver but the numbers of positions.
//
// If oneIn is more than 1, one value in so many is checked, drawn by lot, the same ones
// each time, and the counts are not.
func Verify(ctx context.Context, d *endgame.Database, s endgame.Slice, threads, oneIn int) error {
	name := endgame.ValueFile.Name(d.Rules(), s)
	t := d.Values(s)
	info, ok := d.Info(s)
	if t == nil || !ok {
		return fmt.Errorf("endgame database %s: missing", name)
	}
	var total endgame.Counts
	var mu sync.Mutex
	err := inChunks(ctx, threads, t.Size(), func() func(from, to uint64) error {
		v := verifier{d.Prober(), d.Rules(), t, uint64(max(oneIn, 1))}
		return func(from, to uint64) error {
			counts, err := v.chunk(from, to)
			mu.Lock()
			defer mu.Unlock()
			total.Add(counts)
			return err
		}
	})
	if err == nil && oneIn <= 1 && total != info.Counts {
		err = fmt.Errorf("the counts are %+v, but the header says %+v", total, info.Counts)
	}
	if err != nil {
		return fmt.Errorf("endgame database %s: %w", name, err)
	}
	return nil
}

// A verifier is what one thread checks the values of a slice with.
type verifier struct {
	prober *endgame.Prober
	rules  *movegen.Rules
	values *endgame.Values
	oneIn  uint64 // of so many values one is checked, of 1 all
}

// chunk checks and counts positions from to to-1, or those of them that are drawn.
func (v *verifier) chunk(from, to uint64) (endgame.Counts, error) {
	var counts endgame.Counts
	c := v.values.Cursor()
	lot := rand.New(rand.NewPCG(from, v.oneIn))
	for i := from + lot.Uint64N(v.oneIn); i < to; i += 1 + lot.Uint64N(2*v.oneIn-1) {
		p := c.Position(i)
		want := v.prober.Derive(&p)
		if v.rules.HasCapture(&p) {
			counts.Captures.Count(want)
			continue
		}
		counts.Quiet.Count(want)
		if got := v.values.At(i); got != want {
			return counts, fmt.Errorf("position %d, %s: stored as a %v, but its moves make it a %v",
				i, v.rules.FEN(&p), got, want)
		}
		if err := v.distance(&p, want); err != nil {
			return counts, fmt.Errorf("position %d, %s: %w", i, v.rules.FEN(&p), err)
		}
	}
	return counts, nil
}

// distance checks the distance of p, which has this value, if it is stored.
func (v *verifier) distance(p *movegen.Position, value endgame.Value) error {
	if value != endgame.Loss {
		return nil
	}
	got, ok := v.prober.Distance(p)
	if !ok {
		return nil
	}
	if want, _ := v.prober.DeriveDistance(p, value); got != want {
		return fmt.Errorf("stored as %d plies from the end, but its moves make that %d", got, want)
	}
	return nil
}
