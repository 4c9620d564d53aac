package learn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"stupol/bench/spsa"
	"stupol/cmd/build"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/progress"
	"stupol/protocol/words"
	"stupol/search"
)

// Tune is `stupol tune`.
type Tune struct {
	Out        string         `short:"o" required:"" placeholder:"FILE" file:"run" help:"The results of the games, a journal."`
	Constant   []constantFlag `placeholder:"NAME[=MIN..MAX]" help:"A constant to tune, and its range; to be repeated (default: all)."`
	Variant    flags.Rules    `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Nodes      int64          `default:"1000" placeholder:"N" help:"Positions searched for a move (default: ${default})."`
	Iterations int            `default:"500" placeholder:"N" help:"How often all constants are moved (default: ${default})."`
	Pairs      int            `default:"16" placeholder:"N" help:"Pairs of games that an iteration takes (default: ${default})."`
	Rate       float64        `default:"${tune_rate}" placeholder:"X" help:"How many steps a constant moves in the end for a score difference of a point a game (default: ${default})."`
	Seed       uint64         `default:"1" placeholder:"N" help:"Seed of the random steps and openings (default: ${default})."`
	Quiet      bool           `short:"q" help:"No progress on standard error."`

	Concurrency int `placeholder:"N" help:"Games at a time (default: one a processor)."`
}

// Vars are the numbers in the help.
var Vars = kong.Vars{"tune_rate": fmt.Sprint(spsa.DefaultRate)}

// Help is the manual.
func (Tune) Help() string {
	var list bytes.Buffer
	t := output.NewTable(&list)
	for _, c := range search.AllConstants(movegen.International()) {
		fmt.Fprintf(t, "    %s\t%d\t%d..%d\t%s\n", c.Name, c.Value, c.Min, c.Max, c.Use)
	}
	t.Flush()
	return `Tunes the constants of the search by games of Stupol against itself (SPSA: see
go doc stupol/bench/spsa). In every iteration each constant is moved by a step, up or
down at random, in one player, and the other way in its opponent; then all move
towards the winner. A step is a twentieth of the range in the end, and more at first.
So a narrow range needs more games, and a wide one gives less exact values.

Equal settings give equal results, however many games are played at a time. The same
command continues an interrupted tuning. Whether the values found are better must be
tested in a match: the last line of the output is the command for it.

The constants, with their values and ranges; the games in which all pieces are to be lost
have other margins:

` + list.String() + `
Examples:

    stupol tune --out search.tune --nodes 2000
    stupol tune --out reduce.tune --constant lmr-from-pv=1..8 --constant lmr-log=20..120`
}

// Validate checks the numbers.
func (c Tune) Validate() error {
	const fastest = 1000.
	return cmp.Or(
		flags.Within("concurrency", c.Concurrency, 0, flags.MaxThreads),
		flags.Within("nodes", c.Nodes, 1, flags.MaxNodes),
		flags.Within("iterations", c.Iterations, 1, flags.MaxCount),
		flags.Within("pairs", c.Pairs, 1, flags.MaxCount),
		flags.Within("rate", c.Rate, 0, fastest),
	)
}

// Run tunes and prints on w what it has arrived at.
func (c Tune) Run(w io.Writer) (err error) {
	t, err := c.tuning()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	file, err := output.Resume(c.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	journal, err := t.Open(file)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	played, total := 2*t.Pairs*t.Done(), 2*t.Pairs*t.Iterations
	display := progress.New(c.Quiet, played)
	t.OnGame = func() {
		played++
		display.Show(played, total, func() string { return words.Sprintf("iteration %d of %d", t.Done()+1, t.Iterations) })
	}
	err = t.Run(ctx, journal)
	display.Hide()
	t.WriteReport(w)
	return exit.OrInterruption(err, words.Sprintf("after %d of %s", t.Done(), words.Count(t.Iterations, "iteration")))
}

// tuning returns what the command line describes.
func (c Tune) tuning() (*spsa.Tuning, error) {
	var params []spsa.Param
	for _, flag := range c.Constant {
		constant, err := search.ConstantNamed(c.Variant.Rules, flag.Name)
		if err != nil {
			return nil, err
		}
		constant.Min, constant.Max = flag.Min, flag.Max
		params = append(params, spsa.ParamOf(constant))
	}
	if len(params) == 0 {
		for _, constant := range search.AllConstants(c.Variant.Rules) {
			params = append(params, spsa.ParamOf(constant))
		}
	}
	engine, err := build.Program()
	if err != nil {
		return nil, err
	}
	t, err := spsa.New(spsa.Settings{
		Engine: engine, Variant: c.Variant.Name, Nodes: c.Nodes, Pairs: c.Pairs,
		Plan: spsa.Plan{Params: params, Iterations: c.Iterations, Rate: c.Rate, Seed: c.Seed},
	})
	if err != nil {
		return nil, exit.UsageError(err)
	}
	t.Concurrency = flags.ThreadsOr(c.Concurrency)
	return t, nil
}

// constantFlag is a flag whose value is a constant of the search, with a range
// or without: "lmr-from", "lmr-from=1..6". Its value is that of no game in particular.
type constantFlag struct{ search.Constant }

// UnmarshalText reads it.
func (f *constantFlag) UnmarshalText(text []byte) error {
	name, bounds, bounded := strings.Cut(string(text), "=")
	constant, err := search.ConstantNamed(movegen.International(), name)
	if err != nil {
		return err
	}
	f.Constant = constant
	if !bounded {
		return nil
	}
	if f.Min, f.Max, err = twoNumbers(bounds, ".."); err != nil {
		return err
	}
	if f.Min < constant.Min || f.Max > constant.Max {
		return fmt.Errorf("%s is not within %d..%d", text, constant.Min, constant.Max)
	}
	return nil
}
