package movegen

import "fmt"

// Rules is one rule set of draughts: a row of the table in variants.go, with
// what follows from it worked out. Rules are made once, are never changed,
// and may be shared by any number of games and goroutines.
type Rules struct {
	Name    string   // our name, as used on the command line: "international"
	Hub     string   // the value of the Hub parameter variant: "normal"
	Aliases []string // other names Lookup understands
	Title   string   // for people: "International draughts"

	// GameType is the PDN GameType tag, GameTypeNumber its first field
	// (PDN 3.0, table of game types; 96 to 98 are lidraughts' own).
	GameType string

	Size      int   // rows and columns of the board: 8 or 10
	StartRows int   // rows each side fills with men at the start
	First     Color // who moves first

	// Mirrored boards have a dark corner at each player's right. The
	// squares are numbered as on the others, from the top left.
	Mirrored bool

	MenBackward   bool // men capture backward too
	Orthogonal    bool // captures along rows and files as well (Frisian)
	MenSpareKings bool // men may not capture kings (Italian)
	Flying        bool // kings move and capture at any distance
	Killer        bool // a king whose last captured piece is a king stops right behind it
	KingRunLimit  int  // quiet moves in a row with one king while men are left; 0: no limit

	Promotion Promotion
	Priority  Priority
	Goal      Goal

	Draws []*DrawRules // the draw rules it is played by, the default first

	// Algebraic squares (a1 is White's left corner) are what this game is
	// written in by people; files and Hub may use numbers all the same.
	Algebraic bool

	board          Bits           // the playing squares
	lastRow        [2]Bits        // where the men of each side become kings
	numbers        [64]uint8      // square to number; 0 for ghosts
	squares        [51]Square     // number to square; NoSquare at 0 and past the end
	longDiagonal   Bits           // the long diagonal
	sparedKings    Bits           // all ones if men may not capture kings
	menDown        [2]Bits        // all ones if men of the side capture down the board
	menUp          [2]Bits        // the same for up
	manDirections  [2][]direction // the directions in which men of a side capture
	kingDirections []direction    // the directions in which kings capture
	rankedKings    Bits           // all ones if captures of men are ranked by the kings they take (Spanish)
}

// Promotion says what becomes of a man that reaches the last row in the
// middle of a capture.
type Promotion uint8

// The three ways to pass the last row.
const (
	PassAsMan  Promotion = iota // it goes on as a man and promotes only if the move ends there
	PassAsKing                  // it becomes a king at once and goes on as one
	StopThere                   // it becomes a king and the move ends
)

// Priority says which of several captures must be chosen.
type Priority uint8

// The priority rules. In all of them a capture once begun is carried on as
// far as it goes.
const (
	FreeChoice    Priority = iota // any
	MostPieces                    // the largest number of pieces
	MostThenKings                 // number, then most kings among them (Spanish)
	KingMovesOnly                 // with a king, if a king can capture (Czech)
	ItalianOrder                  // number, with a king, most kings, kings first
	FrisianValue                  // a king counts just under two men; then with a king
)

// Goal says what ends the game.
type Goal uint8

// The goals. In every game the side to move without a legal move ends it.
const (
	BlockOpponent Goal = iota // no legal move loses
	LoseAll                   // no legal move wins
	FirstKing                 // the first king wins; no legal move loses
)

// derive works out the tables that follow from the exported fields.
func (r *Rules) derive() *Rules {
	for i := range r.squares {
		r.squares[i] = NoSquare
	}
	perRow := r.Size / 2
	for n := 1; n <= r.Size*perRow; n++ {
		row, i := (n-1)/perRow, (n-1)%perRow
		if r.Mirrored {
			i = perRow - 1 - i
		}
		sq := squareAt(row, i)
		r.numbers[sq], r.squares[n] = uint8(n), sq
		r.board |= sq.Bit()
		switch row {
		case 0:
			r.lastRow[White] |= sq.Bit()
		case r.Size - 1:
			r.lastRow[Black] |= sq.Bit()
		}
	}
	for up := range r.Size {
		r.longDiagonal |= squareAt(r.Size-1-up, up/2).Bit()
	}
	if r.MenSpareKings {
		r.sparedKings = ^Bits(0)
	}
	r.menUp[White], r.menDown[Black] = ^Bits(0), ^Bits(0)
	if r.MenBackward {
		r.menDown[White], r.menUp[Black] = ^Bits(0), ^Bits(0)
	}
	r.deriveDirections()
	if r.Priority == MostThenKings {
		r.rankedKings = ^Bits(0)
	}
	return r
}

// mostFirst reports whether a capture that could take more is always preferred to one that
// takes fewer pieces.
func (r *Rules) mostFirst() bool {
	return r.Priority == MostPieces || r.Priority == MostThenKings || r.Priority == ItalianOrder
}

// deriveDirections works out the directions of captures.
func (r *Rules) deriveDirections() {
	all := directions
	if !r.Orthogonal {
		all = diagonals
	}
	for d := range all {
		r.kingDirections = append(r.kingDirections, d)
		for c := White; c <= Black; c++ {
			forward := (d == upLeft || d == upRight) == (c == White)
			if forward || r.MenBackward {
				r.manDirections[c] = append(r.manDirections[c], d)
			}
		}
	}
}

// Squares returns the number of playing squares: 32 or 50.
func (r *Rules) Squares() int { return r.Size * r.Size / 2 }

// Board returns the playing squares.
func (r *Rules) Board() Bits { return r.board }

// LastRow returns the row on which the men of side c become kings.
func (r *Rules) LastRow(c Color) Bits { return r.lastRow[c&1] }

// LongDiagonal returns the long diagonal, from White's left corner (on mirrored
// boards the right one).
func (r *Rules) LongDiagonal() Bits { return r.longDiagonal }

// Number returns what players call the square: 1 at the top left, row by
// row, White below. It returns 0 for a square that is not on the board.
func (r *Rules) Number(s Square) int {
	if s >= NoSquare {
		return 0
	}
	return int(r.numbers[s])
}

// SquareOf returns the square with that number, or NoSquare.
func (r *Rules) SquareOf(number int) Square {
	if number < 1 || number > r.Squares() {
		return NoSquare
	}
	return r.squares[number]
}

// Start returns the position a game begins with.
func (r *Rules) Start() Position {
	var white, black Bits
	men := r.StartRows * r.Size / 2
	for n := 1; n <= men; n++ {
		black |= r.squares[n].Bit()
		white |= r.squares[r.Squares()+1-n].Bit()
	}
	return NewPosition(r.First, white, black, 0)
}

// Corner is where the numbering of the squares begins, as White sees the
// board; it goes on row by row. PDN calls them notation types 0 to 3.
type Corner uint8

// The corners. All rules are numbered from the top left.
const (
	BottomLeft Corner = iota
	BottomRight
	TopLeft
	TopRight
)

// NumberedFrom returns rules that differ from r only in the numbers of the
// squares. They serve to read and write moves of programs that number the
// squares otherwise; a Game has to be one of r itself.
func (r *Rules) NumberedFrom(c Corner) *Rules {
	perRow := r.Size / 2
	q := *r
	for n := 1; n <= r.Squares(); n++ {
		row, i := (n-1)/perRow, (n-1)%perRow
		if c == BottomLeft || c == BottomRight {
			row = r.Size - 1 - row
		}
		if c == BottomRight || c == TopRight {
			i = perRow - 1 - i
		}
		sq := r.squares[row*perRow+i+1]
		q.squares[n], q.numbers[sq] = sq, uint8(n)
	}
	return &q
}

// Traits returns the rules that differ between the games, in a few words each.
func (r *Rules) Traits() []string {
	var list []string
	add := func(holds bool, trait string) {
		if holds {
			list = append(list, trait)
		}
	}
	add(r.StartRows == 1, fmt.Sprintf("%d men a side", r.Size/2))
	add(r.Goal == LoseAll, "lose all to win")
	add(r.Goal == FirstKing, "the first king wins")
	add(r.Flying, "flying kings")
	add(!r.Flying, "short kings")
	add(!r.MenBackward, "men capture forward")
	add(r.MenSpareKings, "men spare kings")
	add(r.Orthogonal, "captures along rows and files too")
	add(r.Killer, "a king stops behind a king it takes last")
	add(r.KingRunLimit > 0, fmt.Sprintf("at most %d king moves in a row", r.KingRunLimit))
	add(true, priorities[r.Priority])
	add(r.Promotion == PassAsKing, "crowned in passing")
	add(r.Promotion == StopThere, "crowning ends the move")
	add(r.Mirrored, "board turned")
	return list
}

// priorities names the rules for choosing among captures.
var priorities = map[Priority]string{
	FreeChoice:    "free choice of capture",
	MostPieces:    "take the most",
	MostThenKings: "take the most, then most kings",
	KingMovesOnly: "capture with a king if one can",
	ItalianOrder:  "take the most, then with a king, most kings, kings first",
	FrisianValue:  "take the most value",
}
