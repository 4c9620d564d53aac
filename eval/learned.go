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
	windows *windows // by code
	kings   [64]pair // by the square, as its side sees it
	counts  [NumCounts]pair
	turn    pair      // for the side to move
	share   [64]int32 // of the opening values, by the number of pieces; see full
}

// A pair is a weight at both ends of the game, in units: the ending in the
// upper half of the word, the opening added to it. Sums of pairs and multiples
// of them are those of both values.
type pair int64

// newPair returns the pair of two values.
func newPair(opening, ending int) pair { return pair(ending)<<32 + pair(opening) }

func (p pair) opening() int { return int(int32(p)) }
func (p pair) ending() int  { return int((p + 1<<31) >> 32) }

// maxLead is the largest lead that makes a difference, in pieces.
const maxLead = 4

// leadOf returns what of that many pieces more makes a difference.
func leadOf(ahead int) int { return min(max(ahead, -maxLead), maxLead) }

// byLearning returns the worth of p for the side to move.
func (e *Evaluator) byLearning(p *movegen.Position) int {
	b, l := e.board, e.learned
	white, black := l.worthOfWindows(b, p)
	whites, blacks := p.Pieces[movegen.White].Len(), p.Pieces[movegen.Black].Len()
	men := whites - blacks
	worth := white.less(black, leadOf(men))
	if p.Kings != 0 {
		men = menAhead(p)
		worth += l.worthOfKings(b, p)
	}
	worth += l.counts[countMen] * pair(men)
	worth = worth*pair(signOf(p.Turn)) + l.turn
	if e.rules.Goal == movegen.FirstKing {
		first, rows := b.countRace(p)
		worth += l.counts[countRace]*pair(first) + l.counts[countRaceRows]*pair(rows)
	}
	share := int(l.share[(whites+blacks)&63])
	score := (worth.opening()*share + worth.ending()*(full-share)) / (full * Unit)
	if p.Kings != 0 {
		score /= e.divisor(p, score)
	}
	return score
}

// worthOfKings returns what White's kings count for more than Black's.
func (l *learned) worthOfKings(b *board, p *movegen.Position) pair {
	first, more, steps := b.countKings(p)
	return l.worthOfSquares(p.KingsOf(movegen.White)) - l.worthOfSquares(b.turned(p.KingsOf(movegen.Black))) +
		l.counts[countFirstKing]*pair(first) + l.counts[countKings]*pair(more) + l.counts[countKingSteps]*pair(steps)
}

// worthOfWindows returns what the windows of both sides count for, White and
// Black.
func (l *learned) worthOfWindows(b *board, p *movegen.Position) (whites, blacks tally) {
	white, black := b.codes(p.Men(movegen.White), p.Men(movegen.Black))
	if b.size == 8 {
		return l.sixWindows(white), l.sixWindows(black)
	}
	return l.twelveWindows(white), l.twelveWindows(black)
}

// sixWindows returns the sum of the windows with codes c on 8x8.
func (l *learned) sixWindows(c codes) tally {
	t := l.windows
	return tally{}.plus(t.three(0, c.from0)).plus(t.three(3, c.from3))
}

// twelveWindows returns the same for 10x10.
func (l *learned) twelveWindows(c codes) tally {
	t := l.windows
	return l.sixWindows(c).plus(t.three(6, c.from6)).plus(t.three(9, c.from9))
}

// worthOfSquares returns what the squares count for that kings stand on.
func (l *learned) worthOfSquares(kings movegen.Bits) (sum pair) {
	for ; kings != 0; kings &= kings - 1 {
		sum += l.kings[kings.First()&63]
	}
	return sum
}
