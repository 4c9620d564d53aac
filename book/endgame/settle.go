package endgame

import (
	"context"
	"sync"
)

// Tally counts positions by value.
type Tally struct{ Wins, Losses, Draws uint64 }

func (t *Tally) count(v Value) {
	switch v {
	case Win:
		t.Wins++
	case Loss:
		t.Losses++
	case Draw:
		t.Draws++
	}
}

func (t *Tally) add(u Tally) {
	t.Wins += u.Wins
	t.Losses += u.Losses
	t.Draws += u.Draws
}

// Total returns the number of positions counted.
func (t Tally) Total() uint64 { return t.Wins + t.Losses + t.Draws }

// Counts are the values of the positions of a slice: of those where the side
// to move can capture, and of the others, which are quiet.
type Counts struct{ Quiet, Captures Tally }

// Add adds the counts d.
func (c *Counts) Add(d Counts) {
	c.Quiet.add(d.Quiet)
	c.Captures.add(d.Captures)
}

// All returns the counts of all positions.
func (c Counts) All() Tally {
	c.Quiet.add(c.Captures)
	return c.Quiet
}

// settle counts the values of a table that has just been solved. Positions
// with a capture, which no one looks up, then get the value of the position
// before them, so that equal values make long runs. It calls advance with the
// other half of the number of positions.
func (d *Database) settle(ctx context.Context, t *table, threads int, advance func(positions uint64)) (Counts, error) {
	var total Counts
	var mu sync.Mutex
	err := inChunks(ctx, threads, t.size, func() func(from, to uint64) error {
		return func(from, to uint64) error {
			counts := d.settleChunk(t, from, to)
			mu.Lock()
			defer mu.Unlock()
			total.Add(counts)
			advance(to - from - (to-from)/2)
			return nil
		}
	})
	return total, err
}

// settleChunk is settle for positions from to to-1, which share no word with
// others.
func (d *Database) settleChunk(t *table, from, to uint64) Counts {
	var counts Counts
	last := Draw
	for i := from; i < to; i++ {
		p, v := t.position(i), t.at(i)
		if d.rules.HasCapture(&p) {
			counts.Captures.count(v)
			t.replace(i, last)
			continue
		}
		counts.Quiet.count(v)
		last = v
	}
	return counts
}
