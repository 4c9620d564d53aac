package eval

import "stupol/movegen"

// Unit is a hundredth of a man in units of a Weight.
const Unit = 4

// fullPhase is the phase with all pieces on the board.
const fullPhase = 1024

// learned has the weights of a learned evaluation, ready for use. The package comment
// defines the score.
type learned struct {
	patterns *patternWeights // by index
	kings    [64]pair        // by square, as the side of the king sees it
	counts   [NumCounts]pair
	turn     pair
	phase    [64]int32 // by number of pieces: weight of the opening values, 0 to fullPhase
}

// A pair has an opening and an ending value in one word, in units: the ending in the
// upper half, the opening added to it. Adding and multiplying pairs does the same to
// both values at once.
type pair int64

// newPair returns the pair of two values.
func newPair(opening, ending int) pair { return pair(ending)<<32 + pair(opening) }

func (p pair) opening() int { return int(int32(p)) }
func (p pair) ending() int  { return int((p + 1<<31) >> 32) }

// maxLead is the largest lead that counts, in pieces.
const maxLead = 4

// clampLead limits a lead to ±maxLead.
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
	return l.squareScore(p.KingsOf(movegen.White)) - l.squareScore(b.turn.Of(p.KingsOf(movegen.Black))) +
		l.counts[countFirstKing]*pair(first) + l.counts[countKings]*pair(more) + l.counts[countKingSteps]*pair(steps)
}

// patternSums returns the sums of White's and of Black's patterns.
func (l *learned) patternSums(b *board, p *movegen.Position) (whites, blacks patternSum) {
	white, black := b.indices(p.Men(movegen.White), p.Men(movegen.Black))
	if b.size == 8 {
		return l.sumSix(white), l.sumSix(black)
	}
	return l.sumTwelve(white), l.sumTwelve(black)
}

// sumSix returns the sum of the six patterns of 8x8 with indices x.
func (l *learned) sumSix(x indices) patternSum {
	w := l.patterns
	return patternSum{}.plus(w.sumThree(0, x.from0)).plus(w.sumThree(3, x.from3))
}

// sumTwelve returns the sum of the twelve patterns of 10x10 with indices x.
func (l *learned) sumTwelve(x indices) patternSum {
	w := l.patterns
	return l.sumSix(x).plus(w.sumThree(6, x.from6)).plus(w.sumThree(9, x.from9))
}

// squareScore returns the sum of the weights of kings.
func (l *learned) squareScore(kings movegen.Bits) (sum pair) {
	for ; kings != 0; kings &= kings - 1 {
		sum += l.kings[kings.First()&63]
	}
	return sum
}
