package hugepage

import (
	"syscall"
	"unsafe"
)

const size = 2 << 20

func want(start unsafe.Pointer, bytes uintptr) {
	skip := -uintptr(start) & uintptr(syscall.Getpagesize()-1)
	if bytes < size+skip {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Add(start, skip)), bytes-skip)
	_ = syscall.Madvise(whole, syscall.MADV_HUGEPAGE)
}

// resetMemory relies on MADV_DONTNEED, which promises zeros only on Linux.
func resetMemory(start unsafe.Pointer, bytes uintptr) bool {
	return syscall.Madvise(unsafe.Slice((*byte)(start), bytes), syscall.MADV_DONTNEED) == nil
}
