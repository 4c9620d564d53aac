package library

import (
	"errors"

	"stupol/movegen"
)

// The moves of a game are bytes: for each the number of the square where it starts and that
// of the square where it ends, and for a capture those of the captured pieces in ascending
// order. Bit 7 of the first byte says that it is a capture, of the second that a man becomes
// a king, and of a captured piece that it is the last one. Squares are numbered from the top
// left in every game.
const mark = 0x80

// errMoves is the error of moves that are not in this form, or not possible.
var errMoves = errors.New("the moves of a game are damaged")

// appendMove appends a move.
func appendMove(b []byte, r *movegen.Rules, m movegen.Move) []byte {
	from, to := byte(r.Number(m.From)), byte(r.Number(m.To))
	if m.Captured != 0 {
		from |= mark
	}
	if m.Promotes {
		to |= mark
	}
	b = append(b, from, to)
	for c := m.Captured; c != 0; c &= c - 1 {
		b = append(b, byte(r.Number(c.First())))
	}
	if m.Captured != 0 {
		b[len(b)-1] |= mark
	}
	return b
}

// appendMoves appends several moves.
func appendMoves(b []byte, r *movegen.Rules, moves []movegen.Move) []byte {
	for _, m := range moves {
		b = appendMove(b, r, m)
	}
	return b
}

// nextMove returns how many bytes the first move of b has, 0 if there is none.
func nextMove(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	if b[0] < mark {
		return 2
	}
	for i := 2; i < len(b); i++ {
		if b[i] >= mark {
			return i + 1
		}
	}
	return 0
}

// moveAt returns the bytes of the move with that index, none if there are fewer moves.
func moveAt(b []byte, ply int) []byte {
	for ; ply > 0 && len(b) > 0; ply-- {
		n := nextMove(b)
		if n == 0 {
			return nil
		}
		b = b[n:]
	}
	return b[:nextMove(b)]
}

// squares are the squares of a board by their numbers: their bits, 0 where there is none.
type squares [128]movegen.Bits

// squaresOf returns the squares of a board.
func squaresOf(r *movegen.Rules) *squares {
	var s squares
	for n := 1; n <= r.Squares(); n++ {
		s[n] = r.SquareOf(n).Bit()
	}
	return &s
}

// play plays the first move of b on the board of p, and returns how many bytes it has; 0 if
// it is none. What is on the board afterwards has no hash.
func (s *squares) play(p *movegen.Position, b []byte) int {
	n := nextMove(b)
	if n == 0 {
		return 0
	}
	from, to := s[b[0]&^mark], s[b[1]&^mark]
	us, them := p.Turn&1, p.Turn&1^1
	var captured movegen.Bits
	for _, c := range b[2:n] {
		captured |= s[c&^mark]
	}
	p.Pieces[us] = p.Pieces[us]&^from | to
	p.Pieces[them] &^= captured
	king := p.Kings&from != 0 || b[1] >= mark
	p.Kings &^= from | captured
	if king {
		p.Kings |= to
	}
	p.Turn = them
	return n
}

// decode returns the moves that b stands for.
func decode(r *movegen.Rules, b []byte) ([]movegen.Move, error) {
	var moves []movegen.Move
	for len(b) > 0 {
		n := nextMove(b)
		if n == 0 {
			return nil, errMoves
		}
		m := movegen.Move{From: r.SquareOf(int(b[0] &^ mark)), To: r.SquareOf(int(b[1] &^ mark)), Promotes: b[1] >= mark}
		if m.From == movegen.NoSquare || m.To == movegen.NoSquare {
			return nil, errMoves
		}
		for _, c := range b[2:n] {
			square := r.SquareOf(int(c &^ mark))
			if square == movegen.NoSquare {
				return nil, errMoves
			}
			m.Captured |= square.Bit()
		}
		moves = append(moves, m)
		b = b[n:]
	}
	return moves, nil
}

// gameOf returns the game with those moves, which must be legal.
func gameOf(r *movegen.Rules, start movegen.Position, moves []byte) (*movegen.Game, error) {
	all, err := decode(r, moves)
	if err != nil {
		return nil, err
	}
	g := movegen.NewGameFrom(r, start, nil)
	for _, m := range all {
		if g.Play(m) != nil {
			return nil, errMoves
		}
	}
	return g, nil
}
