package search

import (
	"fmt"
	"os"
	"runtime"
	"strings"
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
