package hub

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"stupol/movegen"
	"stupol/search"
)

// A session is the engine's side of one connection to a GUI. All its methods run in
// the goroutine of Serve. A search runs in another; they share only the searching and
// the writer.
type session struct {
	ctx  context.Context
	opts Options
	out  *writer

	settings      settings
	full          builtEngine
	weak          builtEngine // for searches with a handicap, which changes from move to move
	reportedTable int64       // the bytes of a table that was too large, as the GUI was told last
	endgames      endgames
	opening       opening

	position Message        // the last pos, readable or not
	corner   movegen.Corner // from which its moves number the squares
	game     *movegen.Game  // what it describes; nil if nothing
	level    level
	search   *searching // nil while idle
	faults   []string   // of the line that is executed, which the GUI has not been told yet
}

// initialPosition is where a session begins.
var initialPosition = Message{Command: "pos", Args: []Arg{{Name: "start", Flag: true}}}

// commands says what to do about each command. Quit is not among them: it is
// the end of run.
var commands = map[string]func(*session, Message){
	"hub":        (*session).handshake,
	"init":       (*session).init,
	"set-param":  (*session).setParam,
	"new-game":   (*session).newGame,
	"pos":        (*session).setPosition,
	"level":      (*session).addLevel,
	"go":         (*session).startSearch,
	"ponder-hit": (*session).ponderHit,
	"stop":       (*session).stop,
	"ping":       (*session).pong,
	"moves":      (*session).listMoves,
	"state":      (*session).tellState,
}

// Commands that take effect during a search. The others end it first.
var allowedInSearch = []string{"ping", "stop", "ponder-hit", "moves", "state"}

// Commands of which the GUI is told that an item is malformed. The other items count,
// but for a position, which is not known if part of it is lost.
var withArguments = []string{"set-param", "pos", "level", "go"}

// run executes lines until quit, until there are no more, or until something
// breaks. Only a quit waits for the search to answer.
func (s *session) run(in *input) error {
	defer s.closeEndgames()
	defer s.abandonSearch()
	for {
		select {
		case l, more := <-in.lines:
			if !more {
				return in.err
			}
			if l.message.Command == "quit" {
				s.endSearch()
				return nil
			}
			s.receive(l)
		case o := <-s.search.outcomes():
			s.finish(o)
		case <-s.out.done:
			return s.out.err
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
}

// receive executes a line.
func (s *session) receive(l line) {
	command := l.message.Command
	if !slices.Contains(allowedInSearch, command) {
		s.endSearch()
	}
	if l.err != nil && (slices.Contains(withArguments, command) || l.err == ErrTooLong) {
		s.reportError(l.err)
	}
	switch do, known := commands[command]; {
	case !known:
		s.ignore(l.message)
	case l.err != nil && command == "pos":
		s.position, s.game = Message{}, nil
	case l.err != nil && command == "set-param" && !isSetting(l.message):
	default:
		s.level.misread = s.level.misread || command == "level" && l.err != nil
		do(s, l.message)
	}
	s.tellFaults()
}

// send sends m, after what is wrong with the line that it answers.
func (s *session) send(m Message) {
	s.tellFaults()
	s.out.send(m)
}

// tellFaults tells the GUI what is wrong with the present line, in one error however much
// it is: clients count answers by lines.
func (s *session) tellFaults() {
	const most = 3
	if len(s.faults) == 0 {
		return
	}
	text := strings.Join(s.faults[:min(len(s.faults), most)], "; ")
	if more := len(s.faults) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	s.faults = nil
	s.out.send(newMessage("error", "message", text))
}

// reportError notes something that is wrong, for tellFaults.
func (s *session) reportError(err error) {
	const longestToken = 40
	var syntax *movegen.SyntaxError
	if errors.As(err, &syntax) && len(syntax.Text) > longestToken {
		short := *syntax
		short.Text = strings.ToValidUTF8(syntax.Text[:longestToken], "") + "..."
		err = &short
	}
	s.faults = append(s.faults, strings.ReplaceAll(err.Error(), "=", ":"))
}

// ignore says that m had no effect.
func (s *session) ignore(m Message) {
	if s.opts.Ignored != nil {
		s.opts.Ignored(m)
	}
}

func (s *session) handshake(Message) {
	o := s.opts
	s.send(newMessage("id", "name", o.Name, "version", o.Version, "author", o.Author, "country", o.Country))
	for _, m := range s.settings.declare() {
		if name, _ := m.Arg("name"); !slices.Contains(o.Without, name.Value) {
			s.send(m)
		}
	}
	s.send(newMessage("wait"))
}

func (s *session) init(Message) {
	if err := s.prepare(&s.full, s.settings); err != nil {
		s.reportError(err)
	}
	s.send(newMessage("ready"))
}

// A builtEngine is an engine with the options that it was built with.
type builtEngine struct {
	Engine  // nil: not built yet
	options search.Options
}

// close ends the engine, if there is one.
func (b *builtEngine) close() {
	if b.Engine != nil {
		b.Close()
		b.Engine = nil
	}
}

// prepare builds the engine if there is none, or if it has other options.
func (s *session) prepare(e *builtEngine, with settings) (err error) {
	if s.opts.Prepare != nil {
		if err := s.opts.Prepare(with.rules); err != nil {
			return fmt.Errorf("init: %w", err)
		}
	}
	s.openEndgames(with)
	s.openBook(with)
	options := with.Options(with.rules)
	options.Endgames, options.Book = s.endgames.db, s.opening.book
	if options.Book == nil {
		options.BookPlies, options.BookMargin = 0, 0
	}
	if e.Engine != nil && e.options == options {
		return nil
	}
	e.close() // first, because the next one needs its memory
	if e.Engine, err = s.opts.engine(options); err != nil {
		e.Engine = nil
		return fmt.Errorf("init: %w", err)
	}
	e.options = options
	if e == &s.full {
		s.reportTable()
	}
	return nil
}

// reportTable tells the GUI that the table is smaller than it asked for, if so.
func (s *session) reportTable() {
	wanted, got := s.full.options.TableBytes, s.full.TableBytes()
	if got >= wanted {
		s.reportedTable = 0
	} else if wanted != s.reportedTable {
		s.send(newMessage("info", "message",
			fmt.Sprintf("a table of %d MiB, as there is no memory for %d MiB", got>>20, wanted>>20)))
		s.reportedTable = wanted
	}
}

func (s *session) setParam(m Message) {
	if name, _ := m.Arg("name"); slices.Contains(s.opts.Without, name.Value) {
		s.ignore(m)
		return
	}
	next, err := s.settings.with(m)
	if err != nil {
		s.reportError(err)
		return
	}
	old := s.settings
	s.settings = next
	if next == old {
		s.ignore(m)
	}
	if next.rules != old.rules {
		next.corner = s.corner
		s.game, _ = readPosition(next, s.position)
	}
}

func (s *session) newGame(Message) {
	for _, e := range []Engine{s.full.Engine, s.weak.Engine} {
		if e != nil {
			e.Clear()
		}
	}
}

func (s *session) setPosition(m Message) {
	g, err := readPosition(s.settings, m)
	s.position, s.corner, s.game = m, s.settings.corner, g
	if err != nil {
		s.reportError(err)
		return
	}
	s.level = level{}
}

func (s *session) addLevel(m Message) {
	var errs []error
	s.level, errs = s.level.with(m)
	for _, err := range errs {
		s.reportError(err)
	}
	if unknown := unknownLimits(m); len(errs) == 0 && (len(unknown.Args) > 0 || len(m.Args) == 0) {
		s.ignore(unknown)
	}
}

func (s *session) pong(Message) { s.send(newMessage("pong")) }

// readPosition returns the game that a pos message describes: its position
// and the moves played since.
func readPosition(s settings, m Message) (*movegen.Game, error) {
	r, written := s.rules, s.moveRules()
	p, err := basePosition(r, m)
	if err != nil {
		return nil, err
	}
	g := movegen.NewGameFrom(r, p, nil)
	moves, _ := m.Arg("moves")
	for column, text := range argWords(moves) {
		move, err := written.ParseHubMove(g.Position(), text)
		if err != nil {
			return nil, shiftColumn(err, column)
		}
		g.Push(move)
	}
	return g, nil
}

// argWords returns the words of an argument and the columns where they begin.
func argWords(a Arg) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at := 0
		for text := range strings.FieldsFuncSeq(a.Value, movegen.IsSpace) {
			at += strings.Index(a.Value[at:], text)
			if !yield(a.Column+at, text) {
				return
			}
			at += len(text)
		}
	}
}

// basePosition returns the position before the moves of a pos message.
func basePosition(r *movegen.Rules, m Message) (movegen.Position, error) {
	if _, ok := m.Arg("start"); ok {
		return r.Start(), nil
	}
	pos, ok := m.Arg("pos")
	if !ok {
		return movegen.Position{}, missing(m, "pos")
	}
	p, err := r.ParseHubPosition(pos.Value)
	if err != nil {
		return p, shiftColumn(err, pos.Column)
	}
	wolf, _ := m.Arg("wolf")
	p, err = r.ParseWolf(p, wolf.Value)
	return p, shiftColumn(err, wolf.Column)
}

// shiftColumn returns err with its column counted from the start of the line, in
// which the text it speaks of begins at column.
func shiftColumn(err error, column int) error {
	var syntax *movegen.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	moved := *syntax
	moved.Column += column - 1
	return &moved
}
