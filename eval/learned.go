package eval

import "stupol/movegen"

// Unit is how many units of a Weight make a hundredth of a man.
const Unit = 4

// full is the share of the opening weights while all pieces are on the board.
const full = 1024

// learned is an evaluation fitted to games. A position is worth the sum of
// the weights of what each side has, ours minus theirs: its windows, its
// kings by the squares they stand on and its counts. Every weight has two
// values, for a full board and for an empty one, and counts in proportion to
// the pieces still there.
type learned struct {
	windows [MaxWindows][]packed // by code
	kings   [64]pair             // by the square, as its side sees it
	counts  [NumCounts]pair
	turn    pair      // for the side to move
	share   [51]int32 // of the opening values, by the number of pieces; see full
}

// A pair is a weight at both ends of the game, in units.
type pair struct{ opening, ending int32 }

// packed is a pair in one word: the ending in the upper half, the opening
// added to it. Sums of packed pairs are packed sums as long as each value
// stays within 16 bits.
type packed int32

// pack returns p in one word.
func pack(p pair) packed { return packed(p.ending<<16 + p.opening) }

// unpack returns the pair that was packed.
func (p packed) unpack() pair {
	return pair{int32(int16(p)), int32((p + 0x8000) >> 16)}
}

// add adds n times w to p.
func (p *pair) add(w pair, n int32) {
	p.opening += n * w.opening
	p.ending += n * w.ending
}

// byLearning returns the worth of p for the side to move.
func (e *Evaluator) byLearning(p *movegen.Position) int {
	b, l := e.board, e.learned
	us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
	sum := packed(0)
	for i := range b.windows {
		sum += l.windows[i][b.window(&us, i)] - l.windows[i][b.window(&them, i)]
	}
	worth := sum.unpack()
	worth.add(l.turn, 1)
	for i, n := range b.counts(e.rules, &us, &them) {
		worth.add(l.counts[i], n)
	}
	if p.Kings != 0 {
		l.addKings(&worth, us.kings, 1)
		l.addKings(&worth, them.kings, -1)
	}
	share := l.share[p.Occupied().Len()]
	score := int(worth.opening*share+worth.ending*(full-share)) / (full * Unit)
	if drawish(e.rules, &us, &them, score) {
		return score / drawishDivisor
	}
	return score
}

// addKings adds to worth, n times, what kings on those squares count for.
func (l *learned) addKings(worth *pair, kings movegen.Bits, n int32) {
	for ; kings != 0; kings &= kings - 1 {
		worth.add(l.kings[kings.First()&63], n)
	}
}
