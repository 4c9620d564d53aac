package hugepage

import (
	"syscall"
	"unsafe"
)

const size = 2 << 20

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
