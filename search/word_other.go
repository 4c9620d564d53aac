//go:build !wasm

package search

import "sync/atomic"

// A word of the table: several threads read and write it.
type word = atomic.Uint64
