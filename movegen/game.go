package movegen

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Game is the record of a game: the position it started from and the moves
// played, with what the draw rules count along the way. The search walks
// through variations on one with Push and Pop. A Game must not be used by
// two goroutines at once; Clone makes another.
type Game struct {
	rules  *Rules
	draws  *DrawRules
	states []state // the start and the position after each move
	legal  []Move  // scratch
}

// state is a position with its past, as far as the draw rules ask for it.
type state struct {
	position   Position
	move       Move  // that led here; zero at the start
	reversible int32 // plies since the last capture or move of a man
	counts     counts
}

// NewGame returns a game from the start position with the default draw rules.
func NewGame(r *Rules) *Game { return NewGameFrom(r, r.Start(), nil) }

// NewGameFrom returns a game from position p, in which every count begins,
// with draw rules d; nil means the default of r.
func NewGameFrom(r *Rules, p Position, d *DrawRules) *Game {
	if d == nil {
		d = r.Draws[0]
	}
	g := &Game{rules: r, draws: d, states: []state{{position: p}}}
	g.count(g.last(), &state{}, OnEntry)
	return g
}

// Clone returns a copy of the game that shares nothing with it but the rules.
func (g *Game) Clone() *Game {
	return &Game{rules: g.rules, draws: g.draws, states: slices.Clone(g.states)}
}

// CopyFrom makes g a copy of other, as Clone does, in the space that g has.
func (g *Game) CopyFrom(other *Game) {
	g.rules, g.draws, g.states = other.rules, other.draws, append(g.states[:0], other.states...)
}

// Rules returns the rules of the game.
func (g *Game) Rules() *Rules { return g.rules }

// DrawRules returns the draw rules of the game.
func (g *Game) DrawRules() *DrawRules { return g.draws }

// Start returns the position the game started from.
func (g *Game) Start() Position { return g.states[0].position }

// Position returns the present position. It may be read until the next Play,
// Push or Pop and must not be changed.
func (g *Game) Position() *Position { return &g.last().position }

// Moves returns the moves played so far, in a slice of the caller's own.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.states)-1)
	for i := range moves {
		moves[i] = g.states[i+1].move
	}
	return moves
}

// LegalMoves appends the legal moves of the present position to dst. There
// are some in a drawn position too.
func (g *Game) LegalMoves(dst []Move) []Move { return g.rules.Moves(dst, g.Position()) }

// Play plays m, or returns an error if m is not legal. A game that is drawn
// can be played on, as people analysing do.
func (g *Game) Play(m Move) error {
	g.legal = g.LegalMoves(g.legal[:0])
	if !slices.Contains(g.legal, m) {
		return fmt.Errorf("ply %d: %s is not a legal move for %s", len(g.states), g.rules.HubMove(m), g.Position().Turn)
	}
	g.Push(m)
	return nil
}

// Push plays m, which must be legal. It allocates only when the game gets
// longer than it ever was.
func (g *Game) Push(m Move) {
	n := len(g.states)
	g.states = slices.Grow(g.states, 1)[:n+1]
	before, now := &g.states[n-1], &g.states[n]
	changed := change(&before.position, m)
	g.rules.PlayInto(&now.position, &before.position, m)
	now.move, now.reversible, now.counts = m, 0, counts{}
	if changed == 0 {
		now.reversible = before.reversible + 1
	}
	g.count(now, before, changed)
}

// PlayRandom plays n random legal moves, fewer if there is none any more, and returns how
// many it played. The draw rules do not end it.
func (g *Game) PlayRandom(n int, rng *rand.Rand) int {
	for i := range n {
		g.legal = g.LegalMoves(g.legal[:0])
		if len(g.legal) == 0 {
			return i
		}
		g.Push(g.legal[rng.IntN(len(g.legal))])
	}
	return n
}

// Pop takes the last move back. There must be one.
func (g *Game) Pop() { g.states = g.states[:len(g.states)-1] }

func (g *Game) last() *state { return &g.states[len(g.states)-1] }

// Result returns how the game stands. The end by the goal of the game goes
// before a draw.
func (g *Game) Result() Result {
	p := g.Position()
	g.legal = g.LegalMoves(g.legal[:0])
	if won := g.rules.goal(p, len(g.legal)); won.Outcome != Ongoing {
		return won
	}
	if reason := g.DrawReason(); reason != "" {
		return Result{Drawn, reason, g.draws.advantage(p)}
	}
	return Result{}
}

// Outcome is how a game stands.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	WhiteWins
	BlackWins
	Drawn
)

// String returns "ongoing", "White wins", "Black wins" or "draw".
func (o Outcome) String() string {
	return [...]string{"ongoing", "White wins", "Black wins", "draw"}[o&3]
}

// WinFor returns the outcome in which side c has won.
func WinFor(c Color) Outcome { return WhiteWins + Outcome(c&1) }

// Result is how a game stands, and why.
type Result struct {
	Outcome Outcome
	Reason  string // "16-move rule"; empty while the game goes on

	// Advantage is +1 for a draw with advantage to White, -1 for one with
	// advantage to Black, which tournament tables write 1+ and 1-. It is 0
	// for every other result, and always under rules without such draws.
	Advantage int
}

// The reasons for which a game ends. Draws by counting moves have a reason
// each, named after the number of moves: see Count.
const (
	ReasonNoMove    = "no legal move"
	ReasonNoPieces  = "all pieces captured"
	ReasonFirstKing = "first king"
	ReasonThreefold = "threefold repetition"
	ReasonFourfold  = "fourfold repetition"
)

// goal returns the result if the goal of the game has been reached in p,
// whose legal moves number moves, and an ongoing one if not.
func (r *Rules) goal(p *Position, moves int) Result {
	them := p.Turn.Opponent()
	switch {
	case r.Goal == FirstKing && p.KingsOf(them) != 0:
		return Result{Outcome: WinFor(them), Reason: ReasonFirstKing}
	case r.Goal == FirstKing && p.KingsOf(p.Turn) != 0:
		return Result{Outcome: WinFor(p.Turn), Reason: ReasonFirstKing}
	case moves > 0:
		return Result{}
	}
	end := Result{Outcome: WinFor(them), Reason: ReasonNoMove}
	if r.Goal == LoseAll {
		end.Outcome = WinFor(p.Turn)
	}
	if p.Pieces[p.Turn] == 0 {
		end.Reason = ReasonNoPieces
	}
	return end
}
