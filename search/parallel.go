package search

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A team is the workers of an engine that has several. One of them leads: it
// deepens. The others help: they are idle until somebody shares a position with
// them (see split), search some of its moves, and are idle again.
type team struct {
	idle atomic.Int32 // helpers without work

	mu      sync.Mutex // guards what follows, and what the splits say it does
	resting []*worker  // idle helpers, and owners of splits who wait for helpers
	open    []*split   // those that their owners have not closed
	over    bool       // the search is over
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
		for k := leader.linesToReport() - 1; k >= 0; k-- {
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
		if found := t.deepest(s); found != nil {
			found.helpers++
			return found
		}
		t.rest(w, s)
	}
}

// deepest returns the open split below s with the deepest search to do, or nil.
func (t *team) deepest(s *split) *split {
	var best *split
	for _, o := range t.open {
		if o.left() > 0 && o.below(s) && !o.over() && (best == nil || o.node.childDepth > best.node.childDepth) {
			best = o
		}
	}
	return best
}

// rest lets w wait, for work below s unless that is nil, until it is woken.
// Those it could help see that it waits.
func (t *team) rest(w *worker, s *split) {
	w.waits = s
	t.resting = append(t.resting, w)
	t.setIdle(w, true)
	t.mu.Unlock()
	w.sleep()
	t.mu.Lock()
}

// wake wakes the i-th of those who rest.
func (t *team) wake(i int) {
	w := t.resting[i]
	t.resting = slices.Delete(t.resting, i, i+1)
	t.setIdle(w, false)
	w.wake <- struct{}{}
}

// setIdle tells all whether w is idle.
func (t *team) setIdle(w *worker, idle bool) {
	switch {
	case w.waits != nil:
		w.waits.waiting.Store(idle)
	case idle:
		t.idle.Add(1)
	default:
		t.idle.Add(-1)
	}
}

// wakeFor wakes those who could help at s, at most one for each move to take but the
// first, which the caller takes.
func (t *team) wakeFor(s *split) {
	moves := s.left() - 1
	for i := len(t.resting) - 1; i >= 0 && moves > 0; i-- {
		if s.below(t.resting[i].waits) {
			t.wake(i)
			moves--
		}
	}
}

// dismiss ends the work of all helpers.
func (t *team) dismiss() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	for len(t.resting) > 0 {
		t.wake(0)
	}
}

// idleSpins is how often an idle worker looks for work before it leaves the
// processor to others: work mostly comes after some microseconds, and to be woken
// up takes longer than that.
const idleSpins = 500

// sleep returns when w is woken.
func (w *worker) sleep() {
	for range idleSpins {
		select {
		case <-w.wake:
			return
		default:
			runtime.Gosched()
		}
	}
	<-w.wake
}
