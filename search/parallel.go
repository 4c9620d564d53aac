package search

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A team is the workers of an engine that has several. One of them leads: it
// deepens. The others help: they rest until somebody shares a position with
// them (see split), search some of its moves, and rest again.
type team struct {
	idle atomic.Int32 // helpers that rest

	mu      sync.Mutex // guards what follows, and what the splits say it does
	resting []*worker  // helpers, and owners of splits that have nothing to do but wait
	open    []*split   // those that their owners have not left
	over    bool       // nobody will share anything any more
}

// deepenAll lets the leader search and the others help it, and returns its
// last report.
func (e *Engine) deepenAll(depth int, onInfo func(Info)) Info {
	leader, helpers := e.workers[0], e.workers[1:]
	var running sync.WaitGroup
	for _, w := range helpers {
		running.Go(w.help)
	}
	var info Info
	leader.deepen(1, depth, func() {
		for k := leader.shown() - 1; k >= 0; k-- {
			info = leader.info(k)
			if onInfo != nil {
				onInfo(info)
			}
		}
	})
	if len(helpers) > 0 {
		leader.team.dismiss()
		running.Wait()
		leader.team.over = false
	}
	return info
}

// help lets w help whoever shares a position until the search is over.
func (w *worker) help() {
	for s := w.findWork(nil); s != nil; s = w.findWork(nil) {
		w.workAt(s)
	}
}

// findWork waits until there is a split to help at, and enters it. The owner
// of a split may only help those who are still at work there: for it s is that
// split, and the answer nil when all have left. For helpers s is nil, and the
// answer nil when the search is over.
func (w *worker) findWork(s *split) *split {
	t := w.team
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if t.over || s != nil && s.helpers == 0 {
			return nil
		}
		if found := t.most(s); found != nil {
			found.helpers++
			return found
		}
		t.rest(w, s)
	}
}

// most returns the open split below s with the most to do, or nil.
func (t *team) most(s *split) *split {
	var most *split
	for _, o := range t.open {
		if o.left() > 0 && o.below(s) && !o.over() && (most == nil || o.depth > most.depth) {
			most = o
		}
	}
	return most
}

// rest lets w wait, for work below s unless that is nil, until it is called.
// Those it could help see that it waits.
func (t *team) rest(w *worker, s *split) {
	w.restsAt = s
	t.resting = append(t.resting, w)
	t.tell(w, true)
	t.mu.Unlock()
	w.sleep()
	t.mu.Lock()
}

// call wakes the i-th of those who rest.
func (t *team) call(i int) {
	w := t.resting[i]
	t.resting = slices.Delete(t.resting, i, i+1)
	t.tell(w, false)
	w.called <- struct{}{}
}

// tell notes for all to see whether w rests.
func (t *team) tell(w *worker, rests bool) {
	switch {
	case w.restsAt != nil:
		w.restsAt.waiting.Store(rests)
	case rests:
		t.idle.Add(1)
	default:
		t.idle.Add(-1)
	}
}

// callTo wakes those who could help at s, but no more than it has moves for
// besides one for its owner.
func (t *team) callTo(s *split) {
	moves := s.left() - 1
	for i := len(t.resting) - 1; i >= 0 && moves > 0; i-- {
		if s.below(t.resting[i].restsAt) {
			t.call(i)
			moves--
		}
	}
}

// dismiss lets all helpers go home.
func (t *team) dismiss() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	for len(t.resting) > 0 {
		t.call(0)
	}
}

// patience is how often a worker that rests looks whether it is called before
// it leaves the processor to others: work comes after some microseconds,
// mostly, and to be woken up takes longer than that.
const patience = 500

// sleep returns when w is called.
func (w *worker) sleep() {
	for range patience {
		select {
		case <-w.called:
			return
		default:
			runtime.Gosched()
		}
	}
	<-w.called
}
