package eval

import (
	"math/rand/v2"
	"testing"
)

// A patternSum is the exact sum of its weights, each clipped to its limits.
func TestPatternSum(t *testing.T) {
	const lowest, highest = -packedZero * packedUnit, (packedZero - 1) * packedUnit
	const lowestLead, highestLead = -packedZero / 2 * leadUnit, (packedZero/2 - 1) * leadUnit
	rng := rand.New(rand.NewPCG(5, 6))
	some := func(unit, lowest, highest int) (value, clipped int) {
		switch rng.IntN(4) {
		case 0:
			return lowest - rng.IntN(9), lowest
		case 1:
			return highest + rng.IntN(9), highest
		}
		value = unit * (rng.IntN(-lowest/unit) + lowest/unit/2)
		return value, value
	}
	for range 1000 {
		var ours, theirs patternSum
		var opening, ending, lead int
		for _, side := range []struct {
			sum  *patternSum
			sign int
		}{{&ours, 1}, {&theirs, -1}} {
			for range MaxPatterns / perWord {
				var three packedWeight
				for range perWord {
					o, keptO := some(packedUnit, lowest, highest)
					e, keptE := some(packedUnit, lowest, highest)
					l, keptL := some(leadUnit, lowestLead, highestLead)
					three += newPacked(newPair(o, e), l)
					opening, ending, lead = opening+side.sign*keptO, ending+side.sign*keptE, lead+keptL
				}
				*side.sum = side.sum.plus(three)
			}
		}
		ahead := rng.IntN(2*maxLead+1) - maxLead
		got := ours.minus(theirs, ahead)
		if want := newPair(opening+lead*ahead, ending+lead*ahead); got != want {
			t.Fatalf("%d ahead: got %d and %d, want %d and %d", ahead, got.opening(), got.ending(), want.opening(), want.ending())
		}
	}
}

// A packed weight has the nearest value that it can have.
func TestPackedIsRounded(t *testing.T) {
	nothing := patternSum{}.plus(newPacked(0, 0))
	for v := -3 * packedUnit; v <= 3*packedUnit; v++ {
		got := patternSum{}.plus(newPacked(newPair(v, -v), v)).minus(nothing, 1)
		for _, diff := range []int{2 * (got.opening() - 2*v), 2 * got.ending()} {
			if diff < -packedUnit-leadUnit || diff > packedUnit+leadUnit {
				t.Errorf("%d: got %d and %d", v, got.opening(), got.ending())
			}
		}
	}
}
