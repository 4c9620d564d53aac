package web

import (
	"sync"

	"stupol/movegen"
)

// opened are the databases, or the opening books, of all games. Each is opened when
// it is needed first.
type opened[T any] struct {
	open func(*movegen.Rules) T

	mu  sync.Mutex
	all map[*movegen.Rules]T
}

// of returns what there is for r, the zero value if there is nothing.
func (o *opened[T]) of(r *movegen.Rules) (found T) {
	if o.open == nil {
		return found
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	found, ok := o.all[r]
	if !ok {
		found = o.open(r)
		if o.all == nil {
			o.all = map[*movegen.Rules]T{}
		}
		o.all[r] = found
	}
	return found
}

// each calls f with all that was opened, and forgets it.
func (o *opened[T]) each(f func(T)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, found := range o.all {
		f(found)
	}
	o.all = nil
}
