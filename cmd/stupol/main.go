// Stupol plays draughts and checkers: International draughts on 10x10 and
// the games of its family on 8x8.
//
// It is one program with a subcommand for each thing it does; --help explains
// them all.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1 // the command ran and failed: a wrong FEN, a wrong perft count
	exitUsage  = 2 // the command line makes no sense
)

// cli is the whole command line; a field is a subcommand.
type cli struct {
	Board    boardCmd    `cmd:"" help:"Draw a position and list its moves."`
	Moves    movesCmd    `cmd:"" help:"List the legal moves of a position, one a line."`
	Perft    perftCmd    `cmd:"" help:"Count the positions that can be reached in a number of moves."`
	Variants variantsCmd `cmd:"" help:"List the games Stupol knows and what sets them apart."`
	Bench    benchCmd    `cmd:"" help:"Measure Stupol and check it against known results."`

	Version kong.VersionFlag `short:"V" help:"Print the version and exit."`
}

const description = `Stupol plays draughts: International, Frisian, Russian, Brazilian, English and more.

Exit status: 0 when all went well, 1 when the command failed (a wrong FEN, a
wrong count), 2 when the command line makes no sense.`

func main() { os.Exit(run(os.Args[1:])) }

// run carries out one command line and returns the exit status.
func run(args []string) int {
	parser, err := kong.New(&cli{},
		kong.Name("stupol"),
		kong.Description(description),
		kong.Vars{"version": "stupol " + version()},
		kong.WithHyphenPrefixedParameters(true),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 90}),
		kong.BindTo(os.Stdout, (*io.Writer)(nil)),
	)
	if err != nil {
		panic(err) // the struct tags of this package are wrong
	}
	command, err := parser.Parse(args)
	if err == nil {
		err = command.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stupol:", err)
	}
	return exitStatus(err)
}

func exitStatus(err error) int {
	var usage *kong.ParseError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		return exitUsage
	default:
		return exitFailed
	}
}
