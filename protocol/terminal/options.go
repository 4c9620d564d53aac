package terminal

import (
	"context"
	"io"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// Options says what is to be played, and how.
type Options struct {
	In  io.Reader // lines
	Out io.Writer

	Style  Style
	Prompt bool // write what is asked for before each line is read

	Game    *movegen.Game // to go on with; required unless there is a Saved one
	You     movegen.Color // the side of the person
	Level   Level
	Control Control

	// Saved is an unfinished game that the person may go on with instead; nil: none.
	Saved *pdn.Game

	// NewEngine makes an engine for a game and a skill, as in search.Options.
	NewEngine func(r *movegen.Rules, skill int) (Engine, error)

	Files Files // required
}

// Style is how output looks.
type Style uint8

// The styles.
const (
	Plain   Style = iota // lines alone, boards only when asked for
	Boards               // boards in letters
	Colored              // boards in colours, by ANSI escape sequences
)

// Engine is what a session needs of a search. *search.Engine is one.
type Engine interface {
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)
	Clear()
	Close()
}

// Files keeps games.
type Files interface {
	// Keep saves the present game in place of what it was before.
	Keep(g *pdn.Game) error

	// Begin says that the next game to keep is another one. The games before it
	// stay saved.
	Begin()

	// Append adds a game to a file of the person.
	Append(name string, g *pdn.Game) error

	// Read returns the games of a file.
	Read(name string) ([]*pdn.Game, error)
}

// Level is how well the engine plays. The limits hold together.
type Level struct {
	Skill    int           // as in search.Options
	Nodes    int64         // a move; 0: no limit
	MoveTime time.Duration // 0: no limit
}

// Control is the time control, the same for both sides.
type Control struct {
	Time      time.Duration // for the game; 0: there are no clocks
	Increment time.Duration // for every move
}
