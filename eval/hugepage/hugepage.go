// Package hugepage keeps large tables in large pages of memory. A table that is
// looked up all over is spread over thousands of usual pages of 4 KiB, more than
// the processor remembers the places of; a huge page has 2 MiB.
package hugepage

import "unsafe"

// Want asks the operating system to keep table in huge pages. It is only a wish,
// and best made before the table is first written to. The T must have no
// pointers.
func Want[T any](table []T) {
	want(unsafe.Pointer(unsafe.SliceData(table)), bytesOf(table))
}

// bytesOf returns the bytes of a table.
func bytesOf[T any](table []T) uintptr {
	var t T
	return uintptr(len(table)) * unsafe.Sizeof(t)
}
