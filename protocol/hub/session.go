package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stupol/movegen"
	"stupol/search"
)

// A session is the engine's side of one conversation. All its methods run in
// the goroutine of Serve; a search runs in another and meets it only in
// thinking and in the writer.
type session struct {
	ctx  context.Context
	opts Options
	out  *writer

	settings settings
	engine   Engine         // nil before the first init or go
	made     search.Options // what engine was made with
	refused  int64          // the bytes of a table that was too large, as the GUI was told last
	endgames endgames

	position Message       // the last pos, readable or not
	game     *movegen.Game // what it describes; nil if nothing
	level    level
	search   *thinking // nil while idle
}

// startPosition is where a session begins.
var startPosition = Message{Command: "pos", Args: []Arg{{Name: "start", Flag: true}}}

// commands says what to do about each command. Quit is not among them: it is
// the end of run.
var commands = map[string]func(*session, Message){
	"hub":        (*session).shakeHands,
	"init":       (*session).init,
	"set-param":  (*session).setParam,
	"new-game":   (*session).newGame,
	"pos":        (*session).setPosition,
	"level":      (*session).addLevel,
	"go":         (*session).startSearch,
	"ponder-hit": (*session).ponderHit,
	"stop":       (*session).stop,
	"ping":       (*session).pong,
}

// Commands that are obeyed during a search. The others end it first.
var heardInSearch = []string{"ping", "stop", "ponder-hit"}

// Commands that mean nothing without their arguments. The others are obeyed
// even if the rest of the line makes no sense.
var needArguments = []string{"set-param", "pos", "level"}

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
		case <-s.out.gone:
			return s.out.err
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
}

// receive does what a line says.
func (s *session) receive(l line) {
	command := l.message.Command
	if !slices.Contains(heardInSearch, command) {
		s.endSearch()
	}
	useless := l.err != nil && slices.Contains(needArguments, command)
	if useless || l.err == ErrTooLong {
		s.fail(l.err)
	}
	switch do, known := commands[command]; {
	case useless && command == "pos":
		s.position, s.game = Message{}, nil
	case useless:
	case known:
		do(s, l.message)
	default:
		s.ignore(l.message)
	}
}

// fail tells the GUI that something is wrong.
func (s *session) fail(err error) {
	const longestToken = 40
	var syntax *movegen.SyntaxError
	if errors.As(err, &syntax) && len(syntax.Text) > longestToken {
		short := *syntax
		short.Text = strings.ToValidUTF8(syntax.Text[:longestToken], "") + "..."
		err = &short
	}
	text := strings.ReplaceAll(err.Error(), "=", ":")
	s.out.send(newMessage("error", "message", text))
}

// ignore says that m had no effect.
func (s *session) ignore(m Message) {
	if s.opts.Ignored != nil {
		s.opts.Ignored(m)
	}
}

func (s *session) shakeHands(Message) {
	o := s.opts
	s.out.send(newMessage("id", "name", o.Name, "version", o.Version, "author", o.Author, "country", o.Country))
	for _, m := range s.settings.declare() {
		s.out.send(m)
	}
	s.out.send(newMessage("wait"))
}

func (s *session) init(Message) {
	if err := s.prepare(s.settings); err != nil {
		s.fail(err)
	}
	s.out.send(newMessage("ready"))
}

// prepare makes an engine if there is none or if it was made with other
// settings.
func (s *session) prepare(with settings) error {
	s.openEndgames(with)
	options := with.engine()
	options.Endgames = s.endgames.db
	if s.engine != nil && s.made == options {
		return nil
	}
	s.closeEngine() // so that its memory can be had for the next
	e, err := s.opts.NewEngine(options)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	s.engine, s.made = e, options
	s.tellTable()
	return nil
}

// tellTable tells the GUI if the table is smaller than it asked for.
func (s *session) tellTable() {
	wanted, got := s.made.TableBytes, s.engine.TableBytes()
	if got >= wanted {
		s.refused = 0
	} else if wanted != s.refused {
		s.out.send(newMessage("info", "message",
			fmt.Sprintf("a table of %d MiB, as there is no memory for %d MiB", got>>20, wanted>>20)))
		s.refused = wanted
	}
}

// closeEngine ends the engine, if there is one.
func (s *session) closeEngine() {
	if s.engine != nil {
		s.engine.Close()
		s.engine = nil
	}
}

func (s *session) setParam(m Message) {
	next, err := s.settings.with(m)
	if err != nil {
		s.fail(err)
		return
	}
	old := s.settings
	s.settings = next
	if next == old {
		s.ignore(m)
	}
	if next.rules != old.rules || next.corner != old.corner || next.bot != old.bot {
		s.game, _ = readPosition(next, s.position)
	}
}

func (s *session) newGame(Message) {
	if s.engine != nil {
		s.engine.Clear()
	}
}

func (s *session) setPosition(m Message) {
	g, err := readPosition(s.settings, m)
	s.position, s.game = m, g
	if err != nil {
		s.fail(err)
		return
	}
	s.level = level{}
}

func (s *session) addLevel(m Message) {
	var err error
	if s.level, err = s.level.with(m); err != nil {
		s.fail(err)
	}
}

func (s *session) pong(Message) { s.out.send(newMessage("pong")) }
