//go:build !linux

package search

import "unsafe"

// wantHugePages does nothing where programs have no say in it.
func wantHugePages(unsafe.Pointer, uintptr) {}
