package movegen

import (
	"slices"
	"testing"
)

// A refGame is one rule set of the referee, written down a second time: it is
// not made from the Rules table, so that a wrong entry there is noticed.
type refGame struct {
	size           int
	mirrored       bool // the dark corner is at each player's right
	menBackward    bool // men capture backward too
	rowsAndFiles   bool // captures along rows and files as well
	longKings      bool // kings move and capture at any distance
	menSpareKings  bool // men may not capture kings
	kingsTire      bool // no fourth quiet move in a row with one king while men are left
	firstKingWins  bool // the game is over once there is a king
	noMoveWins     bool // who cannot move wins
	mustLandToGoOn bool // of the squares behind a piece, one that lets the capture go on
	passing        passing
	priority       []filter // what must be captured, the most important rule first

	places [51]place // by number: see placeOf
}

// passing is what happens to a man that reaches the last row by capture.
type passing int

const (
	staysMan     passing = iota // it goes on as a man if it can
	becomesKing                 // it goes on as a king if it can
	stopsAndKing                // it is crowned and its move ends
)

var refFrisian = refGame{
	size: 10, menBackward: true, longKings: true, rowsAndFiles: true, kingsTire: true,
	priority: []filter{mostValue, withKing},
}

// referenceFor returns the referee's rules of a variant.
func referenceFor(t *testing.T, r *Rules) *refGame {
	t.Helper()
	g, ok := referenceGames[r.Name]
	if !ok {
		t.Fatalf("the reference generator does not know %s", r.Name)
	}
	for n := 1; n <= g.squares(); n++ {
		g.places[n] = g.placeOf(n)
	}
	return &g
}

// referenceGames has an entry for every variant.
var referenceGames = map[string]refGame{
	"international": {
		size: 10, menBackward: true, longKings: true,
		priority: []filter{mostPieces},
	},
	"losing": {
		size: 10, menBackward: true, longKings: true, noMoveWins: true,
		priority: []filter{mostPieces},
	},
	"killer": {
		size: 10, menBackward: true, longKings: true,
		priority: []filter{stopBehindLastKing, mostPieces},
	},
	"breakthrough": {
		size: 10, menBackward: true, firstKingWins: true,
		priority: []filter{mostPieces},
	},
	"frisian": refFrisian,
	"frysk":   refFrisian,
	"brazilian": {
		size: 8, menBackward: true, longKings: true,
		priority: []filter{mostPieces},
	},
	"russian": {
		size: 8, menBackward: true, longKings: true, mustLandToGoOn: true, passing: becomesKing,
	},
	"poddavki": {
		size: 8, menBackward: true, longKings: true, mustLandToGoOn: true, passing: becomesKing, noMoveWins: true,
	},
	"pool": {
		size: 8, menBackward: true, longKings: true, mustLandToGoOn: true,
	},
	"english": {
		size: 8, passing: stopsAndKing,
	},
	"italian": {
		size: 8, mirrored: true, menSpareKings: true, passing: stopsAndKing,
		priority: []filter{mostPieces, withKing, mostKings, kingsFirst},
	},
	"czech": {
		size: 8, longKings: true, mustLandToGoOn: true, passing: stopsAndKing,
		priority: []filter{withKing},
	},
	"spanish": {
		size: 8, mirrored: true, longKings: true, passing: stopsAndKing,
		priority: []filter{mostPieces, mostKings},
	},
}

// A filter keeps the captures one rule allows, of complete captures.
type filter func([]refMove) []refMove

// mostPieces: the largest number of pieces must be taken.
func mostPieces(all []refMove) []refMove {
	return highest(all, func(m refMove) int { return len(m.over) })
}

// mostKings: the largest number of kings must be taken.
func mostKings(all []refMove) []refMove {
	return highest(all, func(m refMove) int { return countKings(m.victims) })
}

// mostValue: a king is worth a little less than two men.
func mostValue(all []refMove) []refMove {
	const man, king = 100, 199
	return highest(all, func(m refMove) int {
		kings := countKings(m.victims)
		return king*kings + man*(len(m.victims)-kings)
	})
}

// withKing: if a king can capture, a king must.
func withKing(all []refMove) []refMove {
	return highest(all, func(m refMove) int { return countKings([]byte{m.began}) })
}

// kingsFirst: of captures with the same pieces, the one that meets kings
// sooner. Written king = 1, man = 0 in the order of capture, as many digits
// for each, the larger number is that one.
func kingsFirst(all []refMove) []refMove {
	return highest(all, func(m refMove) int {
		order := 0
		for _, victim := range m.victims {
			order = 2*order + countKings([]byte{victim})
		}
		return order
	})
}

// stopBehindLastKing: a king whose last victim is a king stops on the square
// right behind it (Killer).
func stopBehindLastKing(all []refMove) []refMove {
	return slices.DeleteFunc(all, func(m refMove) bool {
		last := len(m.over) - 1
		return isKing(m.began) && isKing(m.victims[last]) && !touch(m.over[last], m.to)
	})
}

// highest keeps the captures with the highest score.
func highest(all []refMove, score func(refMove) int) []refMove {
	best := 0
	for _, m := range all {
		best = max(best, score(m))
	}
	var kept []refMove
	for _, m := range all {
		if score(m) == best {
			kept = append(kept, m)
		}
	}
	return kept
}

// countKings returns how many of the pieces are kings.
func countKings(pieces []byte) int {
	n := 0
	for _, piece := range pieces {
		if isKing(piece) {
			n++
		}
	}
	return n
}

// touch reports whether two squares share a corner.
func touch(a, b place) bool {
	return (a.row-b.row)*(a.row-b.row) == 1 && (a.column-b.column)*(a.column-b.column) == 1
}

// forward returns the directions in which the men of side c move.
func forward(c Color) []place {
	if c == White {
		return refUp
	}
	return refDown
}

// moveDirections returns where a piece moves without capturing.
func moveDirections(piece byte, c Color) []place {
	if isKing(piece) {
		return refDiagonal
	}
	return forward(c)
}

// captureDirections returns where a piece looks for something to capture.
func (g *refGame) captureDirections(piece byte, c Color) []place {
	switch {
	case g.rowsAndFiles:
		return refAllEight
	case isKing(piece) || g.menBackward:
		return refDiagonal
	default:
		return forward(c)
	}
}

// isLong reports whether the piece moves and captures at any distance.
func (g *refGame) isLong(piece byte) bool { return g.longKings && isKing(piece) }

// mayCapture reports whether such a piece may take such a victim.
func (g *refGame) mayCapture(piece, victim byte) bool {
	return !g.menSpareKings || isKing(piece) || !isKing(victim)
}

// thatGoOn returns the landings behind over from which the capture can be
// carried on, or all of them if there is no such landing.
func (g *refGame) thatGoOn(board refBoard, turn Color, over place, landings []place, piece byte) []place {
	board.put(over, taken)
	var kept []place
	for _, to := range landings {
		if g.canJump(&board, turn, to, piece) {
			kept = append(kept, to)
		}
	}
	if len(kept) == 0 {
		return landings
	}
	return kept
}

// canJump reports whether a piece at that square could capture anything.
func (g *refGame) canJump(board *refBoard, turn Color, at place, piece byte) bool {
	for _, d := range g.captureDirections(piece, turn) {
		if _, landings := g.jump(board, turn, at, d, piece); len(landings) > 0 {
			return true
		}
	}
	return false
}

// crownInPassing makes a king of a man that has landed on the last row, in
// the games that do not wait for the end of the move.
func (g *refGame) crownInPassing(m refMove) refMove {
	if g.passing == staysMan {
		return m
	}
	return g.crownAtEnd(m)
}

// crownAtEnd makes a king of a man that stands on the last row.
func (g *refGame) crownAtEnd(m refMove) refMove {
	switch {
	case m.piece == 'w' && m.to.row == 0:
		m.piece = 'W'
	case m.piece == 'b' && m.to.row == g.size-1:
		m.piece = 'B'
	}
	return m
}

// hasStopped reports whether m is over because a man was crowned.
func (g *refGame) hasStopped(m refMove) bool {
	return g.passing == stopsAndKing && m.piece != m.began
}

// isTired reports whether the king has made three quiet moves in a row, with
// men of its side on the board, and must rest (Frisian).
func (g *refGame) isTired(p refPosition, king place) bool {
	run := p.runs[p.turn]
	return g.kingsTire && run.moves == 3 && run.king == king && len(p.board.find(manOf(p.turn))) > 0
}

// countRun updates the runs after m, which is played on the board already.
// Only quiet king moves count, only in a row, only for a side with men.
func (p *refPosition) countRun(m refMove) {
	run := refRun{}
	if isKing(m.began) && len(m.over) == 0 {
		run = refRun{m.to, 1}
		if last := p.runs[p.turn]; last.moves > 0 && last.king == m.from {
			run.moves += last.moves
		}
	}
	p.runs[p.turn] = run
	for _, c := range []Color{White, Black} {
		if p.board.at(p.runs[c].king) != kingOf(c) || len(p.board.find(manOf(c))) == 0 {
			p.runs[c] = refRun{}
		}
	}
}

// hasFirstKing reports whether the king that ends a game for the first king
// is on the board.
func (g *refGame) hasFirstKing(p refPosition) bool {
	return g.firstKingWins && len(p.board.find('W', 'B')) > 0
}

// winner returns who has won a game in which there is no legal move.
func (g *refGame) winner(p refPosition) Color {
	switch {
	case g.hasFirstKing(p) && len(p.board.find('W')) > 0:
		return White
	case g.hasFirstKing(p):
		return Black
	case g.noMoveWins:
		return p.turn
	default:
		return p.turn.Opponent()
	}
}

// squares returns how many squares are played on.
func (g *refGame) squares() int { return g.size * g.size / 2 }

// placeOf returns the square with that number: row by row from the top left.
// The first row starts with a light square, on a mirrored board with a dark one.
func (g *refGame) placeOf(number int) place {
	row, i := (number-1)/(g.size/2), (number-1)%(g.size/2)
	if (row%2 == 0) != g.mirrored {
		return place{row, 2*i + 1}
	}
	return place{row, 2 * i}
}

// numberOf returns the number of a dark square.
func (g *refGame) numberOf(at place) int { return at.row*g.size/2 + at.column/2 + 1 }
