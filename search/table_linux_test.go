package search

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"stupol/movegen"
)

// mapped reports which of the addresses this process has memory at.
func mapped(t *testing.T, addresses []uintptr) (n int) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(text)) {
		var from, to uintptr
		if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err != nil {
			t.Fatal(err)
		}
		for _, a := range addresses {
			if from <= a && a < to {
				n++
			}
		}
	}
	return n
}

// TestMemoryOfTablesIsGivenBack by engines that are closed, and by those that are
// only forgotten.
func TestMemoryOfTablesIsGivenBack(t *testing.T) {
	for name, end := range map[string]func(*Engine){
		"closed":    (*Engine).Close,
		"forgotten": func(*Engine) {},
	} {
		t.Run(name, func(t *testing.T) {
			var tables []uintptr
			for range 8 {
				e, err := New(Options{Rules: movegen.International(), TableBytes: 4 << 20})
				if err != nil {
					t.Fatal(err)
				}
				start := uintptr(unsafe.Pointer(&e.table.buckets[0]))
				if tables = append(tables, start); mapped(t, tables[len(tables)-1:]) != 1 {
					t.Fatal("a table is not in memory")
				}
				end(e)
			}
			deadline := time.Now().Add(time.Minute)
			for mapped(t, tables) > len(tables)/2 { // the stack may remember some
				if time.Now().After(deadline) {
					t.Fatalf("of %d tables %d are still there", len(tables), mapped(t, tables))
				}
				runtime.GC()
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// TestTableLeavesRoom limits the memory as ulimit -v does: a table that would fill it is
// refused, for the heap could not grow.
func TestTableLeavesRoom(t *testing.T) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(text), "\nVmSize:")
	used := uint64(0) // KiB
	if _, err := fmt.Sscan(rest, &used); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil {
		t.Fatal(err)
	}
	low := limit
	low.Cur = used<<10 + 300<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &low); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &limit); err != nil {
			t.Fatal(err)
		}
	}()
	full, err := newTable(220 << 20)
	if err == nil {
		full.close()
	}
	if err == nil || err.Error() != "a table of 220 MiB leaves too little memory for the rest" {
		t.Errorf("220 MiB of 300: %v", err)
	}
	small, err := newTable(60 << 20)
	if err != nil {
		t.Fatal(err)
	}
	small.close()
}
