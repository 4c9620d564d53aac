// Package hugepage puts large tables into huge pages of memory. Random access to a table
// in thousands of pages of 4 KiB misses the processor's cache of page addresses (TLB) most
// of the time. A huge page has 2 MiB.
//
// It lies below package eval, which keeps its weights in huge pages, because search,
// which keeps the transposition table in them, imports eval and not the other way round.
package hugepage

import "unsafe"

// Want asks the operating system to put table into huge pages. The system may refuse. Ask
// before the first write to the table. T must have no pointers.
func Want[T any](table []T) {
	want(unsafe.Pointer(unsafe.SliceData(table)), bytesOf(table))
}

// bytesOf returns the bytes of a table.
func bytesOf[T any](table []T) uintptr {
	var t T
	return uintptr(len(table)) * unsafe.Sizeof(t)
}
