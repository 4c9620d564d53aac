package search

import (
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

const (
	// maxDepth is the deepest nominal search, in plies.
	maxDepth = 99

	// maxPly is the longest line of play, with extensions and captures.
	maxPly = 200
)

// A worker searches by itself. It owns all that it writes but the table.
type worker struct {
	rules   *movegen.Rules
	eval    *eval.Evaluator
	table   *table
	team    *team           // nil for a worker alone
	prober  *endgame.Prober // nil: none
	control *control
	leads   bool // deepens; the others help
	skill   skill
	seed    uint64

	observer Observer // nil: none

	Constants

	// exhaustive searches every line to the same depth. The search is
	// tested against a plain minimax that way.
	exhaustive bool

	game    *movegen.Game // the line being searched, on top of the real game
	nodes   [maxPly + 1]node
	history history
	split   *split        // the innermost it works below; nil: none
	seen    int32         // the raises of split when it took its move there
	splits  []*split      // its own, to be used again
	shared  int           // how many of them are in use
	restsAt *split        // the one it waits for while it rests; nil: any
	called  chan struct{} // to wake it

	depth   int   // of the current iteration, for the leader
	grant   int64 // nodes it may visit before it asks again
	granted int64 // so far
	stopped bool  // what it is at is over: values on the way back mean nothing

	root   []movegen.Move // best first
	lines  []finding      // of the first moves of root
	before finding        // the line in search, as it was at the depth before
	leaves leafCount      // of the current iteration
	pieces int            // positions with up to so many are looked up in databases
}

// A node is what a worker keeps of one position of its line. Its slices keep
// their space from visit to visit, so that no node allocates.
type node struct {
	moves []movegen.Move
	ranks []int32        // of moves, for the order in which to try them
	line  []movegen.Move // the best continuation, if it is exact
}

// lead makes the line of n the move m and the line that follows it.
func (n *node) lead(m movegen.Move, next *node) {
	n.line = append(append(n.line[:0], m), next.line...)
}

// begin makes w ready for a search of g for the best lines, at most as many
// as there are moves.
func (w *worker) begin(c *control, g *movegen.Game, lines int) {
	w.control, w.game, w.pieces = c, g.Clone(), c.ending.pieces
	w.grant, w.granted, w.stopped = 0, 0, false
	w.root = append(w.root[:0], c.root...)
	w.guess(min(lines, len(w.root)))
	w.history = history{}
}

// play makes a move on the way down, to a position that is to be searched to that
// depth. It reports false, and leaves the game as it is, when the search is over.
func (w *worker) play(m movegen.Move, depth int) bool {
	if w.grant == 0 && !w.askGrant() {
		return false
	}
	w.grant--
	w.game.Push(m)
	if depth > 0 { // else nobody asks the table
		w.table.prefetch(w.key(w.game.Position()))
	}
	return true
}

// expect lets come what the table knows of the position after m, which is to be
// searched to that depth soon, but not next: memory takes nearly as long to answer
// as a position to visit. If a draw is near, another key will be asked for.
func (w *worker) expect(m movegen.Move, depth int) {
	if depth > 0 {
		w.table.prefetch(w.game.Position().HashAfter(m))
	}
}

// firstNodes is how many nodes the first depth is not interrupted for, so
// that there is an honest move to play, however little time there is. They are
// more than enough unless there are many kings: some milliseconds.
const firstNodes = 16 * grantSize

// askGrant gets w more nodes to visit.
func (w *worker) askGrant() bool {
	c := w.control
	if w.granted%grantSize == 0 && (!w.leads || w.depth > 1 || w.granted >= firstNodes) && c.passed() {
		c.stop.Store(true)
	}
	w.grant = c.grant()
	w.granted += w.grant
	w.stopped = w.grant == 0
	return !w.stopped
}

// visited returns the nodes visited by all workers. It counts what other
// workers were granted.
func (w *worker) visited() int64 { return w.control.granted() - w.grant }
