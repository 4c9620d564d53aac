package hugepage

import (
	"fmt"
	"math"
	"unsafe"
)

// Map returns a table of n zeros that is outside the heap of Go, in huge pages
// where it can be. The collector does not count it: it lets the garbage grow to
// the size of the heap before it looks for any, so a table of 8 GiB there may
// cost 16. Nor does the collector free it: Unmap does. The system provides each
// page when it is first written to. The T must have no pointers.
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
	Want(table)
	return table, nil
}

// Unmap gives the memory of a table of Map back, which must not be used any
// more.
func Unmap[T any](table []T) error {
	if len(table) == 0 {
		return nil
	}
	return unmapMemory(unsafe.Pointer(unsafe.SliceData(table)), bytesOf(table))
}

// Reset makes part of a table of Map zeros again by giving its pages back for
// now, and reports whether the system can do that. The part must begin where a
// page does. It may be used meanwhile.
func Reset[T any](part []T) bool {
	return len(part) == 0 || resetMemory(unsafe.Pointer(unsafe.SliceData(part)), bytesOf(part))
}
