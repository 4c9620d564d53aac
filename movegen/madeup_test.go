package movegen

import "math/rand/v2"

// madeUp are the kinds of positions in TestDifferentialMadeUp.
var madeUp = []recipe{
	{movers: 10, others: 10, kings: 0.2},
	{movers: 4, others: 6, kings: 0.7},
	{movers: 2, others: 10, kings: 0.5, apart: true},
	{movers: 4, others: 12, kings: 0.1, apart: true},
	{movers: 2, others: 8, kings: 1, apart: true},
}

// A recipe says how to make up a position.
type recipe struct {
	movers, others int     // at most that many pieces of the side to move and of the other
	kings          float64 // how likely each is a king
	apart          bool    // the sides stand on different rows, so that much can be captured
}

// position draws a position that follows the recipe.
func (k recipe) position(rng *rand.Rand, r *Rules) Position {
	movers, others := r.Board(), r.Board()
	if k.apart {
		movers, others = evenRows(r), innerOddRows(r)
	}
	us := Color(rng.IntN(2))
	them := us.Opponent()
	var pieces, kings [2]Bits
	pieces[us], kings[us] = k.scatter(rng, r, us, 1+rng.IntN(k.movers), movers)
	pieces[them], kings[them] = k.scatter(rng, r, them, 1+rng.IntN(k.others), others&^pieces[us])
	return withRuns(rng, r, NewPosition(us, pieces[White], pieces[Black], kings[White]|kings[Black]))
}

// scatter puts at most n pieces of side c on some of the squares. There are
// no kings in a game that the first king ends.
func (k recipe) scatter(rng *rand.Rand, r *Rules, c Color, n int, squares Bits) (pieces, kings Bits) {
	for _, i := range rng.Perm(r.Squares()) {
		s := r.SquareOf(i + 1).Bit()
		isKing := r.Goal != FirstKing && rng.Float64() < k.kings
		if s&squares == 0 || !isKing && s&r.LastRow(c) != 0 {
			continue
		}
		pieces |= s
		if isKing {
			kings |= s
		}
		if n--; n == 0 {
			break
		}
	}
	return pieces, kings
}

// evenRows returns every other row from the top. From there a man jumps over
// the rows between.
func evenRows(r *Rules) Bits {
	return squaresWhere(r, func(row, _ int) bool { return row%2 == 0 })
}

// innerOddRows returns the squares of the other rows from which no piece is
// safe: those not at the edge.
func innerOddRows(r *Rules) Bits {
	return squaresWhere(r, func(row, column int) bool {
		return row%2 == 1 && row < r.Size-1 && column > 0 && column < r.Size-1
	})
}

// squaresWhere returns the squares on a row and a column that fit.
func squaresWhere(r *Rules, fits func(row, column int) bool) Bits {
	var b Bits
	for n := 1; n <= r.Squares(); n++ {
		if s := r.SquareOf(n); fits(coordinates(s)) {
			b |= s.Bit()
		}
	}
	return b
}

// withRuns gives each side the chance of a king that moved before, in the
// games that count its moves.
func withRuns(rng *rand.Rand, r *Rules, p Position) Position {
	if r.KingRunLimit == 0 {
		return p
	}
	for c := White; c <= Black; c++ {
		if p.Men(c) != 0 && p.KingsOf(c) != 0 {
			if n := rng.IntN(r.KingRunLimit + 1); n > 0 {
				p = p.WithRun(c, KingRun{Square: p.KingsOf(c).First(), Moves: uint8(n)})
			}
		}
	}
	return p
}
