package endgame

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"stupol/bench"
	"stupol/book/endgame"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/search"
)

// endgameConvertTestCmd is `stupol endgame convert-test`.
type endgameConvertTestCmd struct {
	flags.UseEndgames `embed:""`
	Variant           flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Least             int         `default:"3" placeholder:"N" help:"Endings of N pieces and more (default: ${default})."`
	Most              int         `default:"4" placeholder:"N" help:"Endings of up to N pieces (default: ${default})."`
	Positions         int         `default:"500" placeholder:"N" help:"Positions of each material (default: ${default})."`
	MoveTime          flags.Time  `default:"0.05" placeholder:"TIME" help:"Time for a move, as 0.1 or 100ms (default: ${default})."`
	Concurrency       int         `placeholder:"N" help:"Games at a time (default: one a processor)."`
	JSON              bool        `name:"json" help:"One JSON object a material and line."`
	Seed              uint64      `default:"1" placeholder:"N" help:"Other positions (default: ${default})."`
}

// Help is the manual.
func (endgameConvertTestCmd) Help() string {
	return `Stupol has to win positions that are won, against the defence that lasts longest
by the databases, under the draw rules of the game. They are random positions of
each material in which nothing can be captured at once. A line tells how many games
were played and won, and how many not even the shortest way wins, because a draw
rule leaves too few moves. All others are listed, and the exit status is 1. In
Frisian and Frysk! there may be some, for databases do not know that a king that has
moved thrice must wait. With --bb-size 0 Stupol has to do without its databases.

Example:

    stupol endgame convert-test --variant russian --positions 100`
}

// Validate checks the numbers.
func (c endgameConvertTestCmd) Validate() error {
	return cmp.Or(c.UseEndgames.Validate(), flags.Within("least", c.Least, 2, endgame.MaxPieces), flags.Within("most", c.Most, c.Least, endgame.MaxPieces),
		flags.Within("positions", c.Positions, 1, 1_000_000), flags.Within("concurrency", c.Concurrency, 0, flags.MaxThreads))
}

// Run tests material by material, reporting each on w.
func (c endgameConvertTestCmd) Run(w io.Writer) error {
	known := c.UseEndgames
	known.Pieces = endgame.MaxPieces
	db := known.OpenEndgames(c.Variant.Rules)
	test := bench.ConversionTest{
		Rules: c.Variant.Rules, Endgames: db, Known: c.Pieces,
		Limits: search.Limits{MoveTime: time.Duration(c.MoveTime)}, Positions: c.Positions, Seed: c.Seed,
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	report := conversionReport{w: w, json: c.JSON}
	report.title()
	if err := test.RunAll(ctx, c.Least, c.Most, flags.ThreadsOr(c.Concurrency), report.add); err != nil {
		return err
	}
	return report.close()
}

// A conversionReport prints results and sums them up.
type conversionReport struct {
	w    io.Writer
	json bool
	sum  bench.ConversionResult
}

// title prints the head of the table.
func (r *conversionReport) title() {
	if !r.json {
		fmt.Fprintf(r.w, "%-11s %7s %7s %9s %7s\n", "material", "played", "won", "draw rule", "failed")
	}
}

// add prints the result of a slice and adds it to the sum.
func (r *conversionReport) add(s endgame.Slice, result bench.ConversionResult) {
	if result.Played == 0 {
		return
	}
	r.sum.Add(result)
	r.print(s.String(), result, result.Failed)
}

// conversionJSON is the JSON form of a result.
type conversionJSON struct {
	Material string   `json:"material"`
	Played   int      `json:"played"`
	Won      int      `json:"won"`
	DrawRule int      `json:"draw_rule"`
	Failed   int      `json:"failed"`
	Games    []string `json:"failed_games"`
}

// print prints a result, and the games that failed.
func (r *conversionReport) print(name string, result bench.ConversionResult, failed []string) {
	if r.json {
		_ = json.NewEncoder(r.w).Encode(conversionJSON{
			name, result.Played, result.Won, result.DrawRule, len(result.Failed), append([]string{}, failed...),
		})
		return
	}
	fmt.Fprintf(r.w, "%-11s %7d %7d %9d %7d\n", name, result.Played, result.Won, result.DrawRule, len(result.Failed))
	for _, game := range failed {
		fmt.Fprintln(r.w, "  ", game)
	}
}

// close prints the sum and returns an error if a game was not won that could have
// been.
func (r *conversionReport) close() error {
	r.print("all", r.sum, nil)
	if n := len(r.sum.Failed); n > 0 {
		return fmt.Errorf("%d of %d won positions were not won", n, r.sum.Played)
	}
	return nil
}
