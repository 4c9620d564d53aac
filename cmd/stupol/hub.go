package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"stupol/eval/input"
	"stupol/protocol/hub"
	"stupol/search"
)

// hubCmd is `stupol hub`.
type hubCmd struct {
	evalFlag `embed:""`
	Debug    bool `help:"Report on standard error what was ignored."`
}

// Help is the manual.
func (hubCmd) Help() string {
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

// Run serves on w until the end of standard input.
func (c hubCmd) Run(w io.Writer) error {
	options := hub.Options{
		Name: "Stupol", Version: release, Author: "The Stupol authors", Country: "International",
		NewEngine: func(o search.Options) (_ hub.Engine, err error) {
			if o.Eval, err = c.evaluator(o.Rules); err != nil {
				return nil, err
			}
			e, err := newEngine(o)
			if err != nil {
				return nil, err
			}
			return e, nil
		},
		Folder: input.Folder,
	}
	if c.Debug {
		options.Ignored = func(m hub.Message) { fmt.Fprintln(os.Stderr, "stupol: ignored:", m) }
	}
	return hub.Serve(context.Background(), newWakingInput(), w, options)
}

// newEngine makes an engine with the table asked for, or a smaller one if that
// would not leave half of the memory to others or cannot be had. An engine that is
// to play badly makes other mistakes every time.
func newEngine(o search.Options) (*search.Engine, error) {
	const smallest = 1 << 20
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	o.TableBytes = min(o.TableBytes, maxTable())
	for {
		e, err := search.New(o)
		if err == nil || o.TableBytes <= smallest {
			return e, err
		}
		o.TableBytes /= 2
	}
}
