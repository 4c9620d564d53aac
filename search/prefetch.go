//go:build amd64 || arm64

package search

// prefetch asks the processor to bring the bucket near, without waiting for it.
// It is the one thing here that Go has no words for.
//
//go:noescape
func prefetch(b *bucket)
