package analysis

import (
	"slices"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A Game is a game of a file, as far as it can be replayed.
type Game struct {
	Number int       // in its file, 1-based
	Record *pdn.Game // in the standard form
	Rules  *movegen.Rules
	Fault  *pdn.Error   // what keeps the rest from being replayed; nil: nothing
	Faults []*pdn.Error // that and all else that is wrong with its moves
	Silent bool         // Annotated does not say why moves are bad

	draws     *movegen.DrawRules // nil: the usual ones
	positions []position
	moves     []move
	knowledge Knowledge
	done      <-chan struct{} // see Within
	departure Departure       // nil: the game does not leave what others played, or nobody has looked
}

// A position is one of the game, with its past.
type position struct {
	movegen.Position
	start movegen.Position // of the game, or what was set up last
	past  []movegen.Move   // since then

	value  value
	forced bool     // the move that was played is the only one
	best   *Finding // of the deepest search; nil: none yet
	others *Finding // the same for all moves but the one played
}

// line returns the best moves of a position, none if they are not known.
func (p *position) line() []movegen.Move {
	if p.best == nil {
		return nil
	}
	return p.best.moves
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

	why *why // nil until somebody asks
}

// Plies choose moves of a game by their numbers, those of both sides counted. A Last
// of 0 is the end of the game.
type Plies struct{ First, Last int }

// NewGame returns a game of a file for analysis by the rules r, with its number. Only
// the moves of some plies are to be judged; 0 and 0 are all.
func NewGame(g *pdn.Game, number int, r *movegen.Rules, plies Plies) *Game {
	replay := g.Replay(r)
	game := &Game{Number: number, Record: replay.Normal(pdn.Usual), Rules: r, Faults: slices.Concat(replay.Faults, replay.Odd)}
	if len(replay.Faults) > 0 {
		game.Fault = replay.Faults[0]
	}
	start := 0 // index of the position where the past begins
	game.addPosition(replay.Begin, start)
	for i, step := range replay.Steps() {
		switch step.Kind {
		case pdn.SetUp:
			start = len(game.positions)
			game.addPosition(step.After, start)
		case pdn.Played:
			game.addMove(step.Move, i)
			game.addPosition(step.After, start)
		}
	}
	game.choose(plies)
	return game
}

// NewPlayed returns a game that was played, for judgements by what is known of its variant and
// of what its user adds. It is judged by its own draw rules.
func NewPlayed(played *movegen.Game, k Knowledge) *Game {
	record := pdn.Record{Game: played}
	g := &Game{Number: 1, Record: record.PDN(), Rules: played.Rules(), draws: played.DrawRules()}
	p := played.Start()
	g.addPosition(p, 0)
	for i, m := range played.Moves() {
		g.addMove(m, i)
		p = g.Rules.Play(&p, m)
		g.addPosition(p, 0)
	}
	g.choose(Plies{})
	g.Know(k)
	return g
}

// Know tells the game what is known of its variant. New and NewPlayed do.
func (g *Game) Know(k Knowledge) {
	g.knowledge = k
	g.look()
	g.followBook()
}

// Positions returns how many positions the game has, the one that it begins with among them.
func (g *Game) Positions() int { return len(g.positions) }

// Turn returns who is to move in a position.
func (g *Game) Turn(position int) movegen.Color { return g.positions[position].Turn }

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

// addMove adds a move in the last position, that of a ply of the record.
func (g *Game) addMove(m movegen.Move, ply int) {
	from := len(g.positions) - 1
	before := &g.positions[from]
	legal := len(g.Rules.Moves(nil, &before.Position))
	before.forced = legal == 1
	g.moves = append(g.moves, move{Move: m, ply: ply, from: from, legal: legal})
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
	game := movegen.NewGameFrom(g.Rules, p.start, g.draws)
	for _, m := range p.past {
		game.Push(m)
	}
	return game
}

// final reports whether a position is the last one of its line.
func (g *Game) final(i int) bool {
	return i+1 == len(g.positions) || len(g.positions[i+1].past) == 0
}

// moveAt returns the move played in a position, the zero Move if there was none.
func (g *Game) moveAt(i int) movegen.Move {
	if g.final(i) {
		return movegen.Move{}
	}
	past := g.positions[i+1].past
	return past[len(past)-1]
}
