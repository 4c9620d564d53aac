package endgame

import (
	"context"
	"fmt"
	"sync"
)

// Verify checks one slice of d, which Open has read and whose checksums are
// therefore right: every stored value must follow from those of the positions
// that a move leads to, and the counts of the file must be those of its
// values. It works with the moves of movegen alone and shares nothing with the
// solver but the numbers of positions.
func (d *Database) Verify(ctx context.Context, s Slice, threads int) error {
	t, info := d.tables[s.id()], d.infos[s.id()]
	if t == nil || info == nil {
		return fmt.Errorf("endgame database %s: missing", fileName(d.rules, s))
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
		return fmt.Errorf("endgame database %s: %w", fileName(d.rules, s), err)
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
	}
	return counts, nil
}
