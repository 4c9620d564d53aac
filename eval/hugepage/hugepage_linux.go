package hugepage

import (
	"syscall"
	"unsafe"
)

// size is that of a huge page in bytes.
const size = 2 << 20

// OnHeap returns a table of n zeros on Go's heap, in huge pages of its own if possible. It takes
// up to two pages more than its entries do. T must have no pointers, and a size that divides
// that of a page.
func OnHeap[T any](n int) []T {
	var t T
	perPage := int(size / unsafe.Sizeof(t))
	pages := (n + perPage - 1) / perPage
	room := make([]T, (pages+1)*perPage)
	start := uintptr(unsafe.Pointer(unsafe.SliceData(room)))
	table := room[(size-start%size)%size/unsafe.Sizeof(t):][:pages*perPage]
	want(unsafe.Pointer(unsafe.SliceData(table)), bytesOf(table))
	return table[:n:n]
}

// want asks for huge pages, which the system may refuse.
func want(start unsafe.Pointer, bytes uintptr) {
	if bytes >= size {
		_ = syscall.Madvise(unsafe.Slice((*byte)(start), bytes), syscall.MADV_HUGEPAGE)
	}
}

// resetMemory relies on MADV_DONTNEED, which promises zeros only on Linux.
func resetMemory(start unsafe.Pointer, bytes uintptr) bool {
	return syscall.Madvise(unsafe.Slice((*byte)(start), bytes), syscall.MADV_DONTNEED) == nil
}
