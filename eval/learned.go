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
	windows *[MaxWindows][WindowCodes]triple // by code
	kings   [64]pair                         // by the square, as its side sees it
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

// A triple is a pair in half the space with what there is for each piece of a
// lead, in the upper half of the word. Sums of triples are those of all three;
// the values of the pair, and of its sums, must not exceed 16 bits.
type triple int64

// withLead returns the triple of p and a value for each piece of a lead.
func (p pair) withLead(lead int) triple {
	return triple(lead<<32 + p.ending()<<16 + p.opening())
}

// pair returns the pair in t.
func (t triple) pair() pair {
	p := int32(t)
	return newPair(int(int16(p)), int((p+1<<15)>>16))
}

// ofLead returns what t adds at both ends of the game for a lead of so many pieces.
func (t triple) ofLead(pieces int) pair {
	worth := pieces * int((t+1<<31)>>32)
	return newPair(worth, worth)
}

// maxLead is the largest lead that makes a difference, in pieces.
const maxLead = 4

// leadOf returns how many pieces White is ahead, at most maxLead up or down.
func leadOf(p *movegen.Position) int {
	lead := p.Pieces[movegen.White].Len() - p.Pieces[movegen.Black].Len()
	return min(max(lead, -maxLead), maxLead)
}

// byLearning returns the worth of p for the side to move.
func (e *Evaluator) byLearning(p *movegen.Position) int {
	b, l := e.board, e.learned
	white, black := l.worthOfWindows(b, p)
	worth := (white - black).pair() + (white + black).ofLead(leadOf(p)) + l.counts[countMen]*pair(menAhead(p))
	if p.Kings != 0 {
		worth += l.worthOfKings(b, p)
	}
	worth = worth*pair(signOf(p.Turn)) + l.turn
	if e.rules.Goal == movegen.FirstKing {
		first, rows := b.countRace(p)
		worth += l.counts[countRace]*pair(first) + l.counts[countRaceRows]*pair(rows)
	}
	share := int(l.share[p.Occupied().Len()&63])
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
func (l *learned) worthOfWindows(b *board, p *movegen.Position) (whites, blacks triple) {
	white, black := b.codes(p.Men(movegen.White), p.Men(movegen.Black))
	if b.size == 8 {
		return l.sixWindows(white), l.sixWindows(black)
	}
	return l.twelveWindows(white), l.twelveWindows(black)
}

// sixWindows returns the sum of the windows with codes c on 8x8.
func (l *learned) sixWindows(c codes) triple {
	t := l.windows
	return t[0][c.from0&codeMask] + t[1][c.from0>>codeBits&codeMask] + t[2][c.from0>>(2*codeBits)] +
		t[3][c.from3&codeMask] + t[4][c.from3>>codeBits&codeMask] + t[5][c.from3>>(2*codeBits)]
}

// twelveWindows returns the same for 10x10.
func (l *learned) twelveWindows(c codes) triple {
	t := l.windows
	return l.sixWindows(c) +
		t[6][c.from6&codeMask] + t[7][c.from6>>codeBits&codeMask] + t[8][c.from6>>(2*codeBits)] +
		t[9][c.from9&codeMask] + t[10][c.from9>>codeBits&codeMask] + t[11][c.from9>>(2*codeBits)]
}

// worthOfSquares returns what the squares count for that kings stand on.
func (l *learned) worthOfSquares(kings movegen.Bits) (sum pair) {
	for ; kings != 0; kings &= kings - 1 {
		sum += l.kings[kings.First()&63]
	}
	return sum
}
