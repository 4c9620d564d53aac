package pdn

import (
	"errors"
	"fmt"
)

// Error says what is wrong in a game, and where.
type Error struct {
	Ply          int    // the number of the move in its game, 1-based; 0 when it is not about a move
	Line, Column int    // 1-based place in the file, Column in bytes; 0 when not from a file
	Text         string // the offending token
	Err          error  // the reason: one of the Err variables or a *movegen.SyntaxError
}

// Error returns one line: where, which ply, the token and the reason.
func (e *Error) Error() string {
	s := fmt.Sprintf("%q: %v", e.Text, e.Err)
	if e.Ply != 0 {
		s = fmt.Sprintf("ply %d: %s", e.Ply, s)
	}
	if e.Line != 0 {
		s = fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, s)
	}
	return s
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// The reasons for faults in the text of a game.
var (
	ErrWord        = errors.New("neither a move nor anything else of PDN")
	ErrTag         = errors.New("a tag has the form [Name \"value\"]")
	ErrComment     = errors.New("the comment has no end")
	ErrSetup       = errors.New("a setup has the form /FEN \"…\"/")
	ErrParenthesis = errors.New("no variation to end here")
	ErrVariation   = errors.New("the variation has no end")
	ErrNumber      = errors.New("neither the number of the next move nor a move")
	ErrPlace       = errors.New("by its number the variation belongs to another move")
	ErrResult      = errors.New("another result than the one before or in the tag")
	ErrLimit       = errors.New("too much for one game; the rest is dropped")
)

// ErrEncoding is the error of reading a file that is not in bytes.
var ErrEncoding = errors.New("the text is UTF-16 and must be converted to UTF-8")
