package search

// A word of the table. WebAssembly has one thread, and atomic operations of Go are calls of
// functions there.
type word struct{ value uint64 }

func (w *word) Load() uint64       { return w.value }
func (w *word) Store(value uint64) { w.value = value }

func (w *word) Add(more uint64) uint64 {
	w.value += more
	return w.value
}
