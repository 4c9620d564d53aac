package analysis

import (
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A Game is a game of a file, as far as it can be replayed.
type Game struct {
	Number int       // in its file, 1-based
	Record *pdn.Game // in the standard form
	Rules  *movegen.Rules
	Fault  *pdn.Error // what keeps the rest from being replayed; nil: nothing

	positions []position
	moves     []move
	knowledge Knowledge
}

// A position is one of the game, with its past.
type position struct {
	movegen.Position
	start movegen.Position // of the game, or what was set up last
	past  []movegen.Move   // since then

	value  value
	best   *Finding // of the deepest search; nil: none yet
	others *Finding // the same for all moves but the one played
}

// A move is one that was played.
type move struct {
	movegen.Move
	ply    int // index in Record.Plies
	number int // as written
	from   int // index of the position before it; the one after it is the next
	legal  int // number of moves there were
	wanted bool

	inBook  bool
	instead []movegen.Move // what the opening book has, if this move leaves it
}

// Plies choose moves of a game by their numbers, those of both sides counted. A Last
// of 0 is the end of the game.
type Plies struct{ First, Last int }

// NewGame returns a game of a file for analysis by the rules r, with its number. Only
// the moves of some plies are to be judged; 0 and 0 are all.
func NewGame(g *pdn.Game, number int, r *movegen.Rules, plies Plies) *Game {
	record, faults := g.Normalize(r, pdn.Usual)
	game := &Game{Number: number, Record: record, Rules: r}
	if len(faults) > 0 {
		game.Fault = faults[0]
	}
	after, _ := record.Positions(r) // the error is one of the faults
	start := 0                      // index of the position where the past begins
	game.addPosition(after[0], start)
	for i := range record.Plies[:len(after)-1] {
		before := &game.positions[len(game.positions)-1]
		switch ply := &record.Plies[i]; {
		case ply.Setup != "":
			start = len(game.positions)
			game.addPosition(after[i+1], start)
		case ply.Text == pdn.UnknownMove:
		default:
			game.addMove(i, before, after[i+1], start)
		}
	}
	game.choose(plies)
	return game
}

// addPosition adds a position whose past begins with one of the earlier ones, or with
// itself.
func (g *Game) addPosition(p movegen.Position, start int) {
	next := position{Position: p, start: p}
	if start < len(g.positions) {
		last := &g.positions[len(g.positions)-1]
		next.start = last.start
		next.past = append(last.past, g.moves[len(g.moves)-1].Move)
	}
	g.positions = append(g.positions, next)
}

// addMove adds the move that led from one position to another, and the latter.
func (g *Game) addMove(ply int, before *position, after movegen.Position, start int) {
	legal := g.Rules.Moves(nil, &before.Position)
	for _, m := range legal {
		if g.Rules.Play(&before.Position, m) == after {
			g.moves = append(g.moves, move{Move: m, ply: ply, from: len(g.positions) - 1, legal: len(legal)})
			g.addPosition(after, start)
			return
		}
	}
}

// choose marks the moves to judge as wanted, and gives all their numbers.
func (g *Game) choose(plies Plies) {
	number, first := 1, g.first()
	for i := range g.moves {
		m := &g.moves[i]
		m.number = number
		if g.positions[m.from].Turn != first {
			number++
		}
		m.wanted = i+1 >= plies.First && (plies.Last == 0 || i < plies.Last)
	}
}

// first returns the side whose moves begin with a number.
func (g *Game) first() movegen.Color {
	fields := strings.Split(g.Record.Tag("GameType"), ",")
	switch {
	case len(fields) < 2:
		return g.Rules.First
	case fields[1] == "B":
		return movegen.Black
	}
	return movegen.White
}

// at returns the game up to a position, with its past.
func (g *Game) at(p *position) *movegen.Game {
	game := movegen.NewGameFrom(g.Rules, p.start, nil)
	for _, m := range p.past {
		game.Push(m)
	}
	return game
}

// final reports whether a position is the last one of its line.
func (g *Game) final(i int) bool {
	return i+1 == len(g.positions) || len(g.positions[i+1].past) == 0
}

// played returns the move played in a position, and whether there was one.
func (g *Game) played(i int) (movegen.Move, bool) {
	if g.final(i) {
		return movegen.Move{}, false
	}
	past := g.positions[i+1].past
	return past[len(past)-1], true
}
