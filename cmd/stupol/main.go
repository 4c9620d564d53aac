// Stupol plays draughts and checkers: International draughts on 10x10 and
// the games of its family on 8x8.
//
// It is one program with a subcommand for each thing it does. Started without
// arguments by another program it speaks the Hub protocol; started without
// arguments at a terminal it says in a few lines what to do; every subcommand prints
// its help with --help.
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"stupol/cmd/build"
	"stupol/cmd/command/about"
	"stupol/cmd/command/bench"
	"stupol/cmd/command/book"
	"stupol/cmd/command/endgame"
	"stupol/cmd/command/games"
	"stupol/cmd/command/learn"
	"stupol/cmd/command/match"
	"stupol/cmd/command/pdn"
	"stupol/cmd/command/play"
	"stupol/cmd/command/position"
	"stupol/cmd/command/puzzles"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/cmd/manual"
	"stupol/protocol/progress"
)

// cli is the whole command line; a field is a subcommand.
type cli struct {
	Hub      play.Hub        `cmd:"" help:"Speak the Hub protocol with a graphical board or another program."`
	DXP      play.DXP        `cmd:"" name:"dxp" help:"Play over TCP with a program that speaks the DamExchange protocol."`
	Play     play.Play       `cmd:"" help:"Play against Stupol here, at the terminal."`
	Board    position.Board  `cmd:"" help:"Draw a position and list its moves."`
	Moves    position.Moves  `cmd:"" help:"List the legal moves of a position, one a line."`
	Perft    bench.Perft     `cmd:"" help:"Count the positions that can be reached in a number of moves."`
	Variants about.Variants  `cmd:"" help:"List the games Stupol knows and what sets them apart."`
	Rules    about.Rules     `cmd:"" help:"Tell the rules of a game, with two positions that show them."`
	Web      play.Web        `cmd:"" help:"Serve a board for a browser: play, analyse, read games."`
	Match    match.Match     `cmd:"" help:"Let engines play each other and judge the results."`
	Trials   match.Trials    `cmd:"" help:"Judge ideas one after the other, each by matches until a test has decided."`
	PDN      pdn.PDN         `cmd:"" name:"pdn" help:"Check, convert and show files of games."`
	Games    games.Games     `cmd:"" help:"Keep games in a library, and find them by position, pattern or player."`
	Analyze  pdn.Analyze     `cmd:"" help:"Find the mistakes in games, and what would have been better."`
	Puzzles  puzzles.Puzzles `cmd:"" help:"Check problems, and make new ones from games."`
	Endgame  endgame.Endgame `cmd:"" help:"Build, check and probe databases of positions with few pieces."`
	Book     book.Book       `cmd:"" help:"Make, read and check opening books."`
	Selfplay learn.Selfplay  `cmd:"" help:"Play games against itself, for train."`
	Train    learn.Train     `cmd:"" help:"Fit the weights of the evaluation to games."`
	Tune     learn.Tune      `cmd:"" help:"Tune constants of the search by games against itself."`
	Status   learn.Status    `cmd:"" help:"Tell how far the shards are that machines share work by."`
	Merge    learn.Merge     `cmd:"" help:"Put the journals of shards together."`
	Eval     position.Eval   `cmd:"" help:"Explain the evaluation of a position."`
	Bench    bench.Bench     `cmd:"" help:"Measure Stupol and check it against known results."`
	About    about.Version   `cmd:"" name:"version" help:"Tell what this program is, and what it has in it for each game."`

	Doctor about.Doctor `cmd:"" help:"Tell what this machine has for Stupol, what it lacks, and what that costs."`

	Manual     manualCmd     `cmd:"" help:"Write the manual page of a command."`
	Completion completionCmd `cmd:"" help:"Write the script that completes commands in a shell."`

	Version kong.VersionFlag `short:"V" help:"Print the version and exit."`
}

const (
	summary = `Stupol plays draughts: International, Frisian, Russian, Brazilian, English and more.

If an output file exists it is appended to, continued or refused: the help of each
flag says which. Only --force replaces it.`

	exits = `0 when all went well, 1 when the command failed (a missing file, a wrong
FEN, a wrong count) or its output is lost, 2 when the command line makes no sense, 75 when Ctrl-C or SIGTERM has
interrupted it and it has saved its work: the same command goes on from there.`

	// pages says where what the help of commands leads to is.
	pages = `Pages named at the end of a command's help, as book/README.md, come with the program, in the folder of
its archive or, with Debian, in /usr/share/doc/stupol.`

	description = summary + "\n\n" + pages + "\n\nExit status: " + exits
)

// firstSteps is what who starts the program at a terminal with nothing else is told.
const firstSteps = `Stupol plays draughts. What to do:

  stupol web --open       play, analyse and read games in the browser
  stupol play             play here, in the terminal; --variant russian is another game
  stupol analyze FILE     find the mistakes in the games of a PDN file
  stupol hub              what a board program is to start; there it needs no argument
  stupol doctor           see what this machine lacks, and what that costs
  stupol --help           all commands; stupol COMMAND -h is a screen of help, --help its manual
`

func main() { os.Exit(run(os.Args[1:])) }

// newParser returns the parser of a command line, whose output goes to out.
func newParser(args []string, out *console.Outlet) (*kong.Kong, error) {
	return kong.New(grammar(args),
		kong.Name("stupol"),
		kong.Description(description),
		kong.Vars{"version": "stupol " + build.Version(), "shells": manual.Shells},
		flags.Vars(), play.Vars, book.Vars, learn.Vars,
		kong.OptionFunc(flags.KeepBytes),
		kong.WithHyphenPrefixedParameters(true),
		kong.Help(manual.Help),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 90}),
		kong.BindTo(out, (*io.Writer)(nil)),
		kong.Writers(out, progress.Stderr),
		kong.Exit(func(status int) { os.Exit(cmp.Or(status, reported(out.Close()))) }), // after --help and --version
		kong.PostBuild(flags.DescribeFiles),
		kong.PostBuild(leadOn),
		kong.PostBuild(func(k *kong.Kong) error {
			k.Model.HelpFlag.Help = "With -h what fits on a screen, with --help all."
			return nil
		}),
	)
}

// grammar returns the struct into which kong parses a command line: the cli, without the
// other subcommands if the line begins with one. kong reads the help of everything in the
// struct before it parses, which for the whole cli takes most of the time of a start.
func grammar(args []string) any {
	var named bool
	var fields []reflect.StructField
	for field := range reflect.TypeFor[cli]().Fields() {
		_, command := field.Tag.Lookup("cmd")
		this := command && len(args) > 0 && args[0] == cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))
		if this || !command {
			fields = append(fields, field)
		}
		named = named || this
	}
	if !named {
		return &cli{}
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// run carries out one command line and returns the exit status.
func run(args []string) int {
	out := console.NewOutlet(os.Stdout)
	if len(args) == 0 && progress.IsTerminal(os.Stdin) {
		_, err := io.WriteString(out, firstSteps)
		return reported(cmp.Or(err, out.Close()))
	}
	args = withDefault(args)
	parser, err := newParser(args, out)
	if err != nil {
		panic(err) // the struct tags of a command are wrong
	}
	command, err := parser.Parse(args)
	if err == nil {
		err = flags.CheckZeros(command)
	}
	if err == nil {
		err = flags.CheckFiles(command)
	}
	if err == nil {
		err = exit.OrStopped(command.Run())
	}
	if lost := out.Close(); err == nil || command == nil { // kong takes help that is lost for a wrong command line
		err = cmp.Or(lost, err)
	}
	return reported(err)
}

// reported says what an error is, if there is one, and returns the exit status for it.
func reported(err error) int {
	if err != nil {
		fmt.Fprintln(console.Stderr, "stupol:", err)
	}
	return exit.Status(err)
}

// withDefault returns the command line to carry out. Some boards start an engine
// with nothing but its path; others add arguments of their own to hub, which
// mean nothing to us.
func withDefault(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"hub"}
	case args[0] == "hub":
		return append([]string{"hub"}, ofHub(args[1:])...)
	case args[0] == "help":
		return append(args[1:], "--help")
	default:
		return args
	}
}

// ofHub returns those of the arguments that mean something to stupol hub.
func ofHub(args []string) (ours []string) {
	for i, arg := range args {
		switch {
		case slices.Contains([]string{"--debug", "--help", "-h", "--version", "-V"}, arg), strings.HasPrefix(arg, "--eval-file="):
			ours = append(ours, arg)
		case arg == "--eval-file":
			ours = append(ours, args[i:min(i+2, len(args))]...)
		}
	}
	return ours
}
