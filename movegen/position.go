package movegen

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
