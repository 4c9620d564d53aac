package endgame

import (
	"slices"
	"strconv"

	"stupol/movegen"
)

// MaxPieces is the largest number of pieces, both sides together, that
// positions are numbered for.
const MaxPieces = 7

// Force is the number of men and kings of one side.
type Force struct{ Men, Kings uint8 }

// Pieces returns the number of men and kings together.
func (f Force) Pieces() int { return int(f.Men + f.Kings) }

// String returns the force as in "2m1k"; what there is none of is left out.
func (f Force) String() string { return string(f.append(nil)) }

// append appends the force as String has it to b.
func (f Force) append(b []byte) []byte {
	if f.Men != 0 {
		b = append(strconv.AppendUint(b, uint64(f.Men), 10), 'm')
	}
	if f.Kings != 0 {
		b = append(strconv.AppendUint(b, uint64(f.Kings), 10), 'k')
	}
	return b
}

// Slice is the set of all positions with the same material.
type Slice struct {
	Us   Force // the side to move
	Them Force
}

// String returns the material as in "2m1k-1k", the side to move first.
func (s Slice) String() string {
	b := s.Us.append(make([]byte, 0, 16))
	return string(s.Them.append(append(b, '-')))
}

// Pieces returns the number of pieces of both sides.
func (s Slice) Pieces() int { return s.Us.Pieces() + s.Them.Pieces() }

// Opposite returns the slice with the same material and the other side to
// move, where every quiet move leads that does not make a king.
func (s Slice) Opposite() Slice { return Slice{s.Them, s.Us} }

func (s Slice) men() uint8 { return s.Us.Men + s.Them.Men }

// id numbers slices of up to MaxPieces pieces.
func (s Slice) id() int {
	return int(s.Us.Men)<<9 | int(s.Us.Kings)<<6 | int(s.Them.Men)<<3 | int(s.Them.Kings)
}

const sliceIDs = 1 << 12

// SliceOf returns the slice p belongs to, if there is one with so few pieces.
func SliceOf(p *movegen.Position) (Slice, bool) {
	if p.Occupied().Len() > MaxPieces {
		return Slice{}, false
	}
	s := Slice{forceOf(p, p.Turn), forceOf(p, p.Turn.Opponent())}
	return s, s.Us.Pieces() > 0 && s.Them.Pieces() > 0
}

func forceOf(p *movegen.Position, c movegen.Color) Force {
	return Force{uint8(p.Men(c).Len()), uint8(p.KingsOf(c).Len())}
}

// Slices returns the slices of that many pieces that games by rules r have, in
// an order in which moves lead only to the opposite slice, to earlier ones and
// to fewer pieces: promotions leave fewer men.
func Slices(r *movegen.Rules, pieces int) []Slice {
	all := allSlices(pieces)
	if r.Goal == movegen.FirstKing {
		all = slices.DeleteFunc(all, func(s Slice) bool { return s.Us.Kings+s.Them.Kings > 0 })
	}
	slices.SortStableFunc(all, func(a, b Slice) int { return int(a.men()) - int(b.men()) })
	return all
}

// allSlices returns the slices of that many pieces.
func allSlices(pieces int) []Slice {
	var all []Slice
	for n := 1; n < pieces; n++ {
		for _, us := range forces(n) {
			for _, them := range forces(pieces - n) {
				all = append(all, Slice{us, them})
			}
		}
	}
	return all
}

// forces returns the forces of that many pieces.
func forces(pieces int) []Force {
	var all []Force
	for men := range pieces + 1 {
		all = append(all, Force{uint8(men), uint8(pieces - men)})
	}
	return all
}

// Positions returns the number of positions of that many pieces that games by
// rules r have, with one side to move.
func Positions(r *movegen.Rules, pieces int) uint64 {
	var n uint64
	for _, s := range Slices(r, pieces) {
		n += NewLayout(r, s).size
	}
	return n
}
