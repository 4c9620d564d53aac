// Package play has the commands that play and serve: hub, dxp, play and web.
package play

import (
	"context"
	"fmt"
	"io"

	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/protocol/hub"
	"stupol/protocol/params"
)

// Hub is `stupol hub`.
type Hub struct {
	flags.Evaluation `embed:""`
	Debug            bool `help:"Report on standard error what was ignored."`
}

// Help is the manual.
func (Hub) Help() string {
	return `Reads commands on standard input and answers on standard output until quit or
the end of input. This is what a graphical board starts; without any argument
stupol does the same when another program starts it. Arguments that it does not
know are ignored: some boards add their own.

The games, a value of the parameter variant, are those of stupol variants. To
try it by hand, type

    hub
    init
    pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww
    level move-time=1
    go think

and, when done has come,

    quit`
}

// ReadsLate is there because boards show the errors of the protocol alone.
func (Hub) ReadsLate() {}

// Run serves on w until the end of standard input.
func (c Hub) Run(w io.Writer) error {
	options := hub.Options{
		Name: "Stupol", Version: build.Release, Author: "The Stupol authors", Country: "International",
		Maker: params.Maker{EvalFile: c.EvalFile, MaxTable: flags.MaxTable()}, Folder: input.Folder,
	}
	if c.Debug {
		options.Ignored = func(m hub.Message) { fmt.Fprintln(console.Stderr, "stupol: ignored:", m) }
	}
	return hub.Serve(context.Background(), console.NewWakingInput(), w, options)
}
