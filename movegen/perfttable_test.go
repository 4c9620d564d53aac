package movegen

import "testing"

// Threads and a small, much overwritten table must not change a count.
func TestPerftTableAndThreads(t *testing.T) {
	for _, r := range Variants() {
		start := r.Start()
		depth := 6
		if r.Orthogonal {
			depth = 5
		}
		want := r.Perft(&start, depth)
		for _, table := range []*PerftTable{nil, NewPerftTable(0), NewPerftTable(1 << 12), NewPerftTable(1 << 20)} {
			for _, threads := range []int{1, 3} {
				if got := r.PerftParallel(&start, depth, threads, table); got != want {
					entries := 0
					if table != nil {
						entries = len(table.entries)
					}
					t.Errorf("%s: %d threads, table of %d: perft(%d) = %d, want %d", r.Name, threads, entries, depth, got, want)
				}
			}
		}
	}
}

func TestPerftShallow(t *testing.T) {
	r := International()
	start := r.Start()
	for depth, want := range []int64{1, 9, 81, 658, 4265} {
		if got := r.PerftParallel(&start, depth, 2, NewPerftTable(1<<16)); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
	if got := r.Perft(&start, -1); got != 1 {
		t.Errorf("perft(-1) = %d, want 1", got)
	}
}
