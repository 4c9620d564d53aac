package eval

import "stupol/movegen"

// Unit is how many units of a Weight make a hundredth of a man.
const Unit = 4

// fullPhase is the phase while all pieces are on the board.
const fullPhase = 1024

// learned is an evaluation fitted to games. The score of a position is the sum
// of the weights of what each side has, ours minus theirs: its patterns of men,
// its kings by the squares they stand on and its counts. Every weight has an
// opening and an ending value, interpolated by the phase.
type learned struct {
	patterns *patternWeights // by index
	kings    [64]pair        // by the square, as its side sees it
	counts   [NumCounts]pair
	turn     pair      // for the side to move
	phase    [64]int32 // by the number of pieces: how much the opening values count, of fullPhase
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

// clampLead returns a lead in pieces within ±maxLead.
func clampLead(pieces int) int { return min(max(pieces, -maxLead), maxLead) }

// learnedScore returns the score of p for the side to move.
func (e *Evaluator) learnedScore(p *movegen.Position) int {
	b, l := e.board, e.learned
	white, black := l.patternSums(b, p)
	whites, blacks := p.Pieces[movegen.White].Len(), p.Pieces[movegen.Black].Len()
	men := whites - blacks
	sum := white.minus(black, clampLead(men))
	if p.Kings != 0 {
		men = menAhead(p)
		sum += l.kingScore(b, p)
	}
	sum += l.counts[countMen] * pair(men)
	sum = sum*pair(signOf(p.Turn)) + l.turn
	if e.rules.Goal == movegen.FirstKing {
		first, rows := b.countRace(p)
		sum += l.counts[countRace]*pair(first) + l.counts[countRaceRows]*pair(rows)
	}
	phase := int(l.phase[(whites+blacks)&63])
	score := (sum.opening()*phase + sum.ending()*(fullPhase-phase)) / (fullPhase * Unit)
	if p.Kings != 0 {
		score /= e.divisor(p, score)
	}
	return score
}

// kingScore returns the weights of White's kings minus those of Black's.
func (l *learned) kingScore(b *board, p *movegen.Position) pair {
	first, more, steps := b.countKings(p)
	return l.squareScore(p.KingsOf(movegen.White)) - l.squareScore(b.turned(p.KingsOf(movegen.Black))) +
		l.counts[countFirstKing]*pair(first) + l.counts[countKings]*pair(more) + l.counts[countKingSteps]*pair(steps)
}

// patternSums returns the sums of the patterns of White and of Black.
func (l *learned) patternSums(b *board, p *movegen.Position) (whites, blacks patternSum) {
	white, black := b.indices(p.Men(movegen.White), p.Men(movegen.Black))
	if b.size == 8 {
		return l.sumSix(white), l.sumSix(black)
	}
	return l.sumTwelve(white), l.sumTwelve(black)
}

// sumSix returns the sum of the patterns with indices x on 8x8.
func (l *learned) sumSix(x indices) patternSum {
	w := l.patterns
	return patternSum{}.plus(w.sumThree(0, x.from0)).plus(w.sumThree(3, x.from3))
}

// sumTwelve returns the same for 10x10.
func (l *learned) sumTwelve(x indices) patternSum {
	w := l.patterns
	return l.sumSix(x).plus(w.sumThree(6, x.from6)).plus(w.sumThree(9, x.from9))
}

// squareScore returns the sum of the weights of the squares that kings stand on.
func (l *learned) squareScore(kings movegen.Bits) (sum pair) {
	for ; kings != 0; kings &= kings - 1 {
		sum += l.kings[kings.First()&63]
	}
	return sum
}
