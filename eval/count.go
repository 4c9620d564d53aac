package eval

import "stupol/movegen"

// The counts are what a side has besides where its pieces stand.
const (
	countMen       = iota
	countFirstKing // whether there is a king
	countKings     // those after the first
	countKingSteps // empty squares next to kings
	countRace      // whether a runaway man comes first; only where the first king wins
	countRaceRows  // how many steps that man is from the last row

	NumCounts
)

// CountNames are what people call the counts.
var CountNames = [NumCounts]string{
	"men", "first king", "more kings", "kings' steps", "race", "rows to run",
}

// counts returns the counts of the side to move less those of the other.
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

// menAhead returns how many men White has more than Black.
func menAhead(p *movegen.Position) int {
	return p.Men(movegen.White).Len() - p.Men(movegen.Black).Len()
}

// countKings returns the counts of White's kings less those of Black's.
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

// signOf returns what turns White's advantage into that of the side to move.
func signOf(turn movegen.Color) int32 { return 1 - 2*int32(turn&1) }
