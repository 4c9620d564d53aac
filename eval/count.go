package eval

import "stupol/movegen"

// The counts are what a side has besides where its pieces stand.
const (
	countMen       = iota
	countFirstKing // whether there is a king
	countKings     // those after the first
	countSteps     // forward steps the men could make if they were not bound to capture
	countKingSteps // empty squares next to kings
	countLean      // men that one half of the board has more than the other
	countRace      // whether a runaway man comes first; only where the first king wins
	countRaceRows  // how many steps that man is from the last row

	NumCounts
)

// CountNames are what people call the counts.
var CountNames = [NumCounts]string{
	"men", "first king", "more kings", "men's steps", "kings' steps", "lean", "race", "rows to run",
}

// counts returns the counts of us, who are to move, less those of them.
func (b *board) counts(r *movegen.Rules, us, them *side) (c [NumCounts]int32) {
	c[countMen] = int32(us.men.Len() - them.men.Len())
	c[countSteps] = int32(us.manSteps() - them.manSteps())
	c[countLean] = int32(b.lean(us.men) - b.lean(them.men))
	if us.kings|them.kings != 0 {
		c[countFirstKing] = int32(min(us.kings.Len(), 1) - min(them.kings.Len(), 1))
		c[countKings] = int32(us.kings.Len()-them.kings.Len()) - c[countFirstKing]
		c[countKingSteps] = int32(us.kingSteps() - them.kingSteps())
	}
	if r.Goal == movegen.FirstKing {
		first, rows := b.race(us, them)
		c[countRace], c[countRaceRows] = int32(first), int32(first*rows)
	}
	return c
}
