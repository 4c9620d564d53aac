package movegen

import (
	"cmp"
	"encoding/binary"
)

// Color is the side a piece belongs to. White moves up the board, towards
// square 1.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// Position is what stands on the board and who is to move, with what the
// rules need to know of the past (see KingRun). It is a value: playing a move
// makes a new one. Positions reached by Rules.Play or made by NewPosition
// carry the Zobrist hash of their contents in Hash.
type Position struct {
	Pieces [2]Bits // men and kings of each side
	Kings  Bits    // which of them are kings
	Hash   uint64
	Turn   Color
	Runs   [2]KingRun // Frisian only, zero elsewhere
}

// KingRun counts the quiet moves one side made in a row with the same king,
// for the Frisian rule that a fourth is forbidden while the side has men.
type KingRun struct {
	Square Square // where that king stands; 0 when Moves is 0
	Moves  uint8  // 0 to 3
}

// NewPosition returns the position with the given pieces, its hash computed.
// Kings must be a subset of white|black, and the two must not overlap.
func NewPosition(turn Color, white, black, kings Bits) Position {
	p := Position{Pieces: [2]Bits{white, black}, Kings: kings, Turn: turn}
	p.Hash = p.computeHash()
	return p
}

// WithRun returns p with the Frisian king-move counter of side c set.
func (p Position) WithRun(c Color, run KingRun) Position {
	p.Runs[c] = run
	p.Hash = p.computeHash()
	return p
}

// Men returns the men of side c.
func (p *Position) Men(c Color) Bits { return p.Pieces[c&1] &^ p.Kings }

// KingsOf returns the kings of side c.
func (p *Position) KingsOf(c Color) Bits { return p.Pieces[c&1] & p.Kings }

// Occupied returns all pieces.
func (p *Position) Occupied() Bits { return p.Pieces[White] | p.Pieces[Black] }

// Packed is a position as three words, for files: the pieces of White, those of
// Black and the kings. Bit 63 of the kings, which is no square, is set if Black is
// to move. Frisian counts of king moves are left out.
type Packed [3]Bits

// PackedBytes is the size of a Packed in a file.
const PackedBytes = 24

const blackMoves Bits = 1 << 63

// Pack returns p as a Packed.
func (p *Position) Pack() Packed {
	x := Packed{p.Pieces[White], p.Pieces[Black], p.Kings}
	if p.Turn == Black {
		x[2] |= blackMoves
	}
	return x
}

// Position returns the position, without its hash.
func (x Packed) Position() Position {
	p := Position{Pieces: [2]Bits{x[0], x[1]}, Kings: x[2] &^ blackMoves}
	if x[2]&blackMoves != 0 {
		p.Turn = Black
	}
	return p
}

// Valid reports whether each piece stands on a square of its own on the board of r
// and kings are pieces.
func (x Packed) Valid(r *Rules) bool {
	return (x[0]|x[1])&^r.Board() == 0 && x[0]&x[1] == 0 && x[2]&^blackMoves&^(x[0]|x[1]) == 0
}

// Compare orders packed positions.
func (x Packed) Compare(y Packed) int {
	return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]), cmp.Compare(x[2], y[2]))
}

// AppendTo appends the words to b, lowest byte first.
func (x Packed) AppendTo(b []byte) []byte {
	for _, word := range x {
		b = binary.LittleEndian.AppendUint64(b, uint64(word))
	}
	return b
}

// Unpack returns the words that b begins with.
func Unpack(b []byte) (x Packed) {
	for i := range x {
		x[i] = Bits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return x
}

// The Zobrist keys: a random number for every fact about a position. The
// hash is the exclusive or of those that hold (Zobrist 1970).
var (
	zobristPiece [2][2][64]uint64 // by side, man or king, square
	zobristRun   [2][4][64]uint64 // by side, KingRun.Moves (0 unused), square
	zobristBlack uint64           // Black to move
)

// The keys come from SplitMix64 with a fixed seed, so that hashes, and with
// them node counts and stored books, are the same on every machine.
func init() {
	state := uint64(0x5354_5550_4F4C_3130) // "STUPOL10"
	next := func() uint64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	for c := range 2 {
		for s := range 64 {
			zobristPiece[c][0][s] = next()
			zobristPiece[c][1][s] = next()
			for n := 1; n < 4; n++ {
				zobristRun[c][n][s] = next()
			}
		}
	}
	zobristBlack = next()
}

// computeHash returns the hash of p from nothing.
func (p *Position) computeHash() uint64 {
	var h uint64
	for c := White; c <= Black; c++ {
		for b := p.Men(c); b != 0; b &= b - 1 {
			h ^= zobristPiece[c][0][b.First()]
		}
		for b := p.KingsOf(c); b != 0; b &= b - 1 {
			h ^= zobristPiece[c][1][b.First()]
		}
		h ^= p.Runs[c].key(c)
	}
	if p.Turn == Black {
		h ^= zobristBlack
	}
	return h
}

// key returns what the run adds to the hash, nothing when it is empty.
func (r KingRun) key(c Color) uint64 { return zobristRun[c&1][r.Moves&3][r.Square&63] }

// Turned returns p with the colours exchanged, as seen from the other side of the
// board: what was Black's is White's, and the other side is to move. The rules do not
// tell the two apart. Turned(Turned(p)) is p.
func (r *Rules) Turned(p *Position) Position {
	turn := r.HalfTurn()
	q := NewPosition(p.Turn.Opponent(), turn.Of(p.Pieces[Black]), turn.Of(p.Pieces[White]), turn.Of(p.Kings))
	for c, run := range p.Runs {
		if run.Moves != 0 {
			run.Square = turn.Square(run.Square)
		}
		q = q.WithRun(Color(c).Opponent(), run)
	}
	return q
}

// TurnedMove returns the move of Turned(p) that m is of p.
func (r *Rules) TurnedMove(m Move) Move {
	turn := r.HalfTurn()
	m.From, m.To, m.Captured = turn.Square(m.From), turn.Square(m.To), turn.Of(m.Captured)
	return m
}
