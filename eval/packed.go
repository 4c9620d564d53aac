package eval

// A packed is what a window is worth with some code. Much of the time of an
// evaluation goes into fetching such worths from memory, so they are small: from
// the lowest bits up the opening, the ending and what there is for each piece of a
// lead. The first two are raised so as not to be negative. Every value has room for
// the sum of three windows.
type packed int32

const (
	packedBits = 11                    // of the opening, and of the ending
	packedZero = 1 << (packedBits - 3) // what they are raised by
	packedMask = 1<<packedBits - 1
	leadShift  = 2 * packedBits

	// The units of values, in those of a Weight: a hundredth of a man, half of
	// one for a lead. Windows are not trained any finer.
	packedUnit = Unit
	leadUnit   = Unit / 2
)

// newPacked returns a worth with what to add for each piece of a lead, both in the
// units of a Weight, as far as there is room: 2.55 men, 0.63 for a lead.
func newPacked(worth pair, lead int) packed {
	rounded := func(v, unit, limit int) packed {
		whole := (v + unit/2) &^ (unit - 1) / unit
		return packed(min(max(whole, -limit), limit-1))
	}
	return rounded(worth.opening(), packedUnit, packedZero) + packedZero +
		(rounded(worth.ending(), packedUnit, packedZero)+packedZero)<<packedBits +
		rounded(lead, leadUnit, packedZero/2)<<leadShift
}

// A tally is a sum of packed. Sums of endings run into what is above them, so
// those are kept once more by themselves, where they are in a packed.
type tally struct{ all, endings int64 }

// plus returns the sum of t and of up to three packed.
func (t tally) plus(three packed) tally {
	return tally{t.all + int64(three), t.endings + int64(three&(packedMask<<packedBits))}
}

// less returns what the windows in t count for more than as many of the opponent,
// for a side that is so many pieces ahead.
func (t tally) less(theirs tally, ahead int) pair {
	const mask = 1<<leadShift - 1
	a, b := t.all-t.endings, theirs.all-theirs.endings
	lead := int(a>>leadShift+b>>leadShift) * leadUnit * ahead
	opening := int(a&mask-b&mask) * packedUnit
	ending := int((t.endings-theirs.endings)>>packedBits) * packedUnit
	return newPair(opening+lead, ending+lead)
}

// windows are the worths of all windows, by their codes: those of one after those
// of the other, and as many more as it takes for any number of codeBits to be an
// index, so that Go need not check it. The rest is never touched.
type windows [(MaxWindows-1)*WindowCodes + 1<<codeBits]packed

// of returns the worths of window i.
func (w *windows) of(i int) []packed { return w[i*WindowCodes:][:WindowCodes] }

// three returns the sum of windows i to i+2, which have those codes.
func (w *windows) three(i, codes uint64) packed {
	return w[i*WindowCodes+codes&codeMask] +
		w[(i+1)*WindowCodes+codes>>codeBits&codeMask] +
		w[(i+2)*WindowCodes+codes>>(2*codeBits)&codeMask]
}
