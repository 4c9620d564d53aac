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
// A move that turns out to beat alpha is worth waiting for: what the others
// have begun to search against the old alpha is interrupted, to be begun again
// against the new one, and until that is known they help with this move.
//
// The mutex of the team guards the fields from next to broken; those before do
// not change as long as anybody is at work here.
type split struct {
	parent *split       // the one the owner was at work at; nil: none
	seen   int32        // the raises of parent when the owner took its move there
	node   *node        // of the owner: moves, ranks and line are guarded, too
	game   movegen.Game // at the position
	beta   Score
	depth  int // of the search behind the moves
	ply    int

	next    int    // the first move that nobody has taken
	again   []int  // moves that were given back
	raising bool   // somebody searches a move that beats alpha
	alpha   Score  // what a move has to beat
	found   record // of those that have been searched
	better  []int  // the moves that raised alpha, in that order
	helpers int    // at work here
	broken  bool   // a move was not searched to its end

	cut     atomic.Bool  // no other move matters any more
	raises  atomic.Int32 // how often a move was found to beat alpha
	waiting atomic.Bool  // the owner has nothing to do
}

// splitDepth is the shallowest search behind a move that is worth sharing.
const splitDepth = 3

// over reports whether what is found at s does not matter any more.
func (s *split) over() bool { return s.overSince(s.raises.Load()) }

// overSince reports whether a search below s does not matter any more that
// began when s had seen so many raises.
func (s *split) overSince(raises int32) bool {
	for ; s != nil; s, raises = s.parent, s.seen {
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
	s.parent, s.seen, s.node, s.ply = w.split, w.seen, n, ply
	s.game.CopyFrom(w.game)
	s.again, s.better = s.again[:0], s.better[:0]
	s.raising, s.broken = false, false
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
	w.team.withdraw(s)
	w.shared--
	w.split, w.seen = s.parent, s.seen
	w.stopped = s.broken || w.split.overSince(w.seen)
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
		i, alpha := s.take(), s.alpha
		w.seen, w.stopped = s.raises.Load(), false
		t.mu.Unlock()
		score := w.searchShared(s, i, alpha)
		t.mu.Lock()
		w.settle(s, i, score)
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
	s.node.next(i)
	s.next++
	return i
}

// searchShared is searchMove for the i-th move of s.
func (w *worker) searchShared(s *split, i int, alpha Score) Score {
	m := s.node.moves[i]
	if w.cutOff() || !w.play(m, s.depth) {
		return Draw
	}
	score := w.scout(m, i, alpha, s.beta, s.depth, s.ply)
	if score > alpha && score < s.beta && w.raise(s) {
		score = -w.search(-s.beta, -alpha, s.depth, s.ply+1)
	}
	w.game.Pop()
	return score
}

// raise lets w, and nobody else, find out by how much its move beats the alpha
// of s. It reports false if w has to stop, perhaps since another was first.
func (w *worker) raise(s *split) bool {
	w.team.mu.Lock()
	defer w.team.mu.Unlock()
	if w.cutOff() {
		return false
	}
	s.raising = true
	w.seen = s.raises.Add(1)
	return true
}

// settle adds to s what w found of the i-th move.
func (w *worker) settle(s *split, i int, score Score) {
	upToDate := w.seen == s.raises.Load()
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
		defer w.team.callTo(s)
	}
	if score <= s.found.score {
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
	if i := slices.IndexFunc(t.resting, func(w *worker) bool { return w.restsAt == s }); i >= 0 {
		t.call(i)
	}
}

// cutOff reports whether what w is at does not matter any more.
func (w *worker) cutOff() bool {
	if w.split.overSince(w.seen) {
		w.stopped = true
	}
	return w.stopped
}
