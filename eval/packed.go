package eval

// A packedWeight is the weight of an index of a pattern in 32 bits. It is small because
// an evaluation spends much of its time fetching these from memory. From the lowest bits
// up it has the opening value, the ending value and the lead. The first two are not
// negative, as packedZero is added. Each value has room for a sum of three.
type packedWeight int32

const (
	packedBits = 11                    // of the opening and of the ending value
	packedZero = 1 << (packedBits - 3) // stands for 0 in both
	packedMask = 1<<packedBits - 1
	leadShift  = 2 * packedBits

	// Resolution in units of a Weight: a hundredth of a man, half of that for a
	// lead. Trained patterns are no finer.
	packedUnit = Unit
	leadUnit   = Unit / 2
)

// newPacked packs a weight and a lead, both in units of a Weight. It clips them to 2.55
// men, the lead to 0.63.
func newPacked(weight pair, lead int) packedWeight {
	rounded := func(v, unit, limit int) packedWeight {
		whole := (v + unit/2) &^ (unit - 1) / unit
		return packedWeight(min(max(whole, -limit), limit-1))
	}
	return rounded(weight.opening(), packedUnit, packedZero) + packedZero +
		(rounded(weight.ending(), packedUnit, packedZero)+packedZero)<<packedBits +
		rounded(lead, leadUnit, packedZero/2)<<leadShift
}

// A patternSum is a sum of packed weights. Sums of more than three ending values overflow
// into the lead, so they are also kept apart, in the place they have in a packed weight.
type patternSum struct{ all, endings int64 }

// plus adds the sum of up to three packed weights to s.
func (s patternSum) plus(three packedWeight) patternSum {
	return patternSum{s.all + int64(three), s.endings + int64(three&(packedMask<<packedBits))}
}

// minus returns the score of the patterns in s minus as many of the opponent, for a side
// with that lead.
func (s patternSum) minus(theirs patternSum, lead int) pair {
	const mask = 1<<leadShift - 1
	a, b := s.all-s.endings, theirs.all-theirs.endings
	forLead := int(a>>leadShift+b>>leadShift) * leadUnit * lead
	opening := int(a&mask-b&mask) * packedUnit
	ending := int((s.endings-theirs.endings)>>packedBits) * packedUnit
	return newPair(opening+forLead, ending+forLead)
}

// patternWeights has the weights of all patterns by index, one pattern after the other.
// It is longer than that, so that no number of indexBits is out of range for the last
// pattern and Go need not check. The rest of the memory is never touched.
type patternWeights [(MaxPatterns-1)*PatternSize + 1<<indexBits]packedWeight

// pattern returns the weights of pattern i.
func (w *patternWeights) pattern(i int) []packedWeight { return w[i*PatternSize:][:PatternSize] }

// sumThree returns the sum of patterns i to i+2 with those indices.
func (w *patternWeights) sumThree(i, indices uint64) packedWeight {
	return w[i*PatternSize+indices&indexMask] +
		w[(i+1)*PatternSize+indices>>indexBits&indexMask] +
		w[(i+2)*PatternSize+indices>>(2*indexBits)&indexMask]
}
