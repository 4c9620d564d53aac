package search

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"stupol/movegen"
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
	leader.deepen(1, depth, func(lines int) {
		for k := lines - 1; k >= 0; k-- {
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
	w.waitsFor = s
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
	case w.waitsFor != nil:
		w.waitsFor.waiting.Store(idle)
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
		if s.below(t.resting[i].waitsFor) {
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
// processor to others, about a millisecond: work mostly comes after some microseconds,
// and to be woken up may take longer than the work.
const idleSpins = 5000

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

// A split is a position whose moves several workers share. Its owner opens it
// when the first move has been searched (young brothers wait: Feldmann,
// Mysliwietz, Monien and Vornberger, ICCA Journal 12(2), 1989) and a helper is
// idle. Until all helpers have left, the owner helps only at splits that those
// still at work here have opened in turn (Feldmann's helpful master).
//
// A move that raises alpha is worth waiting for: what the others search against
// the old alpha is interrupted, to be searched again against the new one, and
// until that is known they help with this move.
//
// The mutex of the team guards the fields from next to broken, and of the node
// alpha, best, raised and pv, and the order of its moves. Cut, raises and waiting
// are atomic and change at any time. The other fields do not change while a worker
// is at work here.
type split struct {
	parent     *split       // the one the owner is working at; nil: none
	seenRaises int32        // the raises of parent when the owner took its move there
	node       *node        // of the owner
	game       movegen.Game // at the position

	next    int   // the first move that nobody has taken
	again   []int // moves that were given back
	raising bool  // somebody searches a move that raises alpha
	helpers int   // at work here
	broken  bool  // a move was not searched to its end

	cut     atomic.Bool  // a move reached beta: the others do not matter
	raises  atomic.Int32 // how often a move was found to raise alpha
	waiting atomic.Bool  // the owner is idle
}

// splitDepth is the least depth of the search after a move that is worth sharing.
const splitDepth = 3

// A teamMember is a worker's part in a team.
type teamMember struct {
	team        *team         // nil for a worker alone
	split       *split        // the innermost it works below; nil: none
	seenRaises  int32         // the raises of split when it took its move there
	ownSplits   []*split      // which it opened, to be used again
	splitsInUse int           // how many of ownSplits
	waitsFor    *split        // the one it waits for while it is idle; nil: any
	wake        chan struct{} // to wake it
}

// over reports whether what is found at s does not matter any more.
func (s *split) over() bool { return s.overSince(s.raises.Load()) }

// overSince reports whether a search below s does not matter any more that
// began when s had seen that many raises.
func (s *split) overSince(raises int32) bool {
	for ; s != nil; s, raises = s.parent, s.seenRaises {
		if s.cut.Load() || s.raises.Load() != raises {
			return true
		}
	}
	return false
}

// below reports whether s is other or was opened in the course of a search
// there. All are below nil.
func (s *split) below(other *split) bool {
	for s != nil && s != other {
		s = s.parent
	}
	return s == other
}

// shouldSplit reports whether an idle worker could search some of that many moves
// to that depth for w.
func (w *worker) shouldSplit(moves, depth int) bool {
	if w.team == nil || moves < 2 || depth < splitDepth {
		return false
	}
	if w.team.idle.Load() > 0 {
		return true
	}
	for s := w.split; s != nil; s = s.parent {
		if s.waiting.Load() {
			return true
		}
	}
	return false
}

// share searches the moves of n from the i-th on together with those who come
// to help.
func (w *worker) share(n *node, i int) {
	s := w.openSplit(n, i)
	w.takeMoves(s)
	for below := w.findWork(s); below != nil; below = w.findWork(s) {
		w.workAt(below)
		w.game.CopyFrom(&s.game)
	}
	w.closeSplit(s)
}

// openSplit offers the team the moves of n, the present position of w, from the
// i-th on.
func (w *worker) openSplit(n *node, i int) *split {
	if w.splitsInUse == len(w.ownSplits) {
		w.ownSplits = append(w.ownSplits, &split{})
	}
	s := w.ownSplits[w.splitsInUse]
	w.splitsInUse++
	s.parent, s.seenRaises, s.node, s.next = w.split, w.seenRaises, n, i
	s.game.CopyFrom(w.game)
	s.again = s.again[:0]
	s.raising, s.broken = false, false
	s.cut.Store(false)
	w.team.offer(s)
	return s
}

// closeSplit ends s, which all helpers have left.
func (w *worker) closeSplit(s *split) {
	w.team.withdraw(s)
	w.splitsInUse--
	w.split, w.seenRaises = s.parent, s.seenRaises
	w.stopped = s.broken || w.split.overSince(w.seenRaises)
}

// workAt helps the owner of s.
func (w *worker) workAt(s *split) {
	w.game.CopyFrom(&s.game)
	w.takeMoves(s)
	w.team.leave(s)
}

// takeMoves searches moves of s until there are none to take.
func (w *worker) takeMoves(s *split) {
	w.split = s
	t := w.team
	t.mu.Lock()
	defer t.mu.Unlock()
	for s.left() > 0 && !s.over() {
		i, alpha := s.take(), s.node.alpha
		w.seenRaises, w.stopped = s.raises.Load(), false
		t.mu.Unlock()
		score := w.searchMove(s.node, i, alpha)
		t.mu.Lock()
		w.mergeResult(s, i, score)
	}
}

// left returns how many moves of s there are to take at present.
func (s *split) left() int {
	if s.raising {
		return 0
	}
	return len(s.again) + len(s.node.moves) - s.next
}

// take returns the move of s to search next, as an index.
func (s *split) take() int {
	if last := len(s.again) - 1; last >= 0 {
		i := s.again[last]
		s.again = s.again[:last]
		return i
	}
	i := s.next
	s.node.pickBest(i)
	s.next++
	return i
}

// raise asks whether w may find out by how much its move of n beats alpha. At a
// split one worker may, and nobody else: for the others it is false, and they
// have to stop, perhaps since another was first.
func (w *worker) raise(n *node) bool {
	s := w.split
	if s == nil || s.node != n {
		return true
	}
	w.team.mu.Lock()
	defer w.team.mu.Unlock()
	if w.checkStopped() {
		return false
	}
	s.raising = true
	w.seenRaises = s.raises.Add(1)
	return true
}

// mergeResult adds to s what w found of the i-th move.
func (w *worker) mergeResult(s *split, i int, score Score) {
	upToDate := w.seenRaises == s.raises.Load()
	switch {
	case s.over():
		return
	case w.stopped && !upToDate:
		s.again = append(s.again, i)
		return
	case w.stopped:
		s.broken = true
		s.cut.Store(true)
		return
	case s.raising && upToDate: // it was w that searched the better move
		s.raising = false
		defer w.team.wakeFor(s)
	}
	if s.node.update(i, score, &w.nodes[s.node.ply+1]) {
		s.cut.Store(true)
	}
}

// offer lets others help at s.
func (t *team) offer(s *split) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = append(t.open, s)
	t.wakeFor(s)
}

// withdraw is for the owner of s, when all have left.
func (t *team) withdraw(s *split) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = slices.DeleteFunc(t.open, func(o *split) bool { return o == s })
}

// leave is for a helper that is done with s. The last one wakes the owner.
func (t *team) leave(s *split) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s.helpers--
	if s.helpers > 0 {
		return
	}
	if i := slices.IndexFunc(t.resting, func(w *worker) bool { return w.waitsFor == s }); i >= 0 {
		t.wake(i)
	}
}

// checkStopped looks whether what w searches still matters, and notes in stopped that it
// does not.
func (w *worker) checkStopped() bool {
	if w.split.overSince(w.seenRaises) {
		w.stopped = true
	}
	return w.stopped
}
