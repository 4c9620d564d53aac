package book

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"

	"stupol/movegen"
)

// A Key stands for a position as the side to move sees it. See the package comment.
type Key uint64

// KeyOf returns the key of p.
func KeyOf(r *movegen.Rules, p *movegen.Position) Key {
	q := SideToMove(r, p)
	var words [32]byte
	for i, pieces := range []movegen.Bits{
		q.Men(movegen.White), q.KingsOf(movegen.White), q.Men(movegen.Black), q.KingsOf(movegen.Black),
	} {
		binary.LittleEndian.PutUint64(words[8*i:], numbered(r, pieces))
	}
	return Key(xxhash.Sum64(words[:]))
}

// numbered returns the squares of s with bit n-1 for square n.
func numbered(r *movegen.Rules, s movegen.Bits) (n uint64) {
	for ; s != 0; s &= s - 1 {
		n |= 1 << (r.Number(s.First()) - 1)
	}
	return n
}

// SideToMove returns p as the side to move sees it: with White to move.
func SideToMove(r *movegen.Rules, p *movegen.Position) movegen.Position {
	if p.Turn == movegen.White {
		return *p
	}
	return r.Turned(p)
}

// Moves returns the legal moves of p in the order of the book.
func Moves(r *movegen.Rules, p *movegen.Position) []movegen.Move {
	moves := r.Moves(nil, p)
	slices.SortFunc(moves, func(a, b movegen.Move) int {
		if p.Turn == movegen.Black {
			a, b = r.TurnedMove(a), r.TurnedMove(b)
		}
		return cmp.Or(
			cmp.Compare(r.Number(a.From), r.Number(b.From)),
			cmp.Compare(r.Number(a.To), r.Number(b.To)),
			cmp.Compare(numbered(r, a.Captured), numbered(r, b.Captured)),
		)
	})
	return moves
}

// CanUndo reports whether m of p moves a king and captures nothing. Positions after
// such moves are not expanded.
func CanUndo(p *movegen.Position, m movegen.Move) bool { return p.Kings.Has(m.From) && !m.IsCapture() }

// counted reports whether moves of a king are counted in p.
func counted(p *movegen.Position) bool { return p.Runs != [2]movegen.KingRun{} }
