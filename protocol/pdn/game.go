package pdn

import (
	"errors"
	"fmt"
	"strings"

	"stupol/protocol/pdn/plain"
)

// Game is one game of a file, as text.
type Game struct {
	Tags   []Tag
	Line          // the moves of the game
	Result Result // how it ended; NoResult if nobody knows

	Faults   []*Error // what could not be understood, the first few
	FileLine int      // the line of the file the game begins on, 1-based; 0 if not from a file
}

// Tag is a fact about a game: [Event "Delft Open"].
type Tag struct{ Name, Value string }

// Line is a sequence of plies: the moves of a game or a variation.
type Line struct {
	Notes []Note // before the first ply
	Plies []Ply

	// Offset is how many plies behind the ply that a variation stands behind it begins, by
	// its number. 0: it replaces that ply, as is usual; 1: it goes on after it, as
	// (1... 18-23) behind 1. 32-28, and so replaces the next one. Any other offset is a
	// fault, and is kept to be written again.
	Offset int
}

// Ply is one move of one side, with what is said about it.
type Ply struct {
	Text  string // "32-28", "28x19x10", "c3xe5", or UnknownMove; empty for a setup
	Setup string // the FEN of a position set up at this place instead of a move
	Signs string // "!", "?!", "(?)", "+", "*", or the word "a.l."
	NAGs  []int  // numeric annotation glyphs: 7 for $7, a forced move
	Notes []Note // after it, in order

	FileLine, Column int // where it stands in the file, 1-based, Column in bytes
}

// UnknownMove is the text of a ply that is known to have been played and
// nothing more.
const UnknownMove = "-"

// Note is a comment or a variation.
type Note struct {
	Comment   string // a single line without braces
	Variation *Line  // an alternative to the ply the note follows; nil for a comment
}

// Tag returns the value of the first tag with that name, in any case, or ""
// if there is none.
func (g *Game) Tag(name string) string {
	if t := g.find(name); t != nil {
		return t.Value
	}
	return ""
}

// SetTag gives the tag with that name a value, adding it at the end if there
// is none.
func (g *Game) SetTag(name, value string) {
	if t := g.find(name); t != nil {
		t.Value = value
		return
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

func (g *Game) find(name string) *Tag {
	for i := range g.Tags {
		if strings.EqualFold(g.Tags[i].Name, name) {
			return &g.Tags[i]
		}
	}
	return nil
}

// Comment returns the comments after the ply, separated by spaces.
func (p *Ply) Comment() string {
	var comments []string
	for _, n := range p.Notes {
		if n.Variation == nil {
			comments = append(comments, n.Comment)
		}
	}
	return strings.Join(comments, " ")
}

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
	ErrTwice       = errors.New("there was another tag of this name")
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
var ErrEncoding = plain.ErrUTF16
