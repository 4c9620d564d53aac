//go:build unix

package hugepage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func mapMemory(bytes uintptr) (unsafe.Pointer, error) {
	return unix.MmapPtr(-1, 0, nil, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
}

func unmapMemory(start unsafe.Pointer, bytes uintptr) error { return unix.MunmapPtr(start, bytes) }
