package reason

import (
	"fmt"
	"slices"

	"stupol/book/endgame"
	"stupol/movegen"
)

// A Case is what is known of a mistake.
type Case struct {
	Rules  *movegen.Rules
	Before movegen.Position
	Played movegen.Move
	Reply  []movegen.Move // the line that is expected after it; none if the game is over
	Better []movegen.Move // the line of the better move

	// The chances of the side that moved, from 0 to 1, with the better move and after this one.
	Chance, PlayedChance float64

	// What the endgame databases know, for the side that moved: before the move if it plays the
	// better one, and after the move. The plies are those until the game is won or lost, 0 if
	// nobody knows.
	Was, Now           endgame.Value
	WasPlies, NowPlies int

	// Probe, if not nil, returns what the databases know of a position, for the side to move.
	Probe func(*movegen.Position) endgame.Value

	Draw string // the rule by which the move ended the game in a draw

	// Done, if not nil, ends Find soon after it is closed. What that returns then means nothing.
	Done <-chan struct{}

	most int // nodes of each proof; 0: as many as are worth while
}

// after returns the position after the move that was played.
func (c *Case) after() movegen.Position { return c.Rules.Play(&c.Before, c.Played) }

// mover returns the side that made the mistake.
func (c *Case) mover() movegen.Color { return c.Before.Turn }

// A Kind is a kind of reason.
type Kind uint8

// The kinds, and what each claims.
const (
	// Worse claims nothing: nothing is lost at once.
	Worse Kind = iota
	// Shot: in Line who gains gives Gives pieces, first of all by a move that captures nothing and
	// after which the other side must capture, and takes Takes.
	Shot
	// Taken: Takes pieces can be captured at once, and none is captured in return.
	Taken
	// Exchange: the same, but Gives are captured in return.
	Exchange
	// Attack: a quiet move after which no move saves all pieces.
	Attack
	// Zugzwang: a quiet move after which each of Moves legal moves loses a piece, though nothing
	// would be lost if the side could pass.
	Zugzwang
	// Breakthrough: a man becomes a king, and that is what is gained.
	Breakthrough
	// KingCaught: the line captures a king.
	KingCaught
	// Ended: Line is the end of the game.
	Ended
	// GotRid: where the aim is to lose all, who gains gets rid of Gives pieces and takes Takes.
	GotRid
	// WrongCapture: another capture, the better move, keeps more; Line is what follows.
	WrongCapture
	// Database: the value that the endgame databases have for the position is another one.
	Database
	// IntoDatabase: Line ends in a position that the databases know, and that is worth less.
	IntoDatabase
	// DrawnByRule: the move has ended the game in a draw.
	DrawnByRule
	// KingLocked: after Line each of Moves moves of a king loses it, or it has none.
	KingLocked
	// Bind: after Line Safe of Moves legal moves lose no piece soon, and Others of All, a larger part,
	// at the same place of the better line.
	Bind
	// LongRun: in the line that the search has found, to its end, pieces are lost.
	LongRun
	// Later: where the line that the search has found ends, after Known plies, pieces are lost by
	// force: the rest of Line is best play for both sides.
	Later
	// Freer: after Line Safe of Moves legal moves of the opponent lose no piece soon, a larger part than
	// Others of All, at the same place of the better line.
	Freer

	kinds
)

// keys are the names of the kinds for programs.
var keys = [kinds]string{
	"worse", "shot", "taken", "exchange", "attack", "zugzwang", "breakthrough", "king-caught", "ended", "got-rid",
	"wrong-capture", "database", "into-database", "drawn-by-rule", "king-locked", "bind", "long-run", "later", "freer",
}

// String returns the name of the kind for programs: "king-caught".
func (k Kind) String() string { return keys[min(k, kinds-1)] }

// A Reason says why a move is a mistake. Which facts there are depends on the kind.
type Reason struct {
	Kind Kind

	// Missed: the side that moved would have gained by the better move, with which Line begins.
	// Otherwise the opponent gains, and Line begins after the move that was played.
	Missed bool
	Line   []movegen.Move

	Gives, Takes int  // pieces that who gains loses and takes in Line
	Crowned      bool // a man of theirs is a king at the end of it
	Keeps        int  // by how many men the better move is better
	Known        int  // plies of Line that the search of the engine has found
	Moves, Safe  int
	All, Others  int
	Piece        movegen.Square // the king that is locked in
	Before, Now  endgame.Value  // by the databases, for the side that moved
	Plies, Left  int            // until the end: of the win there was, of the loss there is
	Rule         string         // that made it a draw, or that ended the game

	Priority *Priority // a rule without which the line would not be forced
	Shot     *Mechanism
}

// Priority is a rule that decides which capture must be chosen, where that matters: at a ply of the
// line the side that loses must take Must pieces, and could otherwise take Spared and lose less.
type Priority struct {
	Ply          int  // of Line, 0-based
	Must, Spared int  // pieces
	King         bool // the capture that must be chosen is that of a king, the other that of a man
}

// from returns the position in which the line of a reason begins, and the side that gains.
func (re *Reason) from(c *Case) (movegen.Position, movegen.Color) {
	if re.Missed {
		return c.Before, c.mover()
	}
	return c.after(), c.mover().Opponent()
}

// A replay is what a line does to a position.
type replay struct {
	positions  []movegen.Position // the first and those after each move
	lost, took int                // pieces of the side that is asked about
	kings      int                // it took, that stood there from the beginning
	crowned    bool               // one of its men became a king that is still there at the end
}

// play replays a line. It fails at a move that is not legal.
func play(r *movegen.Rules, p movegen.Position, line []movegen.Move, gains movegen.Color) (replay, error) {
	s := replay{positions: []movegen.Position{p}}
	kings := p.KingsOf(gains.Opponent()) // that have not moved, or where they are now
	for i, m := range line {
		if !slices.Contains(r.Moves(nil, &p), m) {
			return s, fmt.Errorf("ply %d of the line: %s is not legal", i+1, r.HubMove(m))
		}
		if p.Turn == gains {
			s.took += m.Captured.Len()
			s.kings += (m.Captured & kings).Len()
			kings &^= m.Captured
		} else {
			s.lost += m.Captured.Len()
			if kings.Has(m.From) {
				kings = kings&^m.From.Bit() | m.To.Bit()
			}
		}
		p = r.Play(&p, m)
		s.positions = append(s.positions, p)
	}
	first := &s.positions[0]
	s.crowned = p.KingsOf(gains).Len() > first.KingsOf(gains).Len()
	return s, nil
}

// last returns the position at the end of the line.
func (s *replay) last() *movegen.Position { return &s.positions[len(s.positions)-1] }
