package endgame

import (
	"context"
	"fmt"
	"sync"

	"stupol/movegen"
)

// Verify checks one slice of d, which Open has read and whose checksums are
// therefore right: every stored value must follow from those of the positions
// that a move leads to, so must every distance, and the counts of the file must
// be those of its values. It works with the moves of movegen alone and shares
// nothing with the solver but the numbers of positions.
func (d *Database) Verify(ctx context.Context, s Slice, threads int) error {
	t, info := d.tables[s.id()], d.infos[s.id()]
	if t == nil || info == nil {
		return fmt.Errorf("endgame database %s: missing", valueFiles.name(d.rules, s))
	}
	var total Counts
	var mu sync.Mutex
	err := inChunks(ctx, threads, t.size, func() func(from, to uint64) error {
		pr := d.Prober()
		return func(from, to uint64) error {
			counts, err := pr.verifyChunk(t, from, to)
			mu.Lock()
			defer mu.Unlock()
			total.Add(counts)
			return err
		}
	})
	if err == nil && total != info.Counts {
		err = fmt.Errorf("the counts are %+v, but the header says %+v", total, info.Counts)
	}
	if err != nil {
		return fmt.Errorf("endgame database %s: %w", valueFiles.name(d.rules, s), err)
	}
	return nil
}

// verifyChunk checks and counts positions from to to-1.
func (pr *Prober) verifyChunk(t *table, from, to uint64) (Counts, error) {
	var counts Counts
	for i := from; i < to; i++ {
		p := t.position(i)
		want := pr.derived(p)
		if pr.db.rules.HasCapture(&p) {
			counts.Captures.count(want)
			continue
		}
		counts.Quiet.count(want)
		if got := t.at(i); got != want {
			return counts, fmt.Errorf("position %d, %s: stored as a %v, but its moves make it a %v",
				i, pr.db.rules.FEN(&p), got, want)
		}
		if err := pr.verifyDistance(p, want); err != nil {
			return counts, fmt.Errorf("position %d, %s: %w", i, pr.db.rules.FEN(&p), err)
		}
	}
	return counts, nil
}

// verifyDistance checks the distance of p, which has value v, if it is stored.
func (pr *Prober) verifyDistance(p movegen.Position, v Value) error {
	if v != Loss {
		return nil
	}
	got, ok := pr.stored(&p, v)
	if !ok {
		return nil
	}
	if want, _ := pr.derivedDistance(p, v, pr.line[:0]); got != want {
		return fmt.Errorf("stored as %d plies from the end, but its moves make that %d", got, want)
	}
	return nil
}
