package search

import (
	"context"
	"math"
	"runtime"
	"testing"
	"time"

	"stupol/movegen"
)

// TestTableIsOutsideTheHeap, where the collector would count it.
func TestTableIsOutsideTheHeap(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table := tableOf(t, 64<<20)
	runtime.ReadMemStats(&after)
	if got := int64(after.HeapAlloc) - int64(before.HeapAlloc); got > 1<<20 {
		t.Errorf("a table of %d MiB takes %d KiB of the heap", table.bytes()>>20, got>>10)
	}
}

func TestTableWithoutMemory(t *testing.T) {
	for _, bytes := range []int64{1 << 60, math.MaxInt64} {
		if _, err := New(Options{Rules: movegen.International(), TableBytes: bytes}); err == nil {
			t.Errorf("%d bytes: no error", bytes)
		}
	}
}

// TestCloseEndsAnEngine for good, however often it is closed.
func TestCloseEndsAnEngine(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	e := newEngine(t, g, 2)
	think(t, context.Background(), e, g, Limits{Depth: 3})
	if got := e.TableBytes(); got != smallTable {
		t.Errorf("got a table of %d bytes, want %d", got, smallTable)
	}
	e.Close()
	e.Close()
	e.Clear()
	if _, err := e.Search(context.Background(), g, Limits{Depth: 3}, nil); err == nil || e.TableBytes() != 0 {
		t.Errorf("it searches, or still has a table of %d bytes", e.TableBytes())
	}
}

// TestMemoryThatIsNotThere yet is used by long searches only.
func TestMemoryThatIsNotThere(t *testing.T) {
	table := tableOf(t, 16<<20)
	all := table.memory.pieces
	table.memory.next.Store(3 + int64(table.memory.asking)) // as if the rest had to be asked for yet
	for _, tt := range []struct {
		name   string
		hard   time.Duration
		pieces int64
	}{
		{"no time", 0, 3},
		{"ten seconds", 10 * time.Second, 3},
		{"an hour", time.Hour, all},
		{"any time", unlimited, all},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if table.nextSearch(tt.hard); int64(len(table.buckets)) != tt.pieces*pieceBuckets {
				t.Errorf("got %d buckets, want %d pieces of %d", len(table.buckets), tt.pieces, pieceBuckets)
			}
		})
	}
	if table.bytes() != 16<<20 {
		t.Errorf("the table is said to have %d bytes", table.bytes())
	}
	table.memory.next.Store(all)
	if table.nextSearch(0); int64(len(table.buckets)) != all*pieceBuckets {
		t.Errorf("at last %d buckets, want %d pieces of %d", len(table.buckets), all, pieceBuckets)
	}
}

// TestClearBeforeAllMemoryIsThere must leave nothing, either, and what is there
// must stay.
func TestClearBeforeAllMemoryIsThere(t *testing.T) {
	for name, hard := range map[string]time.Duration{"a short search": time.Second, "a long search": time.Hour} {
		t.Run(name, func(t *testing.T) {
			table := tableOf(t, 16<<20)
			m := table.memory
			m.next.Store(2 + int64(m.asking)) // as if the rest had to be asked for yet
			table.nextSearch(hard)
			for hash := range uint64(1000) {
				table.put(hash<<54, ttEntry{depth: 1, bound: exact})
			}
			table.clear()
			for i := range m.buckets {
				if m.buckets[i][0].data.Load() != 0 {
					t.Fatalf("cleared, bucket %d still holds something", i)
				}
			}
			if got := len(m.provided()); runtime.GOOS == "linux" && got != 2*pieceBuckets {
				t.Errorf("%d buckets are there, want %d", got, 2*pieceBuckets)
			}
		})
	}
}

// TestProvidingChangesNothing of what is stored meanwhile.
func TestProvidingChangesNothing(t *testing.T) {
	table := tableOf(t, 16<<20)
	want := ttEntry{score: 7, depth: 3, bound: exact, move: 9}
	m := &tableMemory{buckets: table.buckets, pieces: 8, done: make(chan struct{})}
	m.users.Store(1)
	m.provide(4)
	for hash := range uint64(1 << 14) {
		table.put(hash<<50, want)
	}
	<-m.done
	for hash := range uint64(1 << 14) {
		if got := table.get(hash << 50); got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
	if !m.complete() {
		t.Error("not complete")
	}
}

// TestNobodyWaitsLongForMemory that the system is slow to provide, but for the
// first of it.
func TestNobodyWaitsLongForMemory(t *testing.T) {
	m := &tableMemory{buckets: make([]bucket, 9*pieceBuckets), pieces: 9, asking: 2, done: make(chan struct{})}
	began := time.Now()
	time.AfterFunc(20*time.Millisecond, func() { m.next.Store(8) })
	m.wait(time.Millisecond, 5*pieceBuckets)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("waited for %v", took)
	}
	if got := len(m.provided()); m.complete() || got != 6*pieceBuckets {
		t.Errorf("%d buckets are said to be there, want 6 pieces", got)
	}
	if m.run(true); m.next.Load() != 8 {
		t.Error("a helper goes on")
	}
	m.run(false)
	close(m.done)
	if !m.complete() {
		t.Error("not complete in the end")
	}
}
