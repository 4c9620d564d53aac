// Package hugepage puts large tables into huge pages of memory. Random access to a table
// in thousands of pages of 4 KiB misses the processor's cache of page addresses (TLB) most
// of the time.
package hugepage

import (
	"fmt"
	"math"
	"unsafe"
)

// Map returns a table of n zeros outside Go's heap, in huge pages if possible. The garbage
// collector starts when the heap has doubled, so a table of 8 GiB on the heap may cost 16;
// one outside does not count. Unmap frees it. The system provides each page at the first
// write. T must have no pointers.
//
// On systems without such memory the table is on the heap.
func Map[T any](n int) ([]T, error) {
	var t T
	if n <= 0 || uint64(n) > math.MaxInt/uint64(unsafe.Sizeof(t)) {
		return nil, fmt.Errorf("a table of %d entries of %d bytes", n, unsafe.Sizeof(t))
	}
	start, err := mapMemory(uintptr(n) * unsafe.Sizeof(t))
	if err != nil {
		return nil, fmt.Errorf("a table of %d MiB: %w", uintptr(n)*unsafe.Sizeof(t)>>20, err)
	}
	table := unsafe.Slice((*T)(start), n)
	want(start, bytesOf(table))
	return table, nil
}

// Unmap frees a table of Map, which must not be used afterwards.
func Unmap[T any](table []T) error {
	if len(table) == 0 {
		return nil
	}
	return unmapMemory(unsafe.Pointer(unsafe.SliceData(table)), bytesOf(table))
}

// Reset sets part of a table of Map to zeros by returning its pages to the system, and
// reports whether the system can do that. The part must begin at the start of a page. Other
// goroutines may use it meanwhile.
func Reset[T any](part []T) bool {
	return len(part) == 0 || resetMemory(unsafe.Pointer(unsafe.SliceData(part)), bytesOf(part))
}

// bytesOf returns the bytes of a table.
func bytesOf[T any](table []T) uintptr {
	var t T
	return uintptr(len(table)) * unsafe.Sizeof(t)
}
