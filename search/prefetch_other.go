//go:build !amd64 && !arm64

package search

// prefetch is a hint, which other processors do without.
func prefetch(*bucket) {}
