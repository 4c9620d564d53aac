package search

import (
	"math/rand/v2"
	"testing"
	"unsafe"
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
	table.nextSearch(unlimited)
	table.put(1, deep)
	table.put(1, ttEntry{score: 5, depth: 10, bound: upper})
	want := ttEntry{score: 5, depth: 10, bound: upper, age: 1, move: 77}
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
	table.nextSearch(unlimited)
	table.put(5, ttEntry{depth: 1, bound: exact})
	table.put(6, ttEntry{depth: 1, bound: exact})
	if known(4) || known(1) || !known(5) || !known(6) {
		t.Error("new entries did not take the places of the shallowest old ones")
	}
}

func TestTableDetectsTornWrites(t *testing.T) {
	table := tableOf(t, bucketBytes)
	table.put(1, ttEntry{depth: 1, bound: exact})
	table.buckets[0][0].data.Store((&ttEntry{depth: 2, bound: exact}).pack())
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
	table.nextSearch(unlimited)
	for i := range table.buckets {
		table.buckets[i][0].put(uint64(i), (&ttEntry{depth: 1, bound: exact}).pack())
	}
	table.clear()
	for i := range table.buckets {
		if table.buckets[i][0].data.Load() != 0 {
			t.Fatalf("cleared, bucket %d still holds something", i)
		}
	}
}
