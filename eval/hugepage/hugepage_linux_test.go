package hugepage

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// TestMapWantsHugePages asks Linux which memory it may keep in huge pages: that
// of large tables, and no part of small ones.
func TestMapWantsHugePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("there are no huge pages")
	}
	for n, want := range map[int]bool{size / 2: false, 4 * size: true} {
		table, err := Map[byte](n)
		if err != nil {
			t.Fatal(err)
		}
		if got := wanted(t, &table[n/2]); got != want {
			t.Errorf("%d bytes: wanted in huge pages: %v", n, got)
		}
		if err := Unmap(table); err != nil {
			t.Error(err)
		}
	}
}

// TestOnHeap checks that a table begins with a huge page of its own, all of which are wanted, and that
// its entries are its own.
func TestOnHeap(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("there are no huge pages")
	}
	for _, bytes := range []int{100, size, 2*size + 100} {
		table := OnHeap[[4]byte](bytes / 4)
		if len(table) != bytes/4 || cap(table) != bytes/4 {
			t.Errorf("%d bytes: %d of %d entries", bytes, len(table), cap(table))
		}
		if at := uintptr(unsafe.Pointer(&table[0])); at%size != 0 {
			t.Errorf("%d bytes: begins %d bytes behind a huge page", bytes, at%size)
		}
		for i := range table {
			if table[i] != [4]byte{} {
				t.Fatalf("%d bytes: entry %d is %v", bytes, i, table[i])
			}
			table[i] = [4]byte{byte(i), 1}
		}
		for _, i := range []int{0, len(table) - 1} {
			if !wanted(t, &table[i][0]) {
				t.Errorf("%d bytes: entry %d is not wanted in huge pages", bytes, i)
			}
		}
	}
}

// wanted reports whether the memory around b is marked for huge pages: "hg" among
// the VmFlags of /proc/PID/smaps.
func wanted(t *testing.T, b *byte) bool {
	t.Helper()
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	at, inside := uint64(uintptr(unsafe.Pointer(b))), false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var first, end uint64
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &first, &end); n == 2 {
			inside = first <= at && at < end
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			return slices.Contains(strings.Fields(flags), "hg")
		}
	}
	t.Skip("/proc/self/smaps says nothing of it")
	return false
}
