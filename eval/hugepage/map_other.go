//go:build !unix && !windows

package hugepage

import "unsafe"

// mapMemory returns memory of the heap. Go aligns allocations of a page or more to a page.
func mapMemory(bytes uintptr) (unsafe.Pointer, error) {
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, (bytes+7)/8))), nil
}

func unmapMemory(unsafe.Pointer, uintptr) error { return nil }
