package endgame

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"stupol/movegen"
)

// What the distance of a won or lost position is stands in the package comment.

// DistancePieces is the largest number of pieces that there are distances for.
// With more they would take several times the space of the values, and a search
// that knows these needs them less, since most wins lead to fewer pieces soon.
const DistancePieces = 4

// distances are those of a slice, as half the plies: whether they are even or
// odd follows from the value. Where the side to move can capture, and where
// nobody wins, the number means nothing; nor does it for wins unless wins is
// set. Files have losses only, since a win is one ply farther than the nearest
// of the lost positions that its moves lead to.
type distances struct {
	*Layout
	halves func() []uint8 // nil if they cannot be read
	wins   bool
}

func newDistances(x *Layout, halves []uint8, wins bool) *distances {
	return &distances{x, func() []uint8 { return halves }, wins}
}

// Distance returns how many plies the game still lasts from p if the winner
// takes the shortest way and the loser the longest; it is 0 where the side to
// move has no legal move. ok is false for draws, and where p is not in the
// database or distances that it depends on are not. To win a won position
// choose a move to a lost one with the smallest distance: that is the distance
// of the position less one. Draw rules are left aside, as are Frisian counts
// of king moves.
func (pr *Prober) Distance(p *movegen.Position) (plies int, ok bool) {
	free := *p
	free.Runs = [2]movegen.KingRun{}
	return pr.distance(free, pr.Probe(p), pr.line[:0])
}

// distance is Distance for a position known to have value v; the moves of the
// positions before it are in line.
func (pr *Prober) distance(p movegen.Position, v Value, line []movegen.Move) (plies int, ok bool) {
	r := pr.db.rules
	switch {
	case v != Win && v != Loss:
		return 0, false
	case p.Pieces[p.Turn&1] == 0, r.Goal == movegen.FirstKing && p.Kings != 0:
		return 0, true
	case r.HasCapture(&p):
		return pr.derivedDistance(p, v, line)
	}
	if plies, ok = pr.stored(&p, v); ok || v == Loss {
		return plies, ok
	}
	return pr.derivedDistance(p, v, line)
}

// DeriveDistance returns the distance of p, which has value v, that follows from
// those of its successors; ok is as for Distance.
func (pr *Prober) DeriveDistance(p *movegen.Position, v Value) (plies int, ok bool) {
	return pr.derivedDistance(*p, v, pr.line[:0])
}

// DistanceThrough returns the distance of p, which has value v, if its moves are
// only these; ok is as for Distance.
func (pr *Prober) DistanceThrough(p *movegen.Position, v Value, moves []movegen.Move) (plies int, ok bool) {
	return pr.through(*p, v, moves, 0)
}

// derivedDistance is DeriveDistance; the moves of the positions before p are in
// line.
func (pr *Prober) derivedDistance(p movegen.Position, v Value, line []movegen.Move) (plies int, ok bool) {
	moves := pr.db.rules.Moves(line, &p)
	if len(moves) == len(line) {
		return 0, true
	}
	return pr.through(p, v, moves, len(line))
}

// stored looks the distance of p up, in which there is nothing to capture.
func (pr *Prober) stored(p *movegen.Position, v Value) (plies int, ok bool) {
	s, ok := SliceOf(p)
	if !ok {
		return 0, false
	}
	x := pr.db.distances[s.id()]
	if x == nil || v == Win && !x.wins {
		return 0, false
	}
	halves := x.halves()
	if halves == nil {
		return 0, false
	}
	return 2*int(halves[x.Index(p)]) + Parity(pr.db.rules, v), true
}

// Parity returns 1 if positions of value v are an odd number of plies from the
// end of a game by rules r, and 0 if the number is even.
func Parity(r *movegen.Rules, v Value) int {
	if v == withoutMove(r) {
		return 0
	}
	return 1
}

// LongestLoss returns the plies of the largest of the distances of a slice, which
// are half the plies, with those of losses only.
func LongestLoss(r *movegen.Rules, halves []uint8) int {
	return 2*int(slices.Max(halves)) + Parity(r, Loss)
}

// through returns the distance of p, which has value v, if its moves are
// line[first:].
func (pr *Prober) through(p movegen.Position, v Value, line []movegen.Move, first int) (plies int, ok bool) {
	plies = -1
	for _, m := range line[first:] {
		next := pr.next(p, m)
		after := pr.value(next, line)
		if after == Unknown {
			return 0, false // it may be a shorter way
		}
		if v == Win && after != Loss {
			continue
		}
		n, ok := pr.distance(next, after, line)
		if !ok {
			return 0, false
		}
		if plies < 0 || v == Win && n < plies || v == Loss && n > plies {
			plies = n
		}
	}
	return plies + 1, plies >= 0
}

// readDistances reads the file of the slice that x lays out.
func readDistances(folder fs.FS, r *movegen.Rules, x *Layout) (halves []uint8, fileSize int64, err error) {
	content, file, err := readData(folder, DistanceFile.Name(r, x.slice))
	if err != nil {
		return nil, 0, err
	}
	halves = make([]uint8, 0, x.size)
	_, err = readBlocks(content, DistanceFile, r, x, func(decoder *zstd.Decoder, h header, block []byte, sum uint32) error {
		size := min(x.size-uint64(len(halves)), uint64(h.BlockSize))
		b, err := unpacked(decoder, block, sum, int(size))
		halves = append(halves, b...)
		return err
	})
	if err != nil {
		return nil, 0, file.fault(err)
	}
	return halves, file.size, nil
}

// LoadDistances reads the distances of slice s, whose values are there.
func (d *Database) LoadDistances(folder fs.FS, s Slice) error {
	x := NewLayout(d.rules, s)
	halves, size, err := readDistances(folder, d.rules, x)
	if err != nil {
		return err
	}
	d.distances[s.id()] = newDistances(x, halves, false)
	info := d.infos[s.id()]
	info.Distances, info.Longest = size, LongestLoss(d.rules, halves)
	return nil
}

// distancesLater returns the distances of slice s, to be read from their file when
// they are first needed. It calls fail if that goes wrong.
func distancesLater(folder fs.FS, r *movegen.Rules, s Slice, fail func(error)) *distances {
	x := NewLayout(r, s)
	return &distances{Layout: x, halves: sync.OnceValue(func() []uint8 {
		halves, _, err := readDistances(folder, r, x)
		if err != nil {
			fail(err)
		}
		return halves
	})}
}
