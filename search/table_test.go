package search

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"stupol/movegen"
)

func TestBucketFillsACacheLine(t *testing.T) {
	if got := unsafe.Sizeof(bucket{}); got != bucketBytes {
		t.Errorf("got %d bytes, want %d", got, bucketBytes)
	}
}

// tableOf returns a table that is closed after the test.
func tableOf(t *testing.T, bytes int64) *table {
	t.Helper()
	table, err := newTable(bytes)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(table.close)
	return table
}

func TestTableSize(t *testing.T) {
	for _, tt := range []struct {
		bytes int64
		want  int
	}{{1, 1}, {64, 1}, {127, 1}, {128, 2}, {255, 3}, {3<<20 + 1, 3 << 14}} {
		if got := len(tableOf(t, tt.bytes).buckets); got != tt.want {
			t.Errorf("%d bytes: got %d buckets, want %d", tt.bytes, got, tt.want)
		}
	}
}

func TestTableKeeps(t *testing.T) {
	table := tableOf(t, bucketBytes)
	if got := table.get(0); got.bound != noBound {
		t.Errorf("an empty table knows %+v", got)
	}
	deep := ttEntry{score: 12, depth: 9, bound: lower, move: 77}
	table.nextSearch(unlimited, math.Inf(1))
	table.put(1, deep)
	table.put(1, ttEntry{score: 5, depth: 10, bound: upper})
	want := ttEntry{score: 5, depth: 10, bound: upper, move: 77}
	if got := table.get(1); got != want {
		t.Errorf("got %+v, want the newer entry with the older move, %+v", got, want)
	}
	table.clear()
	if got := table.get(1); got.bound != noBound {
		t.Errorf("cleared, it still knows %+v", got)
	}
}

func TestTableReplaces(t *testing.T) {
	table := tableOf(t, bucketBytes)
	known := func(hash uint64) bool { return table.get(hash).bound != noBound }
	for hash := range uint64(4) {
		table.put(hash, ttEntry{depth: 10 + int(hash), bound: exact})
	}
	table.put(4, ttEntry{depth: 1, bound: exact})
	if known(0) || !known(1) || !known(4) {
		t.Error("a new entry did not take the place of the shallowest")
	}
	table.nextSearch(unlimited, math.Inf(1))
	table.put(5, ttEntry{depth: 1, bound: exact})
	table.put(6, ttEntry{depth: 1, bound: exact})
	if known(4) || known(1) || !known(5) || !known(6) {
		t.Error("new entries did not take the places of the shallowest old ones")
	}
}

func TestTableDetectsTornWrites(t *testing.T) {
	table := tableOf(t, bucketBytes)
	table.put(1, ttEntry{depth: 1, bound: exact})
	table.buckets[0][0].data.Store(ttEntry{depth: 2, bound: exact}.pack(0))
	if got := table.get(1); got.bound != noBound {
		t.Errorf("half a write was taken for %+v", got)
	}
}

// TestTableUsesAllBuckets puts many random positions into a table of an odd
// size. Buckets hit by far fewer than the others would be memory wasted.
func TestTableUsesAllBuckets(t *testing.T) {
	const each = 1000
	table := tableOf(t, 7*bucketBytes)
	hits := map[*bucket]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	for range each * len(table.buckets) {
		hits[table.bucket(rng.Uint64())]++
	}
	for i := range table.buckets {
		if n := hits[&table.buckets[i]]; n < each*8/10 || n > each*12/10 {
			t.Errorf("bucket %d was hit %d times, want about %d", i, n, each)
		}
	}
}

// A table too large for one goroutine is cleared by several.
func TestTableClearsAll(t *testing.T) {
	table := tableOf(t, 4<<20)
	table.nextSearch(unlimited, math.Inf(1))
	for i := range table.buckets {
		table.buckets[i][0].put(uint64(i), ttEntry{depth: 1, bound: exact}.pack(0))
	}
	table.clear()
	for i := range table.buckets {
		if table.buckets[i][0].data.Load() != 0 {
			t.Fatalf("cleared, bucket %d still holds something", i)
		}
	}
}

func TestEntryPacks(t *testing.T) {
	for _, tt := range []struct {
		entry ttEntry
		age   uint8
	}{
		{ttEntry{}, 0},
		{ttEntry{score: -MaxEval, depth: maxDepth, bound: exact, move: ^noMove}, ageMask},
		{ttEntry{score: WinIn(0), depth: 0, bound: upper, move: 1}, 1},
		{ttEntry{score: LossIn(0), depth: 1, bound: lower}, 0},
	} {
		data := tt.entry.pack(tt.age)
		if got, age := unpack(data), ageOf(data); got != tt.entry || age != tt.age {
			t.Errorf("got %+v of age %d, want %+v", got, age, tt)
		}
	}
}

// A depth beyond what has room leaves the rest of the entry as it is.
func TestEntryPacksAnyDepth(t *testing.T) {
	deep := ttEntry{score: 7, depth: maxTableDepth + 77, bound: lower, move: 9}
	want := deep
	want.depth = maxTableDepth
	data := deep.pack(5)
	if got, age := unpack(data), ageOf(data); got != want || age != 5 {
		t.Errorf("got %+v of age %d, want %+v of age 5", got, age, want)
	}
}

func TestEntryDecides(t *testing.T) {
	tests := []struct {
		r    ttEntry
		want bool
	}{
		{ttEntry{score: 50, depth: 5, bound: exact}, true},
		{ttEntry{score: 50, depth: 4, bound: exact}, false},
		{ttEntry{score: 20, depth: 5, bound: lower}, true},
		{ttEntry{score: 19, depth: 5, bound: lower}, false},
		{ttEntry{score: 10, depth: 6, bound: upper}, true},
		{ttEntry{score: 11, depth: 6, bound: upper}, false},
		{ttEntry{score: 50, depth: 9}, false},
	}
	for _, tt := range tests {
		if got := tt.r.cutsOff(5, 10, 20); got != tt.want {
			t.Errorf("%+v: got %v, want %v", tt.r, got, tt.want)
		}
	}
}

func TestEntryCountsDistanceFromItsPosition(t *testing.T) {
	for _, tt := range []struct{ root, stored Score }{
		{WinIn(9), WinIn(6)},
		{LossIn(9), LossIn(6)},
		{DatabaseWin - 9, DatabaseWin - 6},
		{MaxEval, MaxEval},
		{-25, -25},
	} {
		got := ttEntry{score: tt.root}.toTT(3)
		if got.score != tt.stored {
			t.Errorf("%v at ply 3: stored %v, want %v", tt.root, got.score, tt.stored)
		}
		if back := got.fromTT(3); back.score != tt.root {
			t.Errorf("%v at ply 3: back as %v", tt.root, back.score)
		}
	}
}

// TestMoveKeysDiffer checks the keys of the legal moves of random positions.
func TestMoveKeysDiffer(t *testing.T) {
	eachRandomGame(t, 20, func(t *testing.T, g *movegen.Game) {
		seen := map[moveKey]movegen.Move{}
		for _, m := range g.LegalMoves(nil) {
			key := keyOf(m)
			if other, ok := seen[key]; ok || key == noMove {
				t.Errorf("%s: %+v and %+v share the key %x", g.Rules().FEN(g.Position()), m, other, key)
			}
			seen[key] = m
		}
	})
}

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
			if table.nextSearch(tt.hard, math.Inf(1)); int64(len(table.buckets)) != tt.pieces*pieceBuckets {
				t.Errorf("got %d buckets, want %d pieces of %d", len(table.buckets), tt.pieces, pieceBuckets)
			}
		})
	}
	if table.bytes() != 16<<20 {
		t.Errorf("the table is said to have %d bytes", table.bytes())
	}
	table.memory.next.Store(all)
	if table.nextSearch(0, math.Inf(1)); int64(len(table.buckets)) != all*pieceBuckets {
		t.Errorf("at last %d buckets, want %d pieces of %d", len(table.buckets), all, pieceBuckets)
	}
}

// TestShortSearchesUseAPart of the table, and searches after a long one as much as that one did.
func TestShortSearchesUseAPart(t *testing.T) {
	table := tableOf(t, 16<<20)
	table.memory.wait(time.Minute, len(table.memory.buckets))
	all := len(table.memory.buckets)
	for _, tt := range []struct {
		name      string
		positions float64
		want      int // buckets
	}{
		{"ten positions", 10, 1 << 20 / bucketBytes},
		{"a hundred thousand", 100_000, 1 << 16}, // of four entries, two a position
		{"ten after that", 10, 1 << 16},
		{"any number", math.Inf(1), all},
		{"ten in the end", 10, all},
	} {
		table.nextSearch(time.Second, tt.positions)
		if got := len(table.buckets); got != tt.want {
			t.Errorf("%s: %d buckets, want %d", tt.name, got, tt.want)
		}
	}
	table.clear()
	if table.nextSearch(time.Second, 10); len(table.buckets) != leastBuckets {
		t.Errorf("after clear %d buckets, want %d", len(table.buckets), leastBuckets)
	}
}

// TestPositions of a search are at most what its nodes and its time allow.
func TestPositions(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	pondering := make(chan struct{})
	for _, tt := range []struct {
		name    string
		l       Limits
		threads int
		want    float64
	}{
		{"nodes", Limits{Nodes: 700}, 1, 700},
		{"a tenth of a second", Limits{MoveTime: 100 * time.Millisecond}, 1, 500_000},
		{"two threads", Limits{MoveTime: 100 * time.Millisecond}, 2, 1_000_000},
		{"both", Limits{MoveTime: 100 * time.Millisecond, Nodes: 10_000}, 1, 10_000},
		{"depth", Limits{Depth: 3}, 1, math.MaxInt64},
		{"pondering", Limits{MoveTime: 100 * time.Millisecond, Ponder: pondering}, 1, math.MaxInt64},
	} {
		c := newControl(context.Background(), &tt.l, g)
		if got := c.positions(tt.threads); got != tt.want {
			t.Errorf("%s: %v positions, want %v", tt.name, got, tt.want)
		}
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
			table.nextSearch(hard, math.Inf(1))
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
