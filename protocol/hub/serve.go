package hub

import (
	"context"
	"io"
	"io/fs"

	"stupol/movegen"
	"stupol/search"
)

// Engine is what a session needs of a search. *search.Engine is one.
type Engine interface {
	// Search looks for a move until a limit is reached or ctx is done, and
	// then returns soon. It calls onInfo from one goroutine at a time, and
	// never after it has returned.
	Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error)

	// Clear forgets what earlier searches learned.
	Clear()

	// TableBytes returns the size of the transposition table. It may be smaller
	// than was asked for, which the GUI is told.
	TableBytes() int64

	// Close gives the memory of the engine back. It is called once, after the
	// last search.
	Close()
}

// Options says who plays.
type Options struct {
	Name, Version, Author, Country string // of the engine, for the id line; all needed

	// NewEngine makes an engine. It is called for the first init or go, and
	// for a later one if a parameter that the engine depends on has changed.
	NewEngine func(search.Options) (Engine, error)

	// Folder opens a folder that the GUI names: os.DirFS does. If it is nil
	// none can be.
	Folder func(name string) fs.FS

	// Ignored, if not nil, is called with each command that has no effect and no
	// answer: an unknown one, a parameter that is unknown or has that value already, a
	// stop without a search. Of a level it has the arguments that mean nothing.
	Ignored func(Message)
}

// Serve answers the commands from in until quit or the end of in, and then returns
// nil. It returns earlier with the error of ctx, in or out, and with an error if
// nobody reads the output after the end of in. A wrong command does not end it: it is
// answered on out, or ignored. A wrong pos leaves no position; of any other the items that
// are wrong change nothing.
//
// Each line is written with one call to Write. A goroutine that waits in a
// Read of in or in a Write to out may outlive Serve.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := readInput(ctx, in)
	s := &session{
		ctx:      ctx,
		opts:     opts,
		out:      newWriter(ctx, out, lines.ended),
		settings: defaultSettings(),
		position: initialPosition,
	}
	s.game = movegen.NewGame(s.settings.rules)
	err := s.run(lines)
	if closeErr := s.out.close(); err == nil {
		err = closeErr
	}
	return err
}
