package endgame

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A rebuilder derives databases again from the rules alone: its board is an array of rows
// and columns, it has moves of its own, and knows nothing of slices, numbers of positions,
// symmetry or moves taken back. Men capture backwards where kings are flying.
type rebuilder struct {
	size   int
	flying bool // as is the rule that most pieces must be captured
	men    int  // positions with so many men
	pieces int  // and men and kings

	numbers map[board]int
	boards  []board
	after   [][]int32 // numbers of the boards that moves lead to; -1: with nobody to move
	plies   []int     // to the end of the game
	values  []Value
}

// A board has the side to move and what is on each square: 0, or one of its pieces.
type board struct {
	turn    byte
	squares [50]byte
}

// The pieces of a board. A side is the number of its men.
const (
	whiteMan, blackMan   = 1, 2
	whiteKing, blackKing = 3, 4
)

// side returns whose a piece is.
func side(piece byte) byte { return 2 - piece%2 }

// square returns the number from 0 of a row and column; ok is false outside of the board.
func (g *rebuilder) square(row, column int) (n int, ok bool) {
	ok = row >= 0 && row < g.size && column >= 0 && column < g.size
	return (row*g.size + column) / 2, ok
}

// place returns row and column of a square. There is no square in the corner at the top left.
func (g *rebuilder) place(n int) (row, column int) {
	row = 2 * n / g.size
	return row, 2*n%g.size + (row+1)%2
}

// last returns the row where a side promotes. White moves up.
func (g *rebuilder) last(side byte) int { return int(side-1) * (g.size - 1) }

// moves returns the boards after each legal move of b.
func (g *rebuilder) moves(b board) (after []board) {
	most := 1
	for n, piece := range b.squares {
		if piece == 0 || side(piece) != b.turn {
			continue
		}
		free := b
		free.squares[n] = 0
		row, column := g.place(n)
		g.jump(free, piece, row, column, nil, func(end board, taken int) {
			if g.flying && taken > most {
				most, after = taken, nil
			}
			if !g.flying || taken == most {
				after = append(after, end)
			}
		})
	}
	if after != nil {
		return after
	}
	for n, piece := range b.squares {
		if piece == 0 || side(piece) != b.turn {
			continue
		}
		free := b
		free.squares[n] = 0
		row, column := g.place(n)
		g.directions(piece, false, func(down, right int) {
			for k := 1; k == 1 || g.flying && piece > blackMan; k++ {
				to, ok := g.square(row+k*down, column+k*right)
				if !ok || b.squares[to] != 0 {
					break
				}
				after = append(after, g.put(free, piece, to))
			}
		})
	}
	return after
}

// directions calls f with those a piece moves or captures in.
func (g *rebuilder) directions(piece byte, capture bool, f func(down, right int)) {
	for _, down := range []int{-1, 1} {
		forward := down == 2*int(side(piece))-3
		if forward || piece > blackMan || capture && g.flying {
			f(down, -1)
			f(down, 1)
		}
	}
}

// put ends a move of piece, which is not on b, on a square.
func (g *rebuilder) put(b board, piece byte, to int) board {
	if row, _ := g.place(to); piece <= blackMan && row == g.last(side(piece)) {
		piece += 2
	}
	b.squares[to] = piece
	b.turn = 3 - b.turn
	return b
}

// jump follows the captures of piece, which is lifted from b, from a place. What it has
// taken already stays on the board until the end and may not be jumped over again.
func (g *rebuilder) jump(b board, piece byte, row, column int, taken []int, end func(b board, taken int)) {
	further, far := false, 2
	if g.flying && piece > blackMan {
		far = g.size
	}
	g.directions(piece, true, func(down, right int) {
		victim := -1
		for k := 1; k <= far; k++ {
			n, ok := g.square(row+k*down, column+k*right)
			switch {
			case !ok, b.squares[n] == 0 && victim < 0 && far == 2,
				b.squares[n] != 0 && (victim >= 0 || side(b.squares[n]) == b.turn || slices.Contains(taken, n)):
				return
			case b.squares[n] != 0:
				victim = n
			case victim >= 0:
				further = true
				g.jump(b, piece, row+k*down, column+k*right, append(slices.Clone(taken), victim), end)
			}
		}
	})
	if !further && len(taken) > 0 {
		for _, n := range taken {
			b.squares[n] = 0
		}
		to, _ := g.square(row, column)
		end(g.put(b, piece, to), len(taken))
	}
}

// enumerate adds all boards with more pieces from a square on, if both sides have some.
func (g *rebuilder) enumerate(b board, from, men, pieces int, sides byte) {
	if sides == 3 {
		for b.turn = 1; b.turn <= 2; b.turn++ {
			g.numbers[b] = len(g.boards)
			g.boards = append(g.boards, b)
		}
	}
	if pieces == g.pieces {
		return
	}
	for n := from; n < g.size*g.size/2; n++ {
		row, _ := g.place(n)
		for piece := byte(whiteMan); piece <= blackKing; piece++ {
			isMan := piece <= blackMan
			if isMan && (men == g.men || row == g.last(side(piece))) {
				continue
			}
			with, more := b, men
			if isMan {
				more++
			}
			with.squares[n] = piece
			g.enumerate(with, n+1, more, pieces+1, sides|side(piece))
		}
	}
}

// solve finds the value and the plies of every board, those of n plies in the n-th round.
func (g *rebuilder) solve() {
	g.numbers = map[board]int{}
	g.enumerate(board{}, 0, 0, 0, 0)
	g.values, g.plies = make([]Value, len(g.boards)), make([]int, len(g.boards))
	for _, b := range g.boards {
		var after []int32
		for _, next := range g.moves(b) {
			n, ok := g.numbers[next]
			if !ok {
				n = -1 // its last piece is captured
			}
			after = append(after, int32(n))
		}
		g.after = append(g.after, after)
	}
	for round, found := 0, 1; found > 0 || round < 2; round++ {
		found = 0
		for i, v := range g.values {
			if v == Unknown {
				if v = g.value(i, round); v != Unknown {
					g.values[i], g.plies[i] = v, round
					found++
				}
			}
		}
	}
}

// value returns the value of board i if it follows from those before the round.
func (g *rebuilder) value(i, round int) Value {
	all := Loss
	for _, n := range g.after[i] {
		v := Loss
		if n >= 0 {
			if v = g.values[n]; g.plies[n] >= round {
				v = Unknown
			}
		} else if round == 0 {
			v = Unknown
		}
		switch v {
		case Loss:
			return Win
		case Unknown:
			all = Unknown
		}
	}
	return all
}

// fen returns b as FEN.
func (b *board) fen() string {
	var lists [3][]string
	for n, piece := range b.squares {
		if piece != 0 {
			lists[side(piece)] = append(lists[side(piece)], strings.Repeat("K", int(piece-1)/2)+fmt.Sprint(n+1))
		}
	}
	return fmt.Sprintf("%c:W%s:B%s", " WB"[b.turn], strings.Join(lists[1], ","), strings.Join(lists[2], ","))
}

// TestRederived compares databases in the program, value by value and with their distances,
// with those that a second builder derives from the rules.
func TestRederived(t *testing.T) {
	tests := []struct {
		game string
		rebuilder
		slices int // that are compared
	}{
		{"english", rebuilder{size: 8, men: 2, pieces: 2}, 4},
		{"international", rebuilder{size: 10, flying: true, men: 2, pieces: 2}, 4},
		{"english", rebuilder{size: 8, men: 1, pieces: 3}, 9},
		{"international", rebuilder{size: 10, flying: true, men: 0, pieces: 3}, 3},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s/%d", tt.game, tt.pieces), func(t *testing.T) {
			if tt.pieces > 2 && testing.Short() {
				t.Skip("many positions")
			}
			r := rulesNamed(t, tt.game)
			pr, seen := Embedded(r).Prober(), map[Slice]bool{}
			tt.solve()
			for i, b := range tt.boards {
				want, plies := tt.values[i], tt.plies[i]
				if want == Unknown {
					want = Draw
				}
				p := positionOf(t, r, b.fen())
				s, _ := SliceOf(&p)
				seen[s] = true
				got, known := pr.Distance(&p)
				if v := pr.Probe(&p); v != want || got != plies || known != (want != Draw) {
					t.Fatalf("%s: %v in %d plies, want %v in %d", b.fen(), v, got, want, plies)
				}
			}
			t.Logf("%d positions of %d slices", len(tt.boards), len(seen))
			if len(seen) != tt.slices {
				t.Errorf("%d slices, want %d", len(seen), tt.slices)
			}
		})
	}
}
