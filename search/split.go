package search

import (
	"slices"
	"sync/atomic"

	"stupol/movegen"
)

// A split is a position whose moves several workers share. Its owner comes to
// it in the course of its search and opens it when the first move has been
// searched (the young brothers wait: Feldmann, Mysliwietz, Monien and
// Vornberger, ICCA Journal 12(2), 1989) and somebody has nothing to do. Until
// they have all left, the owner goes nowhere but into splits that those still
// at work there have opened in turn (Feldmann's helpful master).
//
// The mutex of the team guards the fields from next to broken; those before do
// not change as long as anybody is at work here.
type split struct {
	parent *split       // the one the owner was at work at; nil: none
	node   *node        // of the owner: moves, ranks and line are guarded, too
	game   movegen.Game // at the position
	beta   Score
	depth  int // of the search behind the moves
	ply    int

	next    int    // the first move that nobody has taken
	alpha   Score  // what a move has to beat
	found   record // of those that have been searched
	better  []int  // the moves that raised alpha, in that order
	helpers int    // at work here
	broken  bool   // a move was not searched to its end

	cut     atomic.Bool // no other move matters any more
	waiting atomic.Bool // the owner has nothing to do
}

// splitDepth is the shallowest search behind a move that is worth sharing.
const splitDepth = 3

// over reports whether what is found at s does not matter any more.
func (s *split) over() bool {
	for ; s != nil; s = s.parent {
		if s.cut.Load() {
			return true
		}
	}
	return false
}

// below reports whether s was opened in the course of a search at other. All
// are below nil.
func (s *split) below(other *split) bool {
	for s != nil && s.parent != other {
		s = s.parent
	}
	return s != nil || other == nil
}

// wanted reports whether somebody has nothing to do who could search some of
// so many moves to that depth for w.
func (w *worker) wanted(moves, depth int) bool {
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

// newSplit returns a split at n, the present position of w, for the caller to
// set out what is to be done. It may be used until w shares another.
func (w *worker) newSplit(n *node, ply int) *split {
	if w.shared == len(w.splits) {
		w.splits = append(w.splits, &split{})
	}
	s := w.splits[w.shared]
	s.parent, s.node, s.ply = w.split, n, ply
	s.game.CopyFrom(w.game)
	s.better, s.broken = s.better[:0], false
	s.cut.Store(false)
	return s
}

// share searches what s has to do together with those who come to help.
func (w *worker) share(s *split) {
	w.shared++
	w.team.offer(s)
	w.takeMoves(s)
	for below := w.findWork(s); below != nil; below = w.findWork(s) {
		w.workAt(below)
		w.game.CopyFrom(&s.game)
	}
	w.shared--
	w.split = s.parent
	w.stopped = s.broken || s.parent.over()
}

// workAt helps the owner of s.
func (w *worker) workAt(s *split) {
	w.game.CopyFrom(&s.game)
	w.takeMoves(s)
	w.team.leave(s)
}

// takeMoves searches moves of s until there are none to take.
func (w *worker) takeMoves(s *split) {
	w.split, w.stopped = s, false
	t := w.team
	t.mu.Lock()
	defer t.mu.Unlock()
	for s.next < len(s.node.moves) && !s.over() {
		i, alpha := s.next, s.alpha
		m := s.node.next(i)
		s.next++
		t.mu.Unlock()
		score := w.searchMove(m, i, alpha, s.beta, s.depth, s.ply)
		t.mu.Lock()
		w.settle(s, i, score)
	}
	t.open = slices.DeleteFunc(t.open, func(o *split) bool { return o == s })
}

// settle adds to s what w found of the i-th move.
func (w *worker) settle(s *split, i int, score Score) {
	switch {
	case s.over():
		return
	case w.stopped:
		s.broken = true
		s.cut.Store(true)
		return
	case score <= s.found.score:
		return
	}
	s.found.score = score
	if score <= s.alpha {
		return
	}
	m := s.node.moves[i]
	s.alpha, s.found.move, s.found.bound = score, keyOf(m), exactly
	s.better = append(s.better, i)
	s.node.lead(m, &w.nodes[s.ply+1])
	if score >= s.beta {
		s.found.bound = atLeast
		s.cut.Store(true)
	}
}

// offer lets others help at s.
func (t *team) offer(s *split) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = append(t.open, s)
	t.callTo(s)
}

// leave is for a helper that is done with s. The last one wakes the owner.
func (t *team) leave(s *split) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s.helpers--
	if s.helpers > 0 {
		return
	}
	if i := slices.IndexFunc(t.resting, func(w *worker) bool { return w.restsAt == s }); i >= 0 {
		t.call(i)
	}
}

// cutOff reports whether what w is at does not matter any more.
func (w *worker) cutOff() bool {
	if w.split != nil && w.split.over() {
		w.stopped = true
	}
	return w.stopped
}
