//go:build !linux

package hugepage

import "unsafe"

// want does nothing where programs have no say in it.
func want(unsafe.Pointer, uintptr) {}

func resetMemory(unsafe.Pointer, uintptr) bool { return false }
