package search

import (
	"syscall"
	"unsafe"
)

// wantHugePages asks for memory to be kept in pages of 2 MiB rather than 4
// KiB, so that the processor need not look up a page for nearly every entry.
// It is only a wish.
func wantHugePages(start unsafe.Pointer, bytes uintptr) {
	skip := -uintptr(start) & uintptr(syscall.Getpagesize()-1)
	if bytes < hugePage+skip {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Add(start, skip)), bytes-skip)
	_ = syscall.Madvise(whole, syscall.MADV_HUGEPAGE)
}

const hugePage = 2 << 20
