package dxp

import (
	"context"
	"io"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// Engine is what a session needs of a search. *search.Engine is one.
type Engine interface {
	// Search looks for a move until a limit is reached or ctx is done, and
	// then returns soon.
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)

	// Clear forgets what earlier searches learned.
	Clear()
}

// Options says who plays and how.
type Options struct {
	Name   string // told to the peer: at most 32 characters of ASCII
	Engine Engine
	Rules  *movegen.Rules     // the game; both sides must know it beforehand
	Draws  *movegen.DrawRules // nil: the default of Rules
	Limits search.Limits      // of each move, besides the clock
	Ponder bool               // think in the opponent's time as well

	// Peer is what a peer may do at most.
	Peer PeerLimits

	// Hand, unless nil, has the moves found elsewhere; there is no Match then.
	Hand *Hand

	// NoTakeBack refuses to take moves back.
	NoTakeBack bool

	// Match makes us the initiator, of the games in it. Nil: the follower,
	// of any game asked for.
	Match *Match

	// Save, unless nil, is called with each game as soon as it is over, and
	// with one broken off because the line dropped or ctx was done. MaxSaved,
	// unless 0, is how many games it is called with at most.
	Save     func(Record) error
	MaxSaved int

	// Log, unless nil, gets a line for each frame and each event, with the time and
	// the number of the connection. It ends after the first error, and before it has
	// more than MaxLog bytes, unless that is 0, with a line that says so.
	Log    io.Writer
	MaxLog int64

	// Note, unless nil, is called with each event: a connection, a game, a chat. Of
	// too many events that a peer can cause at will, it gets only the number.
	Note func(text string)
}

// Terms is what an initiator asks for.
type Terms struct {
	Start    movegen.Position
	Follower movegen.Color
	Time     time.Duration // for each side and the whole game; what is asked for and played is AskedTime of it
	Moves    int           // for each side, at most 999; 0: no limit
}

// Match is the games an initiator asks for, one after the other. After the line
// dropped it continues with the next game. The zero Match is over.
type Match struct {
	Games   []Terms
	next    int // of Games, to be asked for
	refused int // games in a row
}

// NewMatch returns a match of n games. They start from the positions given,
// or from the normal start if there are none, each played with both colours
// before the next, and all over again. If n is 0, each position has its two
// games.
func NewMatch(r *movegen.Rules, starts []movegen.Position, n int, limit time.Duration, moves int) *Match {
	if len(starts) == 0 {
		starts = []movegen.Position{r.Start()}
	}
	if n == 0 {
		n = 2 * len(starts)
	}
	m := &Match{}
	for i := range n {
		m.Games = append(m.Games, Terms{
			Start:    starts[i/2%len(starts)],
			Follower: movegen.Color(i % 2).Opponent(),
			Time:     limit,
			Moves:    moves,
		})
	}
	return m
}

// Over reports whether all games have been asked for and answered.
func (m *Match) Over() bool { return m.next >= len(m.Games) }

// answered returns how many games have been asked for and answered; 0 if m is
// nil.
func (m *Match) answered() int {
	if m == nil {
		return 0
	}
	return m.next
}

// current returns the next game.
func (m *Match) current() Terms { return m.Games[m.next] }
