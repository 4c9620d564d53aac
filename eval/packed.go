package eval

// A packedWeight is the weight of a pattern with some index. Much of the time of
// an evaluation goes into fetching these from memory, so they are small: from the
// lowest bits up the opening value, the ending value and what to add for each piece
// of a lead. The first two have packedZero added so as not to be negative. Every
// value has room for the sum of three patterns.
type packedWeight int32

const (
	packedBits = 11                    // of the opening, and of the ending
	packedZero = 1 << (packedBits - 3) // what is added to them
	packedMask = 1<<packedBits - 1
	leadShift  = 2 * packedBits

	// The units of values, in those of a Weight: a hundredth of a man, half of
	// one for a lead. Patterns are not trained any finer.
	packedUnit = Unit
	leadUnit   = Unit / 2
)

// newPacked packs a weight and what to add for each piece of a lead, both in the
// units of a Weight, as far as there is room: 2.55 men, 0.63 for a lead.
func newPacked(weight pair, lead int) packedWeight {
	rounded := func(v, unit, limit int) packedWeight {
		whole := (v + unit/2) &^ (unit - 1) / unit
		return packedWeight(min(max(whole, -limit), limit-1))
	}
	return rounded(weight.opening(), packedUnit, packedZero) + packedZero +
		(rounded(weight.ending(), packedUnit, packedZero)+packedZero)<<packedBits +
		rounded(lead, leadUnit, packedZero/2)<<leadShift
}

// A patternSum is a sum of packed weights. Sums of endings run into what is above
// them, so those are kept once more by themselves, where they are in a packed weight.
type patternSum struct{ all, endings int64 }

// plus returns the sum of s and of up to three packed weights.
func (s patternSum) plus(three packedWeight) patternSum {
	return patternSum{s.all + int64(three), s.endings + int64(three&(packedMask<<packedBits))}
}

// minus returns the score of the patterns in s against as many of the opponent, for
// a side that is so many pieces ahead.
func (s patternSum) minus(theirs patternSum, lead int) pair {
	const mask = 1<<leadShift - 1
	a, b := s.all-s.endings, theirs.all-theirs.endings
	forLead := int(a>>leadShift+b>>leadShift) * leadUnit * lead
	opening := int(a&mask-b&mask) * packedUnit
	ending := int((s.endings-theirs.endings)>>packedBits) * packedUnit
	return newPair(opening+forLead, ending+forLead)
}

// patternWeights are the weights of all patterns by their indices: those of one
// after those of the other, and as many more as it takes for any number of indexBits
// to be an index, so that Go need not check it. The rest is never touched.
type patternWeights [(MaxPatterns-1)*PatternSize + 1<<indexBits]packedWeight

// pattern returns the weights of pattern i.
func (w *patternWeights) pattern(i int) []packedWeight { return w[i*PatternSize:][:PatternSize] }

// sumThree returns the sum of patterns i to i+2, which have those indices.
func (w *patternWeights) sumThree(i, indices uint64) packedWeight {
	return w[i*PatternSize+indices&indexMask] +
		w[(i+1)*PatternSize+indices>>indexBits&indexMask] +
		w[(i+2)*PatternSize+indices>>(2*indexBits)&indexMask]
}
