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
	windows [MaxWindows]*[WindowCodes]triple // by code
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
	white, black := p.Men(movegen.White), p.Men(movegen.Black)
	ours, theirs := l.worthOfMen(b, white, black)
	worth := (ours - theirs).pair() + (ours + theirs).ofLead(leadOf(p))
	if p.Kings != 0 {
		worth += l.worthOfKings(p.KingsOf(movegen.White)) - l.worthOfKings(b.turned(p.KingsOf(movegen.Black)))
	}
	worth = worth*pair(signOf(p.Turn)) + l.turn
	var counts [NumCounts]int32
	b.count(&counts, e.rules, p)
	for i, n := range &counts {
		worth += l.counts[i] * pair(n)
	}
	share := int(l.share[p.Occupied().Len()&63])
	score := (worth.opening()*share + worth.ending()*(full-share)) / (full * Unit)
	return score / e.divisor(p, score)
}

// worthOfMen returns what the windows of both sides count for, White and Black.
func (l *learned) worthOfMen(b *board, white, black movegen.Bits) (ours, theirs triple) {
	white, black = white>>(b.top&63), black>>(b.top&63)
	w0, b0 := b.views.at(white, black)
	w1, b1 := b.views.at(white>>stripBits, black>>stripBits)
	w2, b2 := b.views.at(white>>(2*stripBits), black>>(2*stripBits))
	w3, b3 := b.views.at(white>>(3*stripBits), black>>(3*stripBits))
	if b.size == 8 {
		return l.onSmallBoard(rowsOf(w0, w1, w2, w3)), l.onSmallBoard(rowsOf(b3, b2, b1, b0))
	}
	w4, _ := b.views.at(white>>(4*stripBits), black>>(4*stripBits))
	return l.onLargeBoard(rowsOf(w1, w2, w3, w4)), l.onLargeBoard(rowsOf(b3, b2, b1, b0))
}

// onSmallBoard returns the sum of the windows with those codes on 8x8.
func (l *learned) onSmallBoard(near, _, centre, home row) triple {
	t := &l.windows
	return t[0][near.at(0)] + t[1][near.at(1)] + t[2][near.at(2)] +
		t[3][centre.at(0)] + t[4][home.at(0)] + t[5][home.at(1)]
}

// onLargeBoard returns the sum of the windows with those codes on 10x10.
func (l *learned) onLargeBoard(near, ahead, centre, home row) triple {
	t := &l.windows
	return t[0][near.at(0)] + t[1][near.at(1)] + t[2][near.at(2)] + t[3][near.at(3)] +
		t[4][ahead.at(0)] + t[5][ahead.at(1)] +
		t[6][centre.at(0)] + t[7][centre.at(1)] + t[8][centre.at(2)] +
		t[9][home.at(0)] + t[10][home.at(1)] + t[11][home.at(2)]
}

// worthOfKings returns what the squares count for that kings stand on.
func (l *learned) worthOfKings(kings movegen.Bits) (sum pair) {
	for ; kings != 0; kings &= kings - 1 {
		sum += l.kings[kings.First()&63]
	}
	return sum
}
