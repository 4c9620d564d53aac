package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"stupol/search"
)

// engines are those of all tabs.
type engines struct {
	make   func(search.Options) (Engine, error)
	most   int
	linger time.Duration // that an engine is kept after a search

	mu     sync.Mutex
	tabs   map[string]*tab
	closed bool
}

// A tab of a browser has at most one engine, which does one search at a time.
// Its fields but busy are guarded by the mutex of engines.
type tab struct {
	busy   chan struct{} // holds a token while a search goes on
	users  int           // that search or wait to
	cancel context.CancelFunc
	expiry *time.Timer

	engine Engine // of who is busy
	made   search.Options
}

func newEngines(o Options, linger time.Duration) *engines {
	return &engines{make: o.engine, most: o.Engines, linger: linger, tabs: map[string]*tab{}}
}

// use calls do with the engine of a tab, made with options o. A search that goes
// on in the tab is ended first.
func (e *engines) use(ctx context.Context, name string, o search.Options, do func(context.Context, Engine)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t, err := e.enter(name, cancel)
	if err != nil {
		return err
	}
	defer e.leave(name, t)
	select {
	case t.busy <- struct{}{}:
		defer func() { <-t.busy }()
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return ctx.Err() // the tab may be free, and then must not have an engine
	}
	if t.engine == nil || t.made != o {
		t.close()
		if t.engine, err = e.make(o); err != nil {
			t.engine = nil
			return refuse(http.StatusServiceUnavailable, err.Error())
		}
		t.made = o
	}
	do(ctx, t.engine)
	return nil
}

// enter returns the tab with that name, and ends what it does. If there are too
// many, one that does nothing has to go.
func (e *engines) enter(name string, cancel context.CancelFunc) (*tab, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, refuse(http.StatusServiceUnavailable, "the server is ending")
	}
	t := e.tabs[name]
	if t == nil {
		if len(e.tabs) >= e.most && !e.evict() {
			return nil, refuse(http.StatusServiceUnavailable, "too many boards are thinking: stop or close another one")
		}
		t = &tab{busy: make(chan struct{}, 1)}
		e.tabs[name] = t
	}
	if t.cancel != nil {
		t.cancel()
	}
	if t.expiry != nil {
		t.expiry.Stop()
	}
	t.cancel = cancel
	t.users++
	return t, nil
}

// leave notes that somebody is done with a tab, and frees it after a while.
func (e *engines) leave(name string, t *tab) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t.users--
	if t.users > 0 || e.tabs[name] != t {
		return
	}
	t.expiry = time.AfterFunc(e.linger, func() { e.expire(name, t) })
}

// expire frees a tab, if nobody has come back to it.
func (e *engines) expire(name string, t *tab) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t.users == 0 && e.tabs[name] == t {
		e.remove(name)
	}
}

// evict removes a tab that nobody uses, if there is one.
func (e *engines) evict() bool {
	for name, t := range e.tabs {
		if t.users == 0 {
			e.remove(name)
			return true
		}
	}
	return false
}

// remove frees the engine of a tab that nobody uses.
func (e *engines) remove(name string) {
	t := e.tabs[name]
	delete(e.tabs, name)
	if t.expiry != nil {
		t.expiry.Stop()
	}
	t.close()
}

// free ends what a tab does and frees its engine.
func (e *engines) free(name string) {
	e.mu.Lock()
	t := e.tabs[name]
	if t == nil {
		e.mu.Unlock()
		return
	}
	delete(e.tabs, name)
	if t.cancel != nil {
		t.cancel()
	}
	e.mu.Unlock()
	t.busy <- struct{}{} // when the search has ended; nobody comes after
	t.close()
	<-t.busy
}

// closeAll frees all engines; there will be no others.
func (e *engines) closeAll() {
	e.mu.Lock()
	e.closed = true
	var names []string
	for name := range e.tabs {
		names = append(names, name)
	}
	e.mu.Unlock()
	for _, name := range names {
		e.free(name)
	}
}

func (t *tab) close() {
	if t.engine != nil {
		t.engine.Close()
		t.engine = nil
	}
}
