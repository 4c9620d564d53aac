package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stupol/book/endgame"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/progress"
	"stupol/protocol/terminal"
	"stupol/protocol/terminal/store"
	"stupol/search"
)

// Play is `stupol play`.
type Play struct {
	Variant   *flags.Rules `placeholder:"NAME" help:"The game: a name, Hub name or alias of stupol variants (default: what --pdn says, or international)."`
	FEN       *string      `name:"fen" placeholder:"FEN" help:"The position, as W:W31,32,K40:B1-12 (default: where the game starts)."`
	PDN       string       `name:"pdn" xor:"start" placeholder:"FILE" file:"read" help:"Go on with a game of this file."`
	Game      int          `aliases:"games" placeholder:"N" help:"Which game of --pdn (default: the last)."`
	Ply       int          `default:"-1" placeholder:"N" help:"After how many moves of both sides to go on with it (default: all)."`
	DrawRules string       `placeholder:"NAME" help:"The draw rules, as listed by stupol variants (default: the first)."`
	Color     colorFlag    `default:"white" placeholder:"COLOR" help:"Your side, white or black (default: ${default})."`

	Skill    *int       `group:"Level" placeholder:"N" help:"${help_skill}, 10 all there is (default: 5; 10 with --nodes or --move-time)."`
	Nodes    *int64     `group:"Level" placeholder:"N" help:"Search no more than N positions for a move."`
	MoveTime flags.Time `group:"Level" placeholder:"TIME" help:"Think no longer than this about a move, as 0.1 or 100ms."`
	Time     flags.Time `group:"Level" placeholder:"TIME" help:"Play with clocks: the time of each side for the game, as 5m."`
	Inc      flags.Time `group:"Level" placeholder:"TIME" help:"What each side gets for every move, as 3s."`
	Threads  int        `group:"Level" default:"1" placeholder:"N" help:"${help_threads} (default: ${default})."`
	Hash     int        `group:"Level" default:"16" placeholder:"MB" help:"${help_tt_mb} (default: ${default})."`
	Seed     uint64     `group:"Level" placeholder:"N" help:"Make the same mistakes as with this number before, below skill 10 (default: others every time)."`

	Save  string `placeholder:"FILE" file:"played" help:"Keep the games here (default: play.pdn in the folder of the user for such files)."`
	New   bool   `help:"Begin a new game without asking about an unfinished one."`
	Plain bool   `help:"No boards and no colours, only lines, as for a pipe."`

	flags.Evaluation  `embed:""`
	flags.UseEndgames `embed:""`
	flags.UseBook     `embed:""`
}

// Help is the manual.
func (Play) Help() string {
	return `Moves are typed as they are written, 32-28 or c3-d4, or as much of that as is clear:
32, if the piece there has one move; 28, if one piece can go there. If several
captures fit you are asked which. ? lists the commands, among them undo, hint, eval,
save and level.

The game is saved after every move: in the file of --save, or else in
stupol/play.pdn below $XDG_STATE_HOME or ~/.local/state (on Windows below the local
application data, on a Mac in Library/Application Support). What was not finished is
offered the next time. Finished games stay in the file, one after the other.

In a pipe there are only lines: a move, an answer, the result. If the first is no answer
to the offer of an unfinished game, another one begins with it. Colours are left out if
the environment has NO_COLOR.

Examples:

    stupol play
    stupol play --variant russian --color black --skill 3
    stupol play --variant english --time 5m --inc 3s --skill 10
    stupol play --fen W:W28,33,K46:B5,14,19
    stupol play --pdn games.pdn --game 3 --ply 40 --save mine.pdn`
}

// Validate checks the numbers.
func (c Play) Validate() error {
	switch {
	case c.FEN != nil && c.PDN != "":
		return errors.New("--fen and --pdn: a game has one beginning")
	case c.PDN == "" && (c.Game != 0 || c.Ply != -1):
		return errors.New("--game and --ply are for --pdn")
	case c.Inc != 0 && c.Time == 0:
		return errors.New("--inc is for --time")
	case c.Skill != nil:
		if err := flags.WithinParam("skill", "skill", *c.Skill); err != nil {
			return err
		}
	}
	if c.Nodes != nil {
		if err := flags.Within("nodes", *c.Nodes, 1, flags.MaxNodes); err != nil {
			return err
		}
	}
	const longest = 24 * 3600.
	seconds := func(f flags.Time) float64 { return time.Duration(f).Seconds() }
	return cmp.Or(
		c.UseEndgames.Validate(),
		c.UseBook.Validate(),
		flags.Within("game", c.Game, 0, flags.MaxCount),
		flags.Within("ply", c.Ply, -1, flags.MaxCount),
		flags.Within("move-time", seconds(c.MoveTime), 0, longest),
		flags.Within("time", seconds(c.Time), 0, longest),
		flags.Within("inc", seconds(c.Inc), 0, longest),
		flags.WithinParam("threads", "threads", c.Threads),
		flags.Within("hash", c.Hash, 1, int(flags.Memory()>>20)),
	)
}

// Run plays until the person has had enough.
func (c Play) Run(w io.Writer) error {
	game, err := c.start()
	if err != nil {
		return err
	}
	files, err := store.Open(c.Save)
	if err != nil {
		return err
	}
	defer files.Close()
	engines := &playEngines{asked: c, first: game.Rules()}
	defer engines.close()
	if err := engines.check(); err != nil {
		return err
	}
	o := terminal.Options{
		In: console.NewWakingInput(), Out: w, Style: c.style(progress.IsTerminal(os.Stdout)), Prompt: progress.IsTerminal(os.Stdin) && progress.IsTerminal(os.Stdout),
		Game: game, You: c.Color.Color, Level: c.level(),
		Control:   search.TimeControl{Time: time.Duration(c.Time), Increment: time.Duration(c.Inc)},
		NewEngine: engines.make, Files: files,
	}
	if o.Style == terminal.Colored && !enableColors(os.Stdout) {
		o.Style = terminal.Boards
	}
	if !c.New && c.FEN == nil && c.PDN == "" {
		o.Saved = files.Unfinished
	}
	return terminal.Run(context.Background(), o)
}

// style returns how output can look, on a terminal or elsewhere.
func (c Play) style(onTerminal bool) terminal.Style {
	switch {
	case c.Plain || !onTerminal:
		return terminal.Plain
	case os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !inUnicode():
		return terminal.Boards
	}
	return terminal.Colored
}

// inUnicode reports whether the environment does not say that the terminal knows no
// UTF-8.
func inUnicode() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"), "utf-8"))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// level returns how well to play.
func (c Play) level() terminal.Level {
	const usual = 5
	l := terminal.Level{Skill: usual, MoveTime: time.Duration(c.MoveTime)}
	if c.Nodes != nil {
		l.Nodes = *c.Nodes
	}
	switch {
	case c.Skill != nil:
		l.Skill = *c.Skill
	case l.Nodes != 0 || l.MoveTime != 0:
		l.Skill = search.FullSkill
	}
	return l
}

// start returns the game to begin with.
func (c Play) start() (*movegen.Game, error) {
	if c.PDN != "" {
		return c.fromFile()
	}
	position := flags.Position{Variant: flags.Rules{Rules: movegen.International()}, FEN: c.FEN}
	if c.Variant != nil {
		position.Variant = *c.Variant
	}
	rules, p, _, err := position.Read()
	if err != nil {
		return nil, err
	}
	draws, err := rules.DrawRulesNamed(c.DrawRules)
	if err != nil {
		return nil, exit.UsageError(err)
	}
	return movegen.NewGameFrom(rules, p, draws), nil
}

// fromFile returns the game of --pdn.
func (c Play) fromFile() (*movegen.Game, error) {
	games, err := archive.Read(c.PDN)
	if err != nil {
		return nil, err
	}
	record, err := terminal.Choose(games, c.Game)
	if err != nil {
		return nil, fmt.Errorf("--game: %s: %w", c.PDN, err)
	}
	var rules *movegen.Rules
	if c.Variant != nil {
		rules = c.Variant.Rules
	}
	g, _, err := terminal.Replayed(record, rules, c.DrawRules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.PDN, err)
	}
	plies := len(g.Moves())
	if c.Ply > plies {
		return nil, flags.TooLate("ply", plies)
	}
	for n := plies; c.Ply >= 0 && n > c.Ply; n-- {
		g.Pop()
	}
	return g, nil
}

// colorFlag is the name of a side.
type colorFlag struct{ movegen.Color }

// UnmarshalText looks the name up.
func (f *colorFlag) UnmarshalText(name []byte) (err error) {
	f.Color, err = terminal.ColorNamed(string(name))
	if err != nil {
		err = fmt.Errorf("%q is not one of white, black", name)
	}
	return err
}

// playEngines makes engines of a game with its databases and its opening book.
type playEngines struct {
	asked Play
	first *movegen.Rules // the game that the flags are about
	rules *movegen.Rules // of the databases
	db    *endgame.Database
}

// make returns an engine for a game and a skill.
func (e *playEngines) make(r *movegen.Rules, skill int) (terminal.Engine, error) {
	if e.rules != r {
		e.close()
		e.rules, e.db = r, e.asked.OpenEndgames(r)
	}
	asked := e.asked
	if r != e.first {
		asked.EvalFile, asked.BookFile = "", params.Embedded // those of the flags are of another game
	}
	options, err := asked.options(r, skill)
	if err != nil {
		return nil, err
	}
	options.Endgames = e.db
	engine, err := params.Maker{MaxTable: flags.MaxTable()}.Engine(options)
	if err != nil {
		return nil, err
	}
	return engine, nil
}

// check reads the files that the flags name, so that the game does not begin if they
// are wrong.
func (e *playEngines) check() error {
	_, err := e.asked.options(e.first, search.FullSkill)
	return err
}

// options returns those of an engine, without the databases.
func (c Play) options(r *movegen.Rules, skill int) (search.Options, error) {
	v := params.Defaults()
	v.Threads, v.TTMB, v.Skill = c.Threads, c.Hash, skill
	opening, err := c.OpenBook(&v, r)
	if err != nil {
		return search.Options{}, err
	}
	evaluator, err := c.Evaluator(r)
	o := v.Options(r)
	o.Book, o.Eval, o.Seed = opening, evaluator, c.Seed
	return o, err
}

// close closes the databases.
func (e *playEngines) close() {
	if e.db != nil {
		_ = e.db.Close() // files that were only read
		e.db = nil
	}
}
