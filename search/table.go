package search

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"stupol/eval/hugepage"
	"stupol/movegen"
)

// A table is the transposition table: what earlier searches learned about a
// position. It is safe for concurrent use without locks. An entry is two
// words, written one after the other; the first is stored xor the second, so
// a reader that meets half of each of two writes sees a key that does not
// match and reports a miss (Hyatt and Mann, ICGA Journal 25(1), 2002).
//
// The nil table holds nothing and remembers nothing.
type table struct {
	buckets []bucket // those of memory that the current search uses
	used    int      // how many of memory, from the first on, may hold something
	age     uint8    // of the current search, 0 to ageMask

	memory  *tableMemory    // nil once the table is closed
	cleanup runtime.Cleanup // releases memory if nobody closes the table
}

// A bucket is the entries a position may be stored in: one cache line.
type bucket [4]entry

type entry struct {
	key  word // xor data
	data word // a packed ttEntry
}

const bucketBytes = 64

const (
	// newTable waits for the system to provide the memory until headStart has
	// passed, enough for 1 to 2 GiB on two cores, and headBytes are there.
	headStart = time.Second
	headBytes = 128 << 20

	// patience is how long a search must last at least to use memory that the
	// system has yet to provide. In one of 1 s, with 12 GiB on a machine with
	// six times the work it can do, the search was stopped 2 s late.
	patience = time.Minute

	// entriesPerPosition is how many entries a search uses for each position it is expected
	// to visit. It stores one in six, so there is room for eleven searches. With 1.6 no
	// loss was seen against 419, with 0.8 perhaps one (EXPERIMENTS.md); with 2 the searches of a game
	// with 12.5 ms a move use 2 MiB.
	entriesPerPosition = 2

	// leastBuckets is what even the shortest search uses: 1 MiB.
	leastBuckets = 1 << 20 / bucketBytes
)

// newTable returns a table of at most size bytes, and at least one bucket. It
// fails if there is no memory for it and the rest of the program. What memory the system has not provided
// by then it provides in the background.
func newTable(size int64) (*table, error) {
	n := max(size/bucketBytes, 1)
	if n > math.MaxInt/bucketBytes {
		return nil, fmt.Errorf("a table of %d bytes", size)
	}
	m, err := newTableMemory(int(n))
	if err != nil {
		return nil, err
	}
	t := &table{buckets: m.buckets, memory: m}
	t.cleanup = runtime.AddCleanup(t, (*tableMemory).release, m)
	m.wait(headStart, headBytes/bucketBytes)
	return t, nil
}

// close gives the memory of t back. Nothing can be looked up or stored any more.
func (t *table) close() {
	if t.memory != nil {
		t.cleanup.Stop()
		t.memory.release()
		t.buckets, t.memory, t.used = nil, nil, 0
	}
}

// bytes returns the size of t, 0 once it is closed.
func (t *table) bytes() int64 {
	if t.memory == nil {
		return 0
	}
	return int64(len(t.memory.buckets)) * bucketBytes
}

// prefetch brings near what get will need for that hash. Without it the loads of
// get took a seventh of the time of a search (profile of the bench at depth 15).
func (t *table) prefetch(hash uint64) {
	if t != nil {
		prefetch(t.bucket(hash))
	}
}

// get returns what is known of the position with that hash; the bound is
// noBound if nothing is.
func (t *table) get(hash uint64) ttEntry {
	if t == nil {
		return ttEntry{}
	}
	b := t.bucket(hash)
	for i := range b {
		if data, ok := b[i].get(hash); ok {
			return unpack(data)
		}
	}
	return ttEntry{}
}

// put stores what is known of the position with that hash: in its own entry
// if it has one, or else over the least useful one of its bucket.
func (t *table) put(hash uint64, e ttEntry) {
	if t == nil {
		return
	}
	b := t.bucket(hash)
	worst, least := &b[0], math.MaxInt
	for i := range b {
		data, own := b[i].get(hash)
		if own {
			worst = &b[i]
			if e.move == noMove {
				e.move = unpack(data).move
			}
			break
		}
		if use := t.usefulness(data); use < least {
			worst, least = &b[i], use
		}
	}
	worst.put(hash, e.pack(t.age))
}

// usefulness ranks stored data for replacement: the deeper the better, and
// what this search stored before what earlier ones left.
func (t *table) usefulness(data uint64) int {
	e := unpack(data)
	switch {
	case e.bound == noBound:
		return -1
	case ageOf(data) != t.age:
		return e.depth
	}
	return e.depth + maxDepth
}

// nextSearch makes all entries old, for a search that may take so long and is expected to
// visit so many positions. It uses as much of the table as that needs, or as searches since
// clear have used: the less there is, the more of it stays in the caches of the processor. A
// short search also uses no memory that is yet to come. When a search uses more, positions
// have other buckets and what is known of them is lost; so there are steps by two.
func (t *table) nextSearch(hard time.Duration, positions float64) {
	t.age = (t.age + 1) & ageMask
	there := t.memory.buckets
	if hard < patience {
		there = t.memory.provided()
	}
	buckets := leastBuckets
	for buckets < len(there) && float64(buckets*len(bucket{})) < positions*entriesPerPosition {
		buckets *= 2
	}
	t.buckets = there[:min(max(buckets, t.used), len(there))]
	t.used = max(t.used, len(t.buckets))
}

// clear forgets everything. It is work for all processors: two of them clear 20
// GB in a second.
func (t *table) clear() {
	if t.used == 0 {
		return
	}
	dirty := t.memory.clearMissing(t.used)
	share := max(len(dirty)/runtime.NumCPU(), 1<<14)
	var clearing sync.WaitGroup
	for part := range slices.Chunk(dirty, share) {
		clearing.Go(func() { clear(part) })
	}
	clearing.Wait()
	t.used, t.age = 0, 0
}

// bucket returns the bucket for a hash: the larger the hash, the further back,
// so that any number of buckets is filled evenly (Lemire, "A fast alternative
// to the modulo reduction", 2016).
func (t *table) bucket(hash uint64) *bucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// get returns the data of e if it is that of the position.
func (e *entry) get(hash uint64) (data uint64, ok bool) {
	data = e.data.Load()
	return data, e.key.Load()^data == hash
}

func (e *entry) put(hash, data uint64) {
	e.data.Store(data)
	e.key.Store(hash ^ data)
}

// A ttEntry is what the table keeps of one position: the result of a search
// and the move to try first. With a fifth field the compiler would keep it in memory
// instead of registers, which took 4 % of the time of a search.
type ttEntry struct {
	score Score // as seen from the position itself: see toTT
	depth int   // from 0; kept up to maxTableDepth
	bound bound
	move  moveKey // noMove if no move is better than another
}

// bound says what a score tells about the true one.
type bound uint8

// The bounds.
const (
	noBound bound = iota // nothing is stored
	upper
	lower
	exact
)

// cutsOff reports whether e is enough to answer a search of that depth for
// that window.
func (e ttEntry) cutsOff(depth int, alpha, beta Score) bool {
	if e.depth < depth {
		return false
	}
	switch e.bound {
	case upper:
		return e.score <= alpha
	case lower:
		return e.score >= beta
	}
	return e.bound == exact
}

// The layout of a packed entry, from the lowest bit.
const (
	scoreBits = 16
	depthBits = 8
	boundBits = 2
	ageBits   = 6

	depthShift = scoreBits
	boundShift = depthShift + depthBits
	ageShift   = boundShift + boundBits
	moveShift  = ageShift + ageBits // the move takes the other 32

	ageMask = 1<<ageBits - 1

	// maxTableDepth is the greatest depth that is kept; extensions could lead beyond it. To
	// claim less than is known is safe.
	maxTableDepth = 1<<depthBits - 1
)

// pack returns e as the table stores it in a search of that age.
func (e ttEntry) pack(age uint8) uint64 {
	return uint64(uint16(e.score)) | uint64(min(e.depth, maxTableDepth))<<depthShift |
		uint64(e.bound)<<boundShift | uint64(age)<<ageShift | uint64(e.move)<<moveShift
}

func unpack(data uint64) ttEntry {
	return ttEntry{
		score: Score(int16(data)),
		depth: int(uint8(data >> depthShift)),
		bound: bound(data >> boundShift & (1<<boundBits - 1)),
		move:  moveKey(data >> moveShift),
	}
}

// ageOf returns the age of the search that stored data.
func ageOf(data uint64) uint8 { return uint8(data >> ageShift & ageMask) }

// A moveKey names a move among the legal ones of its position. Two of them
// hardly ever share a key, and the table only uses it to choose what to try
// first.
type moveKey uint32

// noMove is the key of no move at all.
const noMove moveKey = 0

// keyOf returns the key of m: its two squares, a bit that keeps it from being
// noMove, and 19 bits mixed from the captured pieces and the promotion.
func keyOf(m movegen.Move) moveKey {
	mixed := uint64(m.Captured) * 0x9E3779B97F4A7C15
	if m.Promotes {
		mixed = ^mixed
	}
	return squaresKey(m.From, m.To) | moveKey(mixed>>45)<<squaresKeyBits
}

// squaresKey returns the lowest bits of a key, which name the squares of the move.
func squaresKey(from, to movegen.Square) moveKey { return moveKey(from) | moveKey(to)<<6 | 1<<12 }

const squaresKeyBits = 13

// mayBe reports whether a move with the key k, if it is one, has these squares.
func (k moveKey) mayBe(from, to movegen.Square) bool {
	return k&(1<<squaresKeyBits-1) == squaresKey(from, to)
}

// toTT returns e, found ply moves below the root, as the table keeps
// it, for any path to the position: scores beyond MaxEval carry a distance,
// which is then counted from the position itself.
func (e ttEntry) toTT(ply int) ttEntry {
	switch {
	case e.score > MaxEval:
		e.score += Score(ply)
	case e.score < -MaxEval:
		e.score -= Score(ply)
	}
	return e
}

// fromTT is the inverse of toTT.
func (e ttEntry) fromTT(ply int) ttEntry { return e.toTT(-ply) }

// countHorizon is how few plies must be left before a draw by counting for the hash to
// include them. Usual searches of positions with kings do not see that far.
const countHorizon = 32

// key returns the hash under which the table keeps the present position of the
// game, p. A score found with plenty of moves left would hide a draw by counting that
// is near, and a score of such a draw is wrong where the count has just begun. So the
// hash includes the plies left when there are few.
func (w *worker) key(p *movegen.Position) uint64 {
	left := w.game.CountLeft()
	if left > countHorizon {
		return p.Hash
	}
	return p.Hash ^ uint64(left+1)*0x9E3779B97F4A7C15
}

// A tableMemory is the memory of a table. It belongs to the system, not to the
// heap, so it must be released.
//
// Mapped memory is only promised: whoever first writes to a page waits until the
// system has found and cleared one, up to some milliseconds for 2 MiB, and a
// search would wait at every other node. So all of it is asked for in advance. But
// 8 GiB take 4 to 40 s, so what is there can be used before.
type tableMemory struct {
	buckets []bucket
	users   atomic.Int32 // who may write to it: the table, and those who ask for it

	asking  int           // goroutines that began to ask for it
	pieces  int64         // of pieceBuckets
	next    atomic.Int64  // the first that nobody has asked for
	leaving atomic.Bool   // one goroutine is enough
	stopped atomic.Bool   // nothing more is to be asked for
	done    chan struct{} // closed when nobody asks any more
}

// pieceBuckets is how many buckets are asked for at a time: a huge page.
const pieceBuckets = 2 << 20 / bucketBytes

// newTableMemory returns memory for n empty buckets, and begins to ask for it on
// all processors.
func newTableMemory(n int) (*tableMemory, error) {
	buckets, err := hugepage.Map[bucket](n)
	if err != nil {
		return nil, err
	}
	if err := leavesRoom(n * bucketBytes); err != nil {
		return nil, errors.Join(err, hugepage.Unmap(buckets))
	}
	m := &tableMemory{buckets: buckets, done: make(chan struct{})}
	m.users.Store(1)
	m.pieces = int64((n + pieceBuckets - 1) / pieceBuckets)
	m.provide(min(runtime.NumCPU(), int(m.pieces)))
	return m, nil
}

// leavesRoom returns an error if there is no room for the rest of the program beside a
// table of that many bytes, as under ulimit -v. The heap grows by 64 MiB of addresses
// at a time, and if it cannot the program crashes.
func leavesRoom(bytes int) error {
	const rest = 128 << 20
	room, err := hugepage.Map[byte](min(bytes, rest)) // of a small table not more than itself
	if err != nil {
		return fmt.Errorf("a table of %d MiB leaves too little memory for the rest", bytes>>20)
	}
	return hugepage.Unmap(room)
}

// provide asks for all memory in that many goroutines.
func (m *tableMemory) provide(goroutines int) {
	m.asking = goroutines
	var asking sync.WaitGroup
	for i := range goroutines {
		m.users.Add(1)
		asking.Go(func() {
			m.run(i > 0)
			m.leave()
		})
	}
	go func() {
		asking.Wait()
		close(m.done)
	}()
}

// release gives the memory back as soon as nobody asks for it any more. The table
// must not use it again.
func (m *tableMemory) release() {
	m.stopped.Store(true)
	m.leave()
}

// leave is for a user who is done with the memory. The last one gives it back.
func (m *tableMemory) leave() {
	if m.users.Add(-1) == 0 {
		_ = hugepage.Unmap(m.buckets) // fails only for what is not ours
	}
}

// run asks for one piece after the other. A helper leaves when one goroutine is
// enough.
func (m *tableMemory) run(helps bool) {
	for !m.stopped.Load() && !(helps && m.leaving.Load()) {
		i := m.next.Add(1) - 1
		if i >= m.pieces {
			return
		}
		first := int(i) * pieceBuckets
		touch(m.buckets[first:min(first+pieceBuckets, len(m.buckets))])
	}
}

// touch writes to every page of the buckets, and changes nothing: they may be in
// use.
func touch(buckets []bucket) {
	page := max(os.Getpagesize()/bucketBytes, 1)
	for i := 0; i < len(buckets); i += page {
		buckets[i][0].key.Add(0)
	}
}

// wait returns when all memory is there, or after limit if at least that many buckets
// are. Then only one goroutine goes on, as the processors are for others.
func (m *tableMemory) wait(limit time.Duration, least int) {
	for {
		select {
		case <-m.done:
			return
		case <-time.After(limit):
		}
		if len(m.provided()) >= least {
			m.leaving.Store(true)
			return
		}
		limit = time.Millisecond
	}
}

// provided returns the buckets that are there, from the first on, but for a few
// pieces that may be on their way. There is at least one piece.
func (m *tableMemory) provided() []bucket {
	if m.complete() {
		return m.buckets
	}
	pieces := max(min(m.next.Load(), m.pieces)-int64(m.asking), 1)
	return m.buckets[:min(int(pieces)*pieceBuckets, len(m.buckets))]
}

// clearMissing clears of the first that many buckets those that are not there yet,
// and returns the others, which the caller has to clear. To write to the former
// takes ten times as long, so what has come of them is given back if it can be.
func (m *tableMemory) clearMissing(buckets int) []bucket {
	there := len(m.provided())
	if buckets <= there {
		return m.buckets[:buckets]
	}
	if hugepage.Reset(m.buckets[there:buckets]) {
		return m.buckets[:there]
	}
	m.next.Store(m.pieces) // the caller asks for the rest by writing to it
	<-m.done
	return m.buckets[:buckets]
}

// complete reports whether all memory is there.
func (m *tableMemory) complete() bool {
	select {
	case <-m.done:
		return m.next.Load() >= m.pieces
	default:
		return false
	}
}
