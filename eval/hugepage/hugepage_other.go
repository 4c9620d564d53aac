//go:build !linux

package hugepage

import "unsafe"

// OnHeap returns a table of n zeros on Go's heap.
func OnHeap[T any](n int) []T { return make([]T, n) }

// want does nothing: here programs cannot ask for huge pages.
func want(unsafe.Pointer, uintptr) {}

func resetMemory(unsafe.Pointer, uintptr) bool { return false }
