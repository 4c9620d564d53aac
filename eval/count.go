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

// count fills in the counts of the side to move less those of the other.
func (b *board) count(c *[NumCounts]int32, r *movegen.Rules, p *movegen.Position) {
	white, black := p.Men(movegen.White), p.Men(movegen.Black)
	free := b.squares &^ p.Occupied()
	sign := signOf(p.Turn)
	c[countMen] = sign * int32(white.Len()-black.Len())
	c[countSteps] = sign * int32((white>>stepLeft&free).Len()+(white>>stepRight&free).Len()-
		(black<<stepLeft&free).Len()-(black<<stepRight&free).Len())
	c[countLean] = sign * int32(b.lean(white)-b.lean(black))
	if p.Kings != 0 {
		white, black := p.KingsOf(movegen.White), p.KingsOf(movegen.Black)
		first := int32(min(white.Len(), 1) - min(black.Len(), 1))
		c[countFirstKing] = sign * first
		c[countKings] = sign * (int32(white.Len()-black.Len()) - first)
		c[countKingSteps] = sign * int32(kingSteps(white, free)-kingSteps(black, free))
	}
	if r.Goal == movegen.FirstKing {
		us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
		first, rows := b.race(&us, &them)
		c[countRace], c[countRaceRows] = int32(first), int32(first*rows)
	}
}

// signOf returns what turns White's advantage into that of the side to move.
func signOf(turn movegen.Color) int32 { return 1 - 2*int32(turn&1) }
