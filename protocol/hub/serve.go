package hub

import (
	"context"
	"io"
	"io/fs"

	"stupol/movegen"
	"stupol/protocol/params"
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

	// Maker makes engines, or NewEngine if it is not nil: one for the first init or go, and
	// others for a later one if a parameter that the engine depends on has changed.
	Maker     params.Maker
	NewEngine func(search.Options) (Engine, error)

	// Prepare, if not nil, is called before the databases, the book and the engine of a
	// game are opened: a program that has them not in it fetches them. An error is told,
	// and the next init or go tries again.
	Prepare func(*movegen.Rules) error

	// Without are the parameters that mean nothing where the program runs: they are not
	// declared, and setting one changes nothing.
	Without []string

	// Folder opens a folder that the GUI names: os.DirFS does. If it is nil
	// none can be.
	Folder func(name string) fs.FS

	// Ignored, if not nil, is called with each command that has no effect and no
	// answer: an unknown one, a parameter that is unknown or has that value already, a
	// stop without a search. Of a level it has the arguments that mean nothing.
	Ignored func(Message)
}

// engine makes an engine.
func (o *Options) engine(so search.Options) (Engine, error) {
	if o.NewEngine != nil {
		return o.NewEngine(so)
	}
	return o.Maker.Engine(so)
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

// input reads the lines of the GUI ahead of the session. The session may be waiting
// for the GUI to read, and would then not notice the end of the input.
type input struct {
	lines chan line
	ended chan struct{} // closed when quit or the end of the input was read
	err   error         // what ended it, once lines is closed; nil for its end
}

// line is what one line says.
type line struct {
	message Message
	err     error // see Scanner.Message
	size    int   // roughly its memory, in bytes
}

const (
	// maxAhead is the largest sum of sizes that is read ahead: more than any pipe
	// holds.
	maxAhead = 4 << 20

	lineSize = 128 // of a line without its text and arguments
	argSize  = 64
)

// readInput starts to read messages from in, until ctx is done.
func readInput(ctx context.Context, in io.Reader) *input {
	i := &input{lines: make(chan line), ended: make(chan struct{})}
	scanned := make(chan line)
	go i.scan(ctx, in, scanned)
	go i.forward(ctx, scanned)
	return i
}

// scan reads lines up to a quit, which nothing can follow, or the end of in.
func (i *input) scan(ctx context.Context, in io.Reader, scanned chan<- line) {
	s := NewScanner(in)
	for s.Scan() {
		m, err := s.Message()
		select {
		case scanned <- line{m, err, lineSize + len(s.line) + argSize*len(m.Args)}:
		case <-ctx.Done():
			return
		}
		if m.Command == "quit" {
			break
		}
	}
	i.err = s.Err()
	close(scanned)
}

// forward hands lines on in their order, and tells at once when there are no more
// to come.
func (i *input) forward(ctx context.Context, scanned <-chan line) {
	var ahead []line
	for size := 0; scanned != nil || len(ahead) > 0; {
		in, out, next := scanned, i.lines, line{}
		if size >= maxAhead {
			in = nil
		}
		if len(ahead) > 0 {
			next = ahead[0]
		} else {
			out = nil
		}
		select {
		case l, more := <-in:
			if !more {
				scanned = nil
				close(i.ended)
				continue
			}
			ahead, size = append(ahead, l), size+l.size
		case out <- next:
			ahead, size = ahead[1:], size-next.size
		case <-ctx.Done():
			return
		}
	}
	close(i.lines)
}
