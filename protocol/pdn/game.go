package pdn

import "strings"

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

	// Follows is set for a variation that, by its number, goes on after the ply that it
	// stands behind, (1... 18-23) behind 1. 32-28, and so replaces the next one.
	Follows bool
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
