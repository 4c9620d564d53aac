package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A session is one run of the program. All of it runs in one goroutine, but for the
// reading of lines.
type session struct {
	ctx  context.Context
	opts Options
	out  printer
	in   *input

	game    *movegen.Game
	rules   *movegen.Rules // of the game, with the numbers of the squares that people use
	you     movegen.Color
	level   Level
	control search.TimeControl
	clocks  []clocks  // at the start and after each move
	began   time.Time // when the side to move could begin to think
	day     string    // on which the game was begun
	flip    bool
	first   string // a line that was read before the game began

	over    ending         // how the game ended
	choices []movegen.Move // to choose from by number
	engines map[int]Engine // by skill, and the adviser
	kept    bool           // the game is in Files
	unsaved bool           // saving failed, as the person has been told
}

// An ending is how a game ended: by its rules or otherwise.
type ending struct {
	movegen.Result
	why  string        // one of these; empty: by the rules
	used time.Duration // for a move that was not made
}

// The ends of a game that its rules do not see, as a tag has them.
const (
	resignation = "resignation"
	agreement   = "agreement"
	timeForfeit = "time forfeit"
)

// errQuit ends a session.
var errQuit = errors.New("quit")

// Run plays with a person until quit or the end of the input, for which it returns
// nil, or until ctx is done or the engine fails.
func Run(ctx context.Context, o Options) error {
	s := &session{
		ctx: ctx, opts: o, out: printer{o.Out, o.Style, o.Prompt}, in: newInput(o.In),
		you: o.You, level: o.Level, control: o.Control, engines: map[int]Engine{},
	}
	defer s.closeEngines()
	err := s.start()
	for err == nil {
		err = s.turn()
	}
	if s.running() && s.kept {
		s.keep() // with what was used for the present move
	}
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// start begins with the saved game or the one that was asked for.
func (s *session) start() error {
	if s.opts.Saved != nil {
		goOn, err := s.offerSaved()
		if err != nil {
			return err
		}
		if goOn {
			err := s.resume(s.opts.Saved)
			if err == nil {
				return nil
			}
			s.out.line("It cannot be gone on with: %v.", err)
		}
	}
	s.opts.Files.Begin()
	s.begin(s.opts.Game)
	return nil
}

// offerSaved asks whether to go on with the saved game. In a pipe a line that is no
// answer, as from a file of moves, is for another game.
func (s *session) offerSaved() (bool, error) {
	for {
		s.out.line("There is an unfinished game: %s. Go on with it, y or n?", describe(s.opts.Saved))
		line, err := s.ask("> ")
		if err != nil {
			return false, err
		}
		switch line {
		case "y", "yes", "":
			return true, nil
		case "n", "no":
			return false, nil
		case "quit", "q":
			return false, errQuit
		}
		if !s.opts.Prompt {
			s.first = line
			return false, nil
		}
	}
}

// begin takes up a game, of which the clocks are full.
func (s *session) begin(g *movegen.Game) {
	full := clocks{s.control.Start(), s.control.Start()}
	all := make([]clocks, len(g.Moves())+1)
	for i := range all {
		all[i] = full
	}
	s.day = today()
	s.take(g, all)
}

// take takes up a game, and says which.
func (s *session) take(g *movegen.Game, all []clocks) {
	s.game, s.clocks, s.over, s.choices, s.kept = g, all, ending{}, nil, false
	s.rules = pdn.Numbered(g.Rules())
	s.flip = s.you == movegen.Black
	s.began = time.Now()
	s.out.line("%s. You are %s.", s.rules.Title, s.you)
	s.out.line("Stupol plays %s.", s.level)
	example := ""
	if g.Position().Turn == s.you {
		example = ", such as " + s.example() + ","
	}
	s.out.line("Type a move%s or ? for help.", example)
	if s.control.Time > 0 {
		s.out.line("Each side has %s%s.", clockText(s.control.Time), bonus(s.control))
	}
	if n := len(g.Moves()); n > 0 {
		s.out.line("%s played so far.", plies(n))
	}
	s.over.Result = g.Result()
	s.tellEnd()
	if s.over.Outcome == movegen.Ongoing {
		s.look()
	}
}

// turn lets the side to move do something: a move of the engine or a line of the
// person.
func (s *session) turn() error {
	if s.over.Outcome == movegen.Ongoing && s.game.Position().Turn != s.you {
		return s.reply()
	}
	line, err := s.nextLine()
	if errors.Is(err, errFlag) {
		s.end(lostBy(s.you), timeForfeit)
		return nil
	}
	if err != nil {
		return err
	}
	return s.obey(line)
}

// nextLine returns what the person types next.
func (s *session) nextLine() (string, error) {
	if line := s.first; line != "" {
		s.first = ""
		return line, nil
	}
	return s.ask(s.question())
}

// question returns the prompt.
func (s *session) question() string {
	if s.over.Outcome != movegen.Ongoing {
		return "(new, undo, save or quit) > "
	}
	return fmt.Sprintf("%s%s > ", s.times(), s.you)
}

// play makes a legal move in the game, says so, saves the game, and looks whether it
// is over.
func (s *session) play(m movegen.Move, who string) {
	mover := s.game.Position().Turn
	text := s.text(m)
	after := s.now()
	after[mover] = s.control.After(after[mover], s.used())
	number := s.number(len(s.clocks) - 1)
	s.game.Push(m)
	s.clocks, s.began, s.choices = append(s.clocks, after), time.Now(), nil
	s.over.Result = s.game.Result()
	s.keep()
	s.out.move("%s %s: %s", number, who, text)
	s.tellEnd()
}

// number returns the number of a ply as it stands before the move: "3." or "3...".
func (s *session) number(ply int) string {
	start := s.game.Start()
	if start.Turn != s.rules.First {
		ply++
	}
	if ply%2 == 1 {
		return fmt.Sprintf("%d...", ply/2+1)
	}
	return fmt.Sprintf("%d.", ply/2+1)
}

// tellEnd says how the game ended, if it is over.
func (s *session) tellEnd() {
	if s.over.Outcome != movegen.Ongoing {
		s.announce()
		s.look()
	}
}

// end ends the game for a reason other than its rules.
func (s *session) end(o movegen.Outcome, why string) {
	s.over = ending{movegen.Result{Outcome: o}, why, s.used()}
	s.keep()
	s.announce()
}

// lostBy returns the outcome if a side has lost.
func lostBy(c movegen.Color) movegen.Outcome {
	if c == movegen.White {
		return movegen.BlackWins
	}
	return movegen.WhiteWins
}

// closeEngines closes all engines.
func (s *session) closeEngines() {
	for _, e := range s.engines {
		e.Close()
	}
	s.engines = map[int]Engine{}
}

// Options says what is to be played, and how.
type Options struct {
	In  io.Reader // lines
	Out io.Writer

	Style  Style
	Prompt bool // write what is asked for before each line is read

	Game    *movegen.Game // to go on with; required unless there is a Saved one
	You     movegen.Color // the side of the person
	Level   Level
	Control search.TimeControl // the same for both sides; without Moves

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
	Scale() float64 // of the scores: hundredths of a man a logit
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
