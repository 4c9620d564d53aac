//go:build !linux

package hugepage

import "unsafe"

// want does nothing: here programs cannot ask for huge pages.
func want(unsafe.Pointer, uintptr) {}

func resetMemory(unsafe.Pointer, uintptr) bool { return false }
