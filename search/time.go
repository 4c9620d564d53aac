package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"stupol/movegen"
)

// A control is what the workers of one search share: its position, and how long the
// search may go on.
type control struct {
	position rootPosition
	crowded  bool // all processors search
	nodeBudget
	deadline
}

// A nodeBudget holds the nodes that a search may still visit. Its workers take them
// in small batches, and that is when they learn that the search is over: nothing
// is tested at every node.
type nodeBudget struct {
	nodes int64        // limit for all workers together
	batch int64        // how many are taken at a time
	left  atomic.Int64 // nodes not yet taken; negative when overdrawn
	stop  atomic.Bool  // set once, by whoever finds that the search is over
}

// batchSize is how many nodes are taken at a time: a fraction of a millisecond.
const batchSize = 1024

// A deadline is what ends a search from outside: the caller's context, the
// clock, and the opponent's move.
type deadline struct {
	ctx       context.Context
	start     time.Time
	paced     *pacedTime // the time that counts; nil: the real one, since start
	budget    timeBudget
	early     time.Duration   // when the early report is due; 0: never
	stability stability       // kept by the leading worker
	ponder    <-chan struct{} // nil when the clock binds
}

// newControl returns the control of a search of g that starts now. A forced
// move needs no thought unless the limits ask for analysis.
func newControl(ctx context.Context, l *Limits, g *movegen.Game) *control {
	pieces := g.Position().Pieces[movegen.White] | g.Position().Pieces[movegen.Black]
	c := &control{
		position:   newRootPosition(g, l),
		nodeBudget: nodeBudget{nodes: math.MaxInt64, batch: batchSize},
		deadline:   deadline{ctx: ctx, start: time.Now(), budget: newTimeBudget(l, pieces.Len()), ponder: l.Ponder},
	}
	if l.Nodes > 0 {
		c.nodes = l.Nodes
	}
	c.left.Store(c.nodes)
	if l.Pace > 0 {
		c.paced = &pacedTime{&c.nodeBudget, l.Pace}
	}
	if len(c.position.legal) == 1 && !l.Analyze {
		c.budget = timeBudget{}
	}
	if l.EarlyReport > 0 && c.budget.hard != unlimited {
		c.early = c.budget.hard - l.EarlyReport
	}
	return c
}

// takeBatch returns how many more nodes a worker may visit, at most that many; 0 ends its
// search.
func (p *nodeBudget) takeBatch(most int64) int64 {
	if p.stop.Load() {
		return 0
	}
	size := min(p.batch, most)
	before := p.left.Add(-size) + size
	if before <= 0 {
		p.stop.Store(true)
		return 0
	}
	return min(before, size)
}

// taken returns the nodes taken so far.
func (p *nodeBudget) taken() int64 { return p.nodes - max(p.left.Load(), 0) }

// passed reports whether the search must end at once.
func (d *deadline) passed() bool {
	return d.ctx.Err() != nil || d.timed() && d.elapsed() >= d.budget.hard
}

// nearlyPassed reports whether an early report is due.
func (d *deadline) nearlyPassed() bool {
	return d.early > 0 && d.timed() && d.elapsed() >= d.early
}

// allowsDepth reports whether there is time to begin another depth after one
// that ended with best.
func (d *deadline) allowsDepth(best *rootLine) bool {
	d.stability.add(best)
	return !d.passed() && (!d.timed() || d.budget.allowsDepth(d.elapsed(), d.stability.timeFactor()))
}

// timed reports whether the clock binds: not while the opponent thinks.
func (d *deadline) timed() bool {
	if d.ponder == nil {
		return true
	}
	select {
	case <-d.ponder:
		return true
	default:
		return false
	}
}

func (d *deadline) elapsed() time.Duration {
	if d.paced != nil {
		return d.paced.elapsed()
	}
	return time.Since(d.start)
}

// A pacedTime is a time that passes with the nodes of a search.
type pacedTime struct {
	nodes *nodeBudget
	pace  int64 // nodes a millisecond
}

func (p *pacedTime) elapsed() time.Duration {
	return time.Duration(float64(p.nodes.taken()) / float64(p.pace) * float64(time.Millisecond))
}

// firstNodes is how many nodes the first depth may take before a limit in time can
// end it: some milliseconds' worth. So the move to play has been searched one ply
// deep, however little time there is. Only positions with many kings need more.
const firstNodes = 16 * batchSize

// firstTime is how long firstNodes may take.
const firstTime = time.Second

// A clockPace says how often a worker looks at the clock: soon every batchSize nodes,
// but more often where nodes are slow. A Frisian position that no game leads to can
// have so many ways to capture that one node takes ten milliseconds.
type clockPace struct {
	every  int64         // nodes between two looks
	looked int64         // nodes taken when it last looked
	at     time.Duration // when that was
}

// slowBatch is what the nodes between two looks at the clock may take.
const slowBatch = 10 * time.Millisecond

// look notes a look at the clock after that many nodes and that time.
func (p *clockPace) look(taken int64, elapsed time.Duration) {
	if elapsed-p.at > slowBatch {
		p.every = max(p.every/4, 1)
	} else {
		p.every = min(p.every*2, batchSize)
	}
	p.looked, p.at = taken, elapsed
}

// takeNodes gets w more nodes to visit.
func (w *worker) takeNodes() bool {
	c := w.control
	if w.nodesTaken-w.clockPace.looked >= w.clockPace.every || w.nodesTaken == 0 {
		giveWay(c.crowded)
		w.clockPace.look(w.nodesTaken, c.elapsed())
		mayStop := w.leaderDepth() > 1 || w.nodesTaken >= firstNodes || w.clockPace.at > firstTime
		if w.leads && w.root.depth > 1 && c.nearlyPassed() {
			w.root.reportEarly()
		}
		if mayStop && c.passed() {
			c.stop.Store(true)
		}
	}
	w.nodesLeft = c.takeBatch(w.clockPace.every)
	w.nodesTaken += w.nodesLeft
	w.stopped = w.nodesLeft == 0
	return !w.stopped
}

// positionsPerSecond is what a thread visits in a second on a fast machine.
const positionsPerSecond = 5_000_000

// positions returns how many positions that many threads can be expected to visit at most,
// on a fast machine. Without a limit of nodes or time it is any number: math.MaxInt64.
func (c *control) positions(threads int) float64 {
	most := float64(c.nodes)
	if c.ponder == nil && c.budget.hard != unlimited {
		most = min(most, c.budget.hard.Seconds()*positionsPerSecond*float64(threads))
	}
	return most
}

// visited returns the nodes visited by all workers. It counts what other
// workers have taken.
func (w *worker) visited() int64 { return w.control.taken() - w.nodesLeft }

// A timeBudget is the time for one search, counted from its start.
type timeBudget struct {
	soft time.Duration // what the move should take
	hard time.Duration // what it may take at most
}

const (
	// unlimited is longer than any search.
	unlimited time.Duration = math.MaxInt64

	// minTime is what a search gets that is asked to take no time at all.
	minTime = time.Millisecond

	// The clock is planned to last for minMovesToGo moves and another
	// movesToGoPerPiece for each piece on the board, unless a time control
	// comes first. Smaller numbers spend more time early.
	minMovesToGo      = 16
	movesToGoPerPiece = 0.4

	// The hard limit is hardFactor times the soft limit, but at most the soft limit
	// plus one part in hardParts of the rest of the clock.
	hardFactor = 4
	hardParts  = 4

	// One part in incrementParts of each increment is saved, so that a clock
	// that has nearly run out recovers.
	incrementParts = 5

	// reserve is kept on the clock for moments in which the machine does other
	// work, besides the longest such moment of late (see lagMeter).
	reserve = 150 * time.Millisecond

	// lastStart is the part of the soft limit after which no other depth
	// begins: a depth mostly takes longer than all depths before it together.
	lastStart = 0.6
)

// newTimeBudget returns the time that MoveTime and Clock allow together for a move
// on a board with that many pieces.
func newTimeBudget(l *Limits, pieces int) timeBudget {
	b := timeBudget{unlimited, unlimited}
	if l.Clock != nil {
		b = l.Clock.timeBudget(l.Overhead, reserve+l.stall, minMovesToGo+int(movesToGoPerPiece*float64(pieces)))
	}
	if l.MoveTime != 0 {
		b.hard = min(b.hard, max(l.MoveTime-l.Overhead, l.MoveTime/2, minTime))
	}
	return b
}

// timeBudget divides the time on the clock, but for the reserve, by the moves to go,
// each of which loses some overhead. The increment of this move can be used already, those
// of the moves to come cannot.
func (c *Clock) timeBudget(overhead, reserve time.Duration, movesToGo int) timeBudget {
	moves := time.Duration(movesToGo)
	if c.Moves > 0 {
		moves = min(moves, time.Duration(c.Moves)+1) // one to spare
	}
	remaining, increment := c.Remaining-reserve, c.Increment
	if remaining < 0 { // the less is left, the less of the increment is used
		there := max(c.Available(), 0)
		increment = time.Duration(float64(increment) * float64(there) / float64(reserve+increment))
		remaining = 0
	}
	available := max(remaining+increment-overhead, minTime)
	soft := remaining/moves + increment - increment/incrementParts - overhead
	soft = min(max(soft, minTime), available)
	return timeBudget{
		soft: soft,
		hard: min(hardFactor*soft, soft+(available-soft)/hardParts),
	}
}

// A stability says how settled the search is on its best move. Where the best
// move keeps changing, or its score falls, more time is worth spending.
type stability struct {
	best            moveKey // after the last depth
	score           Score
	bestMoveChanges float64 // each counts half as much at every further depth
	scoreDrop       Score   // at the last depth
}

// The factor by which a search multiplies its soft limit.
const (
	baseTimeFactor      = 0.7  // when the best move has not changed for long
	timeFactorPerChange = 0.6  // added for each recent change
	timeFactorPerDrop   = 0.01 // for each hundredth of a man that the score fell
	maxScoreDrop        = 50
)

// add tells the stability the result of another depth.
func (s *stability) add(line *rootLine) {
	best := keyOf(line.pv[0])
	s.bestMoveChanges /= 2
	s.scoreDrop = 0
	if s.best != noMove {
		if best != s.best {
			s.bestMoveChanges++
		}
		s.scoreDrop = min(max(s.score-line.score, 0), maxScoreDrop)
	}
	s.best, s.score = best, line.score
}

// timeFactor returns by how much to multiply the soft limit.
func (s *stability) timeFactor() float64 {
	return (baseTimeFactor + timeFactorPerChange*s.bestMoveChanges) * (1 + timeFactorPerDrop*float64(s.scoreDrop))
}

// allowsDepth reports whether a depth begun after that time is likely to end
// within the soft limit times the factor.
func (b timeBudget) allowsDepth(elapsed time.Duration, timeFactor float64) bool {
	return float64(elapsed) < lastStart*timeFactor*float64(b.soft)
}

// A lagMeter learns from the clock what a move costs besides its search: on
// the way to the clock, or because the machine had other work. Whoever sends
// the clock of the next move tells what was lost at the last one. It also learns
// for how long other work has kept searches from ending at their hard limit.
type lagMeter struct {
	lag      time.Duration // the most of late: an old one fades
	stall    time.Duration // the same of what searches took beyond their hard limit
	expected time.Duration // what the clock would show now, had nothing been lost
	expects  bool          // expected means something
}

const (
	// lagFades and stallFades are the parts of a lag and of a stall that are
	// forgotten with each move.
	lagFades   = 8
	stallFades = 32

	// longestLag is the longest loss that counts as lag. A longer one has another
	// reason: another game, a move taken back.
	longestLag = 500 * time.Millisecond
)

// read takes the lag of the last move from the clock before the next, and
// returns that to expect of it; none if there is no clock.
func (m *lagMeter) read(c *Clock) time.Duration {
	if c == nil {
		return 0
	}
	m.lag -= m.lag / lagFades
	if lost := m.expected - c.Remaining; m.expects && lost > m.lag && lost <= longestLag {
		m.lag = lost
	}
	m.expects = false
	return m.lag
}

// expect works out what the clock should show before the next move, after a
// search under l that took so long, of at most hard. Of one that began in the
// opponent's time it cannot tell.
func (m *lagMeter) expect(l *Limits, took, hard time.Duration) {
	if m.expects = l.Clock != nil && l.Ponder == nil; m.expects {
		m.expected = l.Clock.Available() - took
		if hard > 0 { // a forced move has no limit to overstep
			m.stall = min(max(m.stall-m.stall/stallFades, took-hard), longestLag)
		}
	}
}
