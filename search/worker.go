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

// A worker searches. An engine has one for each thread, and the first leads. A worker owns all that
// it writes but the table.
type worker struct {
	settings        // the same for all workers of an engine
	table    *table // shared by all
	eval     *eval.Scorer
	prober   *endgame.Prober
	leads    bool

	lineSearch
	team *team      // nil for a worker alone
	root rootSearch // of the leader
}

// settings are what an engine is built with, as far as workers need it.
type settings struct {
	allConstants
	rules    *movegen.Rules
	skill    skill
	seed     uint64
	observer Observer // nil: none

	// exhaustive searches every line to the same depth. The search is
	// tested against a plain minimax that way.
	exhaustive bool
}

// A lineSearch is a search from the root along one line, and what it has seen on
// the way.
type lineSearch struct {
	control   *control
	game      *movegen.Game // the line, on top of the real game
	nodes     [maxPly + 1]node
	history   history
	leaves    leafCount // since the leader began an iteration
	maxPieces int       // positions with up to that many are probed in databases

	// rootPlies is the moves of the game before the root. Who comes back to a position
	// of the search could do so again, so it is a draw at once. To one of before the
	// opponent may have another answer now: only the draw rules count.
	rootPlies int

	nodesLeft  int64 // before it asks for more
	nodesTaken int64 // so far
	clockPace  clockPace
	stopped    bool // what it searches is over: scores on the way back mean nothing
}

// begin makes w ready for a search of g for the best lines, at most as many
// as there are moves.
func (w *worker) begin(c *control, g *movegen.Game, lines int) {
	w.control, w.game, w.maxPieces = c, g.Clone(), c.position.maxPieces
	w.rootPlies = len(g.Moves())
	w.nodesLeft, w.nodesTaken, w.stopped = 0, 0, false
	w.clockPace = clockPace{every: 1}
	w.history = history{}
	w.beginRoot(lines)
}

// play makes a move on the way down. It reports false, and leaves the game as it is, when
// the search is over.
func (w *worker) play(m movegen.Move) bool {
	if w.nodesLeft == 0 && !w.takeNodes() {
		return false
	}
	w.nodesLeft--
	w.game.Push(m)
	return true
}

// prefetchChild fetches the table's bucket for the position after m, which is to
// be searched soon: memory takes nearly as long to answer as a position to search. If a draw
// is near, another key will be asked for.
func (w *worker) prefetchChild(m movegen.Move) {
	w.table.prefetch(w.game.Position().HashAfter(m))
}
