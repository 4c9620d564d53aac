package selfplay

import (
	"math"
	"sort"
)

// Decided is more than every score, which is in hundredths of a man: the side to move has
// won for certain; or lost, if it is negative.
const Decided = 1_000_000

// maxCode is the largest code of a score.
const maxCode = 127

// codes are the scores that files can hold, by their codes from 0 on: see the package
// comment. Code -c is the negative of c.
type codes [maxCode + 1]int

// codesOf returns the codes of files of an evaluation with that scale, in hundredths of a man
// a logit, or those of format 2 if it is 0.
func codesOf(scale float64) *codes {
	var all codes
	for c := range all {
		if scale == 0 {
			all[c] = 4*c + c*c/55
			continue
		}
		logits := float64(c)/32 + float64(c*c*c)/100_000
		all[c] = min(int(math.Round(scale*logits)), Decided-1)
	}
	if scale != 0 {
		all[maxCode] = Decided
	}
	return &all
}

// score returns the score of a code.
func (c *codes) score(code int8) int {
	if code < 0 {
		return -c.score(-code)
	}
	return c[code]
}

// code returns the code whose score is nearest to s. No score that is less than Decided
// becomes it.
func (c *codes) code(s int) int8 {
	if s < 0 {
		return -c.code(-s)
	}
	above := sort.SearchInts(c[:maxCode], s)
	switch {
	case above == maxCode && s < Decided && c[maxCode] == Decided:
		return maxCode - 1
	case above > 0 && s-c[above-1] < c[above]-s:
		return int8(above - 1)
	}
	return int8(above)
}

// storable returns the score nearest to s that has a code.
func (c *codes) storable(s int) int { return c.score(c.code(s)) }
