package search

import (
	"sync/atomic"

	"stupol/movegen"
)

// Marks say which moves are being searched at this moment. A worker that comes
// to a position where another is at work leaves that one's move for later: by
// then the table mostly knows what became of it. So the workers share the work
// at a position without a word to each other. (Weill's ABDADA, ICCA Journal
// 19(1), 1996, as simplified by Tom Simpson.)
//
// A slot has room for one move. If two moves meet in it the older is forgotten,
// and may be searched twice. The nil marks, of a worker alone, mark nothing.
type marks [1 << markBits]atomic.Uint64

const (
	markBits = 15

	// markedDepth is the shallowest search that is worth a mark.
	markedDepth = 2
)

// markOf returns the mark of a move in the position with that hash.
func markOf(hash uint64, m movegen.Move) uint64 {
	return (hash ^ uint64(keyOf(m))*0xD6E8FEB86659FD93) * 0x9E3779B97F4A7C15
}

// take sets a mark and reports whether it was free.
func (s *marks) take(mark uint64) bool {
	slot := &s[mark>>(64-markBits)]
	if slot.Load() == mark {
		return false
	}
	slot.Store(mark)
	return true
}

// leave takes a mark back.
func (s *marks) leave(mark uint64) {
	slot := &s[mark>>(64-markBits)]
	if slot.Load() == mark {
		slot.Store(0)
	}
}

// A turn is how far a worker has come with the moves of a position.
type turn struct {
	next     int    // the first move not looked at
	deferred []int  // those that others were searching
	mark     uint64 // of the move being searched; 0: not marked
}

func (t *turn) begin() { t.next, t.deferred = 0, t.deferred[:0] }

// nextMove returns the place in n of the next move to search to that depth, in
// their order but for those that others are searching, or -1 after the last.
// The move before is done with.
func (w *worker) nextMove(n *node, depth int) int {
	t := &n.turn
	w.done(t)
	for t.next < len(n.moves) {
		i := t.next
		t.next++
		m := n.next(i)
		if w.marks == nil || i == 0 || depth < markedDepth {
			return i
		}
		mark := markOf(n.hash, m)
		if w.marks.take(mark) {
			t.mark = mark
			return i
		}
		t.deferred = append(t.deferred, i)
	}
	if len(t.deferred) == 0 {
		return -1
	}
	i := t.deferred[0]
	t.deferred = append(t.deferred[:0], t.deferred[1:]...)
	return i
}

// done takes the mark of t back, if it has one.
func (w *worker) done(t *turn) {
	if t.mark != 0 {
		w.marks.leave(t.mark)
		t.mark = 0
	}
}
