package terminal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
	"stupol/search"
)

// A command is a line that is not a move.
type command struct {
	name, arguments string
	help            string
	do              func(*session, []string) error // with the words after the name
}

// commands are all of them, in the order of the help. Their names have no digits, so
// that none is a move.
func commands() []command {
	return []command{
		{"board", "", "draw the board", (*session).board},
		{"pieces", "", "list the pieces", (*session).listPieces},
		{"moves", "", "list the legal moves", (*session).listMoves},
		{"undo", "", "take your last move back", (*session).undo},
		{"hint", "", "say what Stupol would play", (*session).hint},
		{"eval", "", "say who is better, and how it could go on", (*session).eval},
		{"flip", "", "turn the board round", (*session).turnBoard},
		{"clock", "", "say how much time is left", (*session).tellClock},
		{"draw", "", "offer a draw", (*session).offerDraw},
		{"resign", "", "give the game up", (*session).resign},
		{"level", "[N]", "how well Stupol plays, from 1 to 10; also nodes=N, move-time=TIME", (*session).setLevel},
		{"new", "[GAME] [COLOR]", "begin another game, as: new russian black", (*session).newGame},
		{"save", "[FILE]", "add the game to a PDN file", (*session).save},
		{"load", "FILE [N]", "go on with the last game of a PDN file, or the Nth", (*session).load},
		{"quit", "", "stop; the game is saved", (*session).quit},
		{"?", "", "this list", (*session).help},
	}
}

// aliases are other names of commands.
var aliases = map[string]string{"help": "?", "exit": "quit", "q": "quit", "u": "undo"}

// obey does what a line says.
func (s *session) obey(line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	name := strings.ToLower(words[0])
	if alias, ok := aliases[name]; ok {
		name = alias
	}
	for _, c := range commands() {
		if c.name == name {
			s.choices = nil
			return c.do(s, words[1:])
		}
	}
	s.move(strings.TrimSpace(movegen.PlainText(line)))
	return nil
}

// move makes the move that a line stands for.
func (s *session) move(line string) {
	choices := s.choices
	s.choices = nil
	n, err := strconv.Atoi(line)
	switch {
	case s.over.Outcome != movegen.Ongoing:
		s.out.line("The game is over: undo goes back, new begins another.")
	case err == nil && n >= 1 && n <= len(choices):
		s.play(choices[n-1], "You")
	case strings.ContainsAny(line, "0123456789"):
		s.try(line)
	default:
		s.out.line("%q is neither a move nor a command: ? lists the commands.", line)
	}
}

func (s *session) quit([]string) error {
	s.saySaved()
	return errQuit
}

// saySaved tells a person who leaves what becomes of the game.
func (s *session) saySaved() {
	if s.over.Outcome == movegen.Ongoing && s.kept && !s.unsaved {
		s.out.line("The game is saved; stupol play goes on with it.")
	}
}

func (s *session) help([]string) error {
	s.out.line("A move is typed as %s, or as much of it as is clear.", s.example())
	for _, c := range commands() {
		s.out.line("  %-20s %s", strings.TrimSpace(c.name+" "+c.arguments), c.help)
	}
	return nil
}

// example returns a legal move, if there is one.
func (s *session) example() string {
	moves := s.game.LegalMoves(nil)
	if len(moves) == 0 {
		return "32-28"
	}
	return s.text(moves[0])
}

func (s *session) board([]string) error {
	s.out.board(s.view())
	return nil
}

func (s *session) listPieces([]string) error {
	p := s.game.Position()
	for _, c := range []movegen.Color{movegen.White, movegen.Black} {
		var parts []string
		if men := p.Men(c); men != 0 {
			parts = append(parts, "men "+s.squaresText(men))
		}
		if kings := p.KingsOf(c); kings != 0 {
			parts = append(parts, "kings "+s.squaresText(kings))
		}
		if parts == nil {
			parts = []string{"none"}
		}
		s.out.line("%s: %s.", c, strings.Join(parts, ", "))
	}
	return nil
}

func (s *session) listMoves([]string) error {
	if legal := s.legal(" "); legal != "" {
		s.out.line("%s", legal)
	} else {
		s.out.line("There is no legal move.")
	}
	return nil
}

// undo goes back to before the last move of the person, or before the end that the
// person brought about without one.
func (s *session) undo([]string) error {
	if s.over.why == resignation || s.over.why == agreement {
		s.began = time.Now().Add(-s.over.used)
		s.over = ending{}
		s.out.line("The game goes on.")
		s.keep()
		s.look()
		return nil
	}
	last := len(s.clocks) - 1
	before := last - 1
	for before >= 0 && s.moverAt(before) != s.you {
		before--
	}
	if before < 0 {
		s.out.line("You have not moved yet.")
		return nil
	}
	if !s.undoClocks(before) {
		s.out.line("You have no time left to take a move back.")
		return nil
	}
	for range last - before {
		s.game.Pop()
	}
	s.out.line("Your move %s is taken back.", s.number(before))
	s.keep()
	s.look()
	return nil
}

// moverAt returns the side that makes the ply after that many others.
func (s *session) moverAt(ply int) movegen.Color {
	first := s.game.Start().Turn
	if ply%2 == 1 {
		return first.Opponent()
	}
	return first
}

func (s *session) hint([]string) error {
	return s.withAdvice(func(r search.Result) { s.out.line("Hint: %s", s.text(r.Move)) })
}

func (s *session) eval([]string) error {
	return s.withAdvice(func(r search.Result) {
		s.out.line("%s; %s", capital(verdict(r.Score, s.game.Position().Turn)), s.line(r.PV))
	})
}

// withAdvice searches and calls tell with the result, if there is a legal move.
func (s *session) withAdvice(tell func(search.Result)) error {
	r, err := s.advise()
	if err != nil {
		return err
	}
	if !r.Found {
		s.out.line("There is no legal move.")
		return nil
	}
	tell(r)
	return nil
}

func (s *session) turnBoard([]string) error {
	s.flip = !s.flip
	return s.board(nil)
}

func (s *session) tellClock([]string) error {
	if s.control.Time == 0 {
		s.out.line("There is no clock.")
		return nil
	}
	s.out.line("White %s, Black %s.", s.shows(movegen.White), s.shows(movegen.Black))
	return nil
}

func (s *session) offerDraw([]string) error {
	if s.over.Outcome != movegen.Ongoing {
		s.out.line("The game is over.")
		return nil
	}
	e, err := s.advice()
	if err != nil {
		return err
	}
	accepted, err := analysis.AcceptsDraw(s.ctx, e, s.game) // the person is to move
	if err != nil {
		return err
	}
	if accepted {
		s.end(movegen.Drawn, agreement)
		return nil
	}
	s.out.line("Stupol plays on.")
	return nil
}

func (s *session) resign([]string) error {
	if s.over.Outcome != movegen.Ongoing {
		s.out.line("The game is over.")
		return nil
	}
	s.end(lostBy(s.you), resignation)
	return nil
}

func (s *session) setLevel(words []string) error {
	level := s.level
	for _, word := range words {
		word = movegen.PlainText(word)
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			key, value = "skill", word
		}
		var err error
		switch key {
		case "skill":
			level.Skill, err = parseSkill(value)
		case "nodes":
			level.Nodes, err = parseNodes(value)
		case "move-time":
			level.MoveTime, err = parseTime(value)
		default:
			err = errors.New("want a number, nodes= or move-time=")
		}
		if err != nil {
			s.out.line("level: %q: %v.", word, err)
			return nil
		}
	}
	s.level = level
	s.out.line("Stupol plays %s.", s.level)
	s.keep()
	return nil
}

func (s *session) newGame(words []string) error {
	rules, you, draws := s.game.Rules(), s.you, s.game.DrawRules()
	for _, word := range words {
		if c, err := ColorNamed(word); err == nil {
			you = c
			continue
		}
		r, err := movegen.Lookup(word)
		if err != nil {
			s.out.line("new: %v, and not a color.", err)
			return nil
		}
		rules, draws = r, r.Draws[0]
	}
	if rules != s.game.Rules() {
		s.closeEngines()
	}
	for _, e := range s.engines {
		e.Clear()
	}
	s.you = you
	s.opts.Files.Begin()
	s.begin(movegen.NewGameFrom(rules, rules.Start(), draws))
	return nil
}

func (s *session) save(words []string) error {
	name := strings.Join(words, " ")
	switch {
	case name == "" && s.unsaved:
		s.keep()
	case name == "":
		s.out.line("The game is saved after every move; save FILE adds it to a file of yours.")
		return nil
	}
	if name != "" {
		if err := s.opts.Files.Append(name, s.record()); err != nil {
			s.out.line("save: %v.", err)
			return nil
		}
		s.out.line("The game is added to %s.", name)
	}
	return nil
}

func (s *session) load(words []string) error {
	g, err := s.chosen(words)
	if err != nil {
		s.out.line("load: %v.", err)
		return nil
	}
	s.closeEngines()
	s.opts.Files.Begin()
	s.begin(g)
	return nil
}

// chosen returns the game of a file that words name.
func (s *session) chosen(words []string) (*movegen.Game, error) {
	if len(words) == 0 {
		return nil, errors.New("name a file")
	}
	number := 0
	if n, err := strconv.Atoi(movegen.PlainText(words[len(words)-1])); err == nil && len(words) > 1 {
		number, words = n, words[:len(words)-1]
	}
	name := strings.Join(words, " ")
	games, err := s.opts.Files.Read(name)
	if err != nil {
		return nil, err
	}
	record, err := Choose(games, number)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g, _, err := Replayed(record, nil, "")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// Choose returns the game with that number, or the last one if it is 0.
func Choose(games []*pdn.Game, number int) (*pdn.Game, error) {
	switch {
	case len(games) == 0:
		return nil, errors.New("there are no games in it")
	case number < 0 || number > len(games):
		return nil, fmt.Errorf("there are %s in it, and no game %d", words.Count(len(games), "game"), number)
	case number == 0:
		return games[len(games)-1], nil
	}
	return games[number-1], nil
}
