package movegen

import (
	"fmt"
	"slices"
	"strings"
)

// This file and reference_rules_test.go are the referee: a second move
// generator, slow and obvious, written from the rules alone. It plays on a
// plain board of rows and columns, follows every capture to its end, and only
// then asks which of the complete captures the rules allow. It shares nothing
// with the real generator but the meaning of Position and Move, which it
// meets in readReference and refMove.move at the end of this file.

// What may stand on a square of a refBoard.
const (
	offBoard = ' '
	vacant   = '.'
	taken    = 'x' // captured in the move under way, lifted only when it ends
)

// A place is a square by its row from the top and its column from the left.
type place struct{ row, column int }

func (at place) step(d place) place { return place{at.row + d.row, at.column + d.column} }

// The directions of draughts. Along rows and files, a step leads to the next
// dark square, two columns or two rows away.
var (
	refUp           = []place{{-1, -1}, {-1, 1}}
	refDown         = []place{{1, -1}, {1, 1}}
	refDiagonal     = slices.Concat(refUp, refDown)
	refRowsAndFiles = []place{{0, -2}, {0, 2}, {-2, 0}, {2, 0}}
	refAllEight     = slices.Concat(refDiagonal, refRowsAndFiles)
)

// A refBoard holds 'w' and 'b' for men, 'W' and 'B' for kings.
type refBoard struct {
	size  int
	cells [10][10]byte
}

func (b *refBoard) at(s place) byte {
	if s.row < 0 || s.row >= b.size || s.column < 0 || s.column >= b.size {
		return offBoard
	}
	return b.cells[s.row][s.column]
}

func (b *refBoard) put(s place, piece byte) { b.cells[s.row][s.column] = piece }

// find returns the places where one of the given pieces stands.
func (b *refBoard) find(pieces ...byte) []place {
	found := make([]place, 0, 20)
	for row := range b.size {
		for column, cell := range b.cells[row][:b.size] {
			if slices.Contains(pieces, cell) {
				found = append(found, place{row, column})
			}
		}
	}
	return found
}

func isKing(piece byte) bool { return piece == 'W' || piece == 'B' }

func manOf(c Color) byte { return "wb"[c] }

func kingOf(c Color) byte { return "WB"[c] }

// belongs reports whether piece is a man or a king of side c.
func belongs(piece byte, c Color) bool { return piece == manOf(c) || piece == kingOf(c) }

// A refPosition is what the rules know of a game. The runs are those of
// Frisian draughts and stay empty elsewhere.
type refPosition struct {
	board refBoard
	turn  Color
	runs  [2]refRun
}

func (p refPosition) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%v to move, runs %v\n", p.turn, p.runs)
	for _, row := range p.board.cells[:p.board.size] {
		fmt.Fprintf(&s, "%s\n", row[:p.board.size])
	}
	return strings.ReplaceAll(s.String(), "\x00", " ")
}

// A refRun says which king made the side's last quiet moves, and how many.
type refRun struct {
	king  place
	moves int
}

// A refMove is a move with its whole story: two of them may be one Move.
type refMove struct {
	from, to place
	began    byte    // the piece as it started
	piece    byte    // the piece as it is now
	over     []place // where the captured pieces stand, in order
	victims  []byte  // what they are
}

// moves returns all legal moves, one for every way to play it.
func (g *refGame) moves(p refPosition) []refMove {
	if g.hasFirstKing(p) {
		return nil
	}
	if captures := g.captures(p); len(captures) > 0 {
		return g.byPriority(captures)
	}
	return g.quietMoves(p)
}

// distinct returns the legal moves, each once: captures that start and end on
// the same squares, take the same pieces and leave the same kind of piece are
// one move.
func (g *refGame) distinct(p refPosition) []refMove {
	var all []refMove
	for _, m := range g.moves(p) {
		if !slices.ContainsFunc(all, m.isSameAs) {
			all = append(all, m)
		}
	}
	return all
}

// canCapture reports whether side c could capture if it were to move.
func (g *refGame) canCapture(p refPosition, c Color) bool {
	return !g.hasFirstKing(p) && slices.ContainsFunc(p.board.find(manOf(c), kingOf(c)), func(from place) bool {
		return g.canJump(&p.board, c, from, p.board.at(from))
	})
}

// isSameAs reports whether m and o are one move, perhaps by different paths.
func (m refMove) isSameAs(o refMove) bool {
	return m.from == o.from && m.to == o.to && m.piece == o.piece &&
		len(m.over) == len(o.over) &&
		!slices.ContainsFunc(m.over, func(p place) bool { return !slices.Contains(o.over, p) })
}

// byPriority applies the rules on which capture to choose, one after the other.
func (g *refGame) byPriority(captures []refMove) []refMove {
	for _, allowed := range g.priority {
		captures = allowed(captures)
	}
	return captures
}

// quietMoves returns the moves that capture nothing.
func (g *refGame) quietMoves(p refPosition) []refMove {
	var all []refMove
	for _, from := range p.board.find(manOf(p.turn), kingOf(p.turn)) {
		if g.isTired(p, from) {
			continue
		}
		piece := p.board.at(from)
		for _, d := range moveDirections(piece, p.turn) {
			for _, to := range g.slide(&p.board, from, d, piece) {
				all = append(all, g.crownAtEnd(refMove{from: from, to: to, began: piece, piece: piece}))
			}
		}
	}
	return all
}

// captures returns every complete capture, whether the priority rules allow
// it or not. The square a piece starts from counts as empty from then on.
func (g *refGame) captures(p refPosition) []refMove {
	var all []refMove
	for _, from := range p.board.find(manOf(p.turn), kingOf(p.turn)) {
		piece, board := p.board.at(from), p.board
		board.put(from, vacant)
		all = append(all, g.carryOn(board, p.turn, refMove{from: from, to: from, began: piece, piece: piece})...)
	}
	return all
}

// carryOn returns the complete captures that begin like m. A capture must be
// carried on for as long as it can be.
func (g *refGame) carryOn(board refBoard, turn Color, m refMove) []refMove {
	var all []refMove
	for _, next := range g.jumps(&board, turn, m) {
		after := board
		after.put(next.over[len(next.over)-1], taken)
		all = append(all, g.carryOn(after, turn, next)...)
	}
	if len(all) == 0 && len(m.over) > 0 {
		return []refMove{g.crownAtEnd(m)}
	}
	return all
}

// jumps returns m made longer by one captured piece, in all possible ways.
func (g *refGame) jumps(board *refBoard, turn Color, m refMove) []refMove {
	if g.hasStopped(m) {
		return nil
	}
	var all []refMove
	for _, d := range g.captureDirections(m.piece, turn) {
		over, landings := g.jump(board, turn, m.to, d, m.piece)
		if len(landings) == 0 {
			continue
		}
		if g.mustLandToGoOn {
			landings = g.thatGoOn(*board, turn, over, landings, m.piece)
		}
		for _, to := range landings {
			all = append(all, g.crownInPassing(m.after(over, board.at(over), to)))
		}
	}
	return all
}

// after returns m carried on by one captured piece.
func (m refMove) after(over place, victim byte, to place) refMove {
	m.over = append(slices.Clone(m.over), over)
	m.victims = append(slices.Clone(m.victims), victim)
	m.to = to
	return m
}

// jump returns the piece that can be captured in direction d and the squares
// behind it where the capturing piece can land; none if there is no capture.
func (g *refGame) jump(board *refBoard, turn Color, at, d place, piece byte) (over place, landings []place) {
	over = at.step(d)
	if g.isLong(piece) {
		for board.at(over) == vacant {
			over = over.step(d)
		}
	}
	if !belongs(board.at(over), turn.Opponent()) || !g.mayCapture(piece, board.at(over)) {
		return over, nil
	}
	return over, g.slide(board, over, d, piece)
}

// slide returns the empty squares a piece reaches from a square in direction
// d: one, or for a long king all up to the next piece.
func (g *refGame) slide(board *refBoard, from, d place, piece byte) []place {
	var reached []place
	for to := from.step(d); board.at(to) == vacant; to = to.step(d) {
		reached = append(reached, to)
		if !g.isLong(piece) {
			break
		}
	}
	return reached
}

// play returns the position after m.
func (g *refGame) play(p refPosition, m refMove) refPosition {
	p.board.put(m.from, vacant)
	for _, over := range m.over {
		p.board.put(over, vacant)
	}
	p.board.put(m.to, m.piece)
	if g.kingsTire {
		p.countRun(m)
	}
	p.turn = p.turn.Opponent()
	return p
}

// readReference translates a Position, by the numbers of its squares.
func readReference(r *Rules, g *refGame, p *Position) refPosition {
	ref := refPosition{board: refBoard{size: g.size}, turn: p.Turn}
	occupied := p.Occupied()
	for n := 1; n <= g.squares(); n++ {
		piece := byte(vacant)
		if s := r.SquareOf(n); occupied.Has(s) {
			piece = letterAt(p, s)
		}
		ref.board.put(g.places[n], piece)
	}
	for c, run := range p.Runs {
		if run.Moves > 0 {
			ref.runs[c] = refRun{g.places[r.Number(run.Square)], int(run.Moves)}
		}
	}
	return ref
}

// letterAt returns which piece stands on a square of p.
func letterAt(p *Position, s Square) byte {
	c := White
	if p.Pieces[Black].Has(s) {
		c = Black
	}
	if p.Kings.Has(s) {
		return kingOf(c)
	}
	return manOf(c)
}

// move forgets the story of m and keeps what makes it a Move.
func (m refMove) move(r *Rules, g *refGame) Move {
	out := Move{From: r.SquareOf(g.numberOf(m.from)), To: r.SquareOf(g.numberOf(m.to)), Promotes: m.piece != m.began}
	for _, over := range m.over {
		out.Captured |= r.SquareOf(g.numberOf(over)).Bit()
	}
	return out
}

// referenceMoves returns the legal moves of p, each once, as Moves should.
func referenceMoves(r *Rules, g *refGame, p *Position) []Move {
	var moves []Move
	for _, m := range g.distinct(readReference(r, g, p)) {
		moves = append(moves, m.move(r, g))
	}
	return moves
}
