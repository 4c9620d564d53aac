package eval

import "stupol/movegen"

// The counts: features of a side that do not depend on single squares.
const (
	countMen       = iota
	countFirstKing // 1 with a king or more
	countKings     // kings after the first
	countKingSteps // empty squares next to kings
	countRace      // 1 if a runaway man arrives first; only where the first king wins
	countRaceRows  // steps of that man to the last row

	NumCounts
)

// CountNames are the names of the counts, for people.
var CountNames = [NumCounts]string{
	"men", "first king", "more kings", "kings' steps", "race", "rows to run",
}

// counts returns the counts of the side to move minus those of the opponent.
func (b *board) counts(r *movegen.Rules, p *movegen.Position) (c [NumCounts]int32) {
	sign := signOf(p.Turn)
	c[countMen] = sign * int32(menAhead(p))
	if p.Kings != 0 {
		first, more, steps := b.countKings(p)
		c[countFirstKing], c[countKings], c[countKingSteps] = sign*int32(first), sign*int32(more), sign*int32(steps)
	}
	if r.Goal == movegen.FirstKing {
		first, rows := b.countRace(p)
		c[countRace], c[countRaceRows] = int32(first), int32(rows)
	}
	return c
}

// menAhead returns White's men minus Black's.
func menAhead(p *movegen.Position) int {
	return p.Men(movegen.White).Len() - p.Men(movegen.Black).Len()
}

// countKings returns the counts of White's kings minus those of Black's.
func (b *board) countKings(p *movegen.Position) (first, more, steps int) {
	white, black, free := p.KingsOf(movegen.White), p.KingsOf(movegen.Black), b.squares&^p.Occupied()
	first = min(white.Len(), 1) - min(black.Len(), 1)
	return first, white.Len() - black.Len() - first, kingSteps(white, free) - kingSteps(black, free)
}

// countRace returns the counts of the race for the last row, for the side to move.
func (b *board) countRace(p *movegen.Position) (first, rows int) {
	us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
	first, rows = b.race(&us, &them)
	return first, first * rows
}

// signOf returns the factor from White's advantage to that of the side to move: 1 or -1.
func signOf(turn movegen.Color) int32 { return 1 - 2*int32(turn&1) }
