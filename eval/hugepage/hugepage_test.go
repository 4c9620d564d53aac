package hugepage

import (
	"math"
	"runtime"
	"testing"
)

// TestMap reads and writes all entries of tables of several sizes.
func TestMap(t *testing.T) {
	for _, n := range []int{1, 8, 1<<10 + 1, 3 << 20} {
		table, err := Map[[2]uint64](n)
		if err != nil {
			t.Fatal(err)
		}
		if len(table) != n || cap(table) != n {
			t.Fatalf("got %d of %d entries, want %d", len(table), cap(table), n)
		}
		for i := range table {
			if table[i] != [2]uint64{} {
				t.Fatalf("%d entries: entry %d is %v", n, i, table[i])
			}
			table[i] = [2]uint64{uint64(i), ^uint64(i)}
		}
		for i := range table {
			if table[i] != [2]uint64{uint64(i), ^uint64(i)} {
				t.Fatalf("%d entries: entry %d has become %v", n, i, table[i])
			}
		}
		if err := Unmap(table); err != nil {
			t.Error(err)
		}
	}
}

// TestReset resets the end of a table; the rest must not change.
func TestReset(t *testing.T) {
	table, err := Map[uint64](1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer Unmap(table)
	for i := range table {
		table[i] = 1
	}
	const kept = 1 << 16
	if !Reset(table[kept:]) {
		if runtime.GOOS == "linux" {
			t.Error("Linux cannot do it")
		}
		return
	}
	for i, v := range table {
		if (v != 0) != (i < kept) {
			t.Fatalf("word %d is %d", i, v)
		}
	}
}

func TestMapOfTheImpossible(t *testing.T) {
	for _, n := range []int{-1, 0, math.MaxInt, math.MaxInt / 16} {
		if table, err := Map[[2]uint64](n); err == nil {
			t.Errorf("%d entries: got %d", n, len(table))
		}
	}
	if err := Unmap[uint64](nil); err != nil {
		t.Error(err)
	}
}

// TestMapIsOutsideTheHeap checks that the heap does not grow.
func TestMapIsOutsideTheHeap(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" || runtime.GOOS == "plan9" {
		t.Skip("there is none")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table, err := Map[uint64](32 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer Unmap(table)
	runtime.ReadMemStats(&after)
	if got := after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc); got > 1<<20 {
		t.Errorf("256 MiB have taken %d KiB of the heap", got>>10)
	}
}
