package dxp

import (
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
