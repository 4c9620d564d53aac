package hugepage

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

func mapMemory(bytes uintptr) (unsafe.Pointer, error) {
	start, err := windows.VirtualAlloc(0, bytes, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return *(*unsafe.Pointer)(unsafe.Pointer(&start)), err // vet rejects a direct conversion
}

func unmapMemory(start unsafe.Pointer, _ uintptr) error {
	return windows.VirtualFree(uintptr(start), 0, windows.MEM_RELEASE)
}
