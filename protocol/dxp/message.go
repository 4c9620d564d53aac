package dxp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stupol/movegen"
)

// Message is what a frame says: one of GameRequest, GameAccept, Move,
// GameEnd, Chat, BackRequest and BackAccept.
type Message interface {
	// appendTo appends the frame, without its NUL, to dst. What does not
	// fit into a field is cut to the nearest thing that does.
	appendTo(dst []byte) []byte
}

// GameRequest asks the follower for a game.
type GameRequest struct {
	Version  int    // of the protocol, 0 if it is no number; nothing else is read unless it is Version
	Name     string // of the initiator
	Follower movegen.Color
	Time     time.Duration // for each side and the whole game; sent rounded: see AskedTime
	Moves    int           // for each side; 0: no limit

	// Setup is the position to start from: W or Z for the side to move, then
	// the letters of squares 1 to 50. Empty, it is the normal start, in
	// which White moves first.
	Setup string
}

// Version is the only version of the protocol.
const Version = 1

// GameAccept is the answer to a GameRequest.
type GameAccept struct {
	Name string // of the follower
	Code AcceptCode
}

// AcceptCode says whether there will be a game.
type AcceptCode int

// The answers to a request.
const (
	Accepted    AcceptCode = iota
	BadVersion             // the version is not supported
	NotThisGame            // another request may do
	NoGames                // no request will do
)

// Move is a move. The captured squares may come in any order.
type Move struct {
	Spent    time.Duration // what the mover thinks it took; sent in whole seconds; for information only
	From, To int
	Captured []int
}

// GameEnd ends a game, or confirms its end.
type GameEnd struct {
	Reason Reason
	Stop   bool // the sender wants no more games
}

// Reason is why a game ends, as its sender sees it. It is for information
// only. A confirmation has reason Unknown.
type Reason int

// The reasons.
const (
	Unknown Reason = iota // none given, or a limit of time or moves
	Loss                  // the sender loses
	Draw
	Win // the sender wins
)

// Chat is text for people, 1 to 126 characters of ASCII.
type Chat string

// BackRequest asks to go back to when Turn was to make its move number Move.
type BackRequest struct {
	Move int // 1 to 999
	Turn movegen.Color
}

// BackAccept is the answer to a BackRequest.
type BackAccept struct{ Code BackCode }

// BackCode says whether the position was set back.
type BackCode int

// The answers to a BackRequest.
const (
	BackDone        BackCode = iota // set back; the game goes on from there
	BackUnsupported                 // never
	BackDeclined                    // not this time
)

// The widths of fields, and of a frame without its NUL.
const (
	versionWidth = 2
	nameWidth    = 32
	boardWidth   = 50
	timeWidth    = 3
	countWidth   = 3 // of moves
	secondWidth  = 4
	squareWidth  = 2
	maxFrame     = 127
)

// The letters of a setup and those of the Hub protocol for the same things.
var (
	setupLetters = strings.NewReplacer("b", "z", "B", "Z")
	hubLetters   = strings.NewReplacer("z", "b", "Z", "B")
)

// setupColumn is the column of a setup in its frame, 1-based.
const setupColumn = 44

// Setup returns p as GameRequest.Setup, empty for the normal start with White
// to move.
func Setup(r *movegen.Rules, p *movegen.Position) string {
	if *p == r.Start() && p.Turn == movegen.White {
		return ""
	}
	setup := setupLetters.Replace(r.HubPosition(p))
	return setup + strings.Repeat("e", 1+boardWidth-len(setup))
}

// Position returns the position that m asks for, under rules r. It fails
// unless a game can be played from there. The error for a position that
// cannot be read is of type *movegen.SyntaxError.
func (m GameRequest) Position(r *movegen.Rules) (movegen.Position, error) {
	p := r.Start()
	if m.Setup != "" {
		var err error
		if p, err = readSetup(r, m.Setup); err != nil {
			return p, err
		}
	}
	if result := movegen.NewGameFrom(r, p, nil).Result(); result.Outcome != movegen.Ongoing {
		return p, fmt.Errorf("the game would be over at once: %s, %s", result.Outcome, result.Reason)
	}
	return p, nil
}

func readSetup(r *movegen.Rules, setup string) (movegen.Position, error) {
	used := 1 + r.Squares()
	if len(setup) < used || strings.Trim(setup[used:], "e") != "" {
		return movegen.Position{}, fmt.Errorf("a board of %d squares does not fit %s", r.Squares(), r.Title)
	}
	p, err := r.ParseHubPosition(hubLetters.Replace(setup[:used]))
	var syntax *movegen.SyntaxError
	if errors.As(err, &syntax) {
		moved := *syntax
		moved.What, moved.Column = "frame R", syntax.Column+setupColumn-1
		return p, &moved
	}
	return p, err
}

// NewMove returns the message for move m, thought about for that long.
func NewMove(r *movegen.Rules, m movegen.Move, spent time.Duration) Move {
	message := Move{Spent: spent, From: r.Number(m.From), To: r.Number(m.To)}
	for n := 1; n <= r.Squares(); n++ {
		if m.Captured.Has(r.SquareOf(n)) {
			message.Captured = append(message.Captured, n)
		}
	}
	return message
}

// Find returns the legal move of p that m stands for.
func (m Move) Find(r *movegen.Rules, p *movegen.Position) (movegen.Move, error) {
	captured := slices.Sorted(slices.Values(m.Captured))
	legal := r.Moves(nil, p)
	for _, move := range legal {
		same := NewMove(r, move, 0)
		if same.From == m.From && same.To == m.To && slices.Equal(same.Captured, captured) {
			return move, nil
		}
	}
	return movegen.Move{}, fmt.Errorf("illegal move %s, %s may play %s", m, p.Turn, listMoves(r, legal))
}

// String returns m as Hub writes moves: 28-33, or 28x19x23 for a capture of
// the piece on 23.
func (m Move) String() string {
	if len(m.Captured) == 0 {
		return fmt.Sprintf("%d-%d", m.From, m.To)
	}
	text := fmt.Sprintf("%dx%d", m.From, m.To)
	for _, n := range m.Captured {
		text += fmt.Sprintf("x%d", n)
	}
	return text
}

func listMoves(r *movegen.Rules, moves []movegen.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = NewMove(r, m, 0).String()
	}
	return strings.Join(texts, " ")
}
