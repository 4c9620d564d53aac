package movegen

import "math/bits"

// diagonalLines are the squares, ghosts among them, from a square to the end of the layout, by
// the direction in which they lie.
type diagonalLines struct{ dl, dr, ur, ul Bits }

// linesFrom has the lines of every square. They serve boards of both sizes: what is not on the
// board is not free, and ends a line as a piece does.
var linesFrom = func() (all [64]diagonalLines) {
	for sq := range Square(63) {
		line := func(d direction) (squares Bits) {
			for b := sq.Bit().step(d); b&(1<<63-1) != 0; b = b.step(d) {
				squares |= b
			}
			return squares
		}
		all[sq] = diagonalLines{line(downLeft), line(downRight), line(upRight), line(upLeft)}
	}
	return all
}()

// firstDown returns the squares of a line that goes down the board as far as the first that is
// not free, that one included.
func firstDown(line, free Bits) Bits {
	met := line&^free | 1<<63
	return line & (met ^ (met - 1))
}

// firstUp is firstDown for a line that goes up.
func firstUp(line, free Bits) Bits {
	met := line&^free | 1
	return line & (^Bits(0) << (uint(bits.Len64(uint64(met))-1) & 63))
}

// A kingReach is how far flying kings see in each of the four diagonal directions: the squares
// as far as the first that is not free, that one included. Those that are free are where
// a king can go, the others what it meets. No two kings of a side see the same square from the
// same direction, for the nearer one is in the way: so one reach serves for all of them.
type kingReach struct{ dl, dr, ur, ul Bits }

// reachOf returns the reach of a king.
func reachOf(from Square, free Bits) kingReach {
	l := &linesFrom[from&63]
	return kingReach{firstDown(l.dl, free), firstDown(l.dr, free), firstUp(l.ur, free), firstUp(l.ul, free)}
}

// all returns the squares seen in any direction.
func (k kingReach) all() Bits { return k.dl | k.dr | k.ur | k.ul }

// count returns how many quiet moves of kings there are.
func (k kingReach) count(kings, free Bits) int {
	if kings&(kings-1) == 0 { // the lines of one king do not cross
		return (k.all() & free).Len()
	}
	return (k.dl & free).Len() + (k.dr & free).Len() + (k.ur & free).Len() + (k.ul & free).Len()
}

// taken returns what the first jumps take, by their direction: prey with a free square behind.
func (k kingReach) taken(prey, free Bits) kingReach {
	return kingReach{k.dl & prey & (free >> StepLeft), k.dr & prey & (free >> StepRight),
		k.ur & prey & (free << StepLeft), k.ul & prey & (free << StepRight)}
}

// linesOf returns the lines from the only square of b.
func linesOf(b Bits) *diagonalLines { return &linesFrom[b.First()&63] }

// The squares on which a king can land that jumps over the square of l: free ones behind it.
func (l *diagonalLines) behindDL(free Bits) Bits { return firstDown(l.dl, free) & free }
func (l *diagonalLines) behindDR(free Bits) Bits { return firstDown(l.dr, free) & free }
func (l *diagonalLines) behindUR(free Bits) Bits { return firstUp(l.ur, free) & free }
func (l *diagonalLines) behindUL(free Bits) Bits { return firstUp(l.ul, free) & free }
