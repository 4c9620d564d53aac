package endgame

import (
	"cmp"
	"io"

	"stupol/book/endgame"
	"stupol/book/endgame/statistics"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/progress"
)

// endgameStatisticsCmd is `stupol endgame statistics`.
type endgameStatisticsCmd struct {
	flags.UseEndgames `embed:""`
	Variant           *flags.Rules `placeholder:"NAME" help:"Only this game (default: all)."`
	JSON              bool         `name:"json" xor:"form" help:"One JSON object a material and line."`
	CSV               bool         `name:"csv" xor:"form" help:"Comma-separated values."`
	Page              bool         `xor:"form" help:"The page book/endgame/STATISTICS.md."`
	Threads           int          `placeholder:"N" help:"Work in parallel (default: one thread a processor)."`
	Quiet             bool         `short:"q" help:"Show no progress."`
}

// Help is the manual.
func (endgameStatisticsCmd) Help() string {
	return `For every material of every game: how many positions are won, drawn and lost, those
with a capture included, and up to four pieces the positions from which the longest win
and loss begin, with their plies. Only moves are those of the winner on the way from there
that alone keep the win, though there are others. The moves themselves are in --json and
--csv. Draw rules are left aside, and in Frisian the rule of three king moves too. All
games with the databases in the program take five minutes of processor time. With
--json a line is

    {"game":"english","material":"1k-1k","pieces":2,"positions":992,"wins":230,"losses":108,"draws":654,"longest_win":{"plies":11,"fen":"W:WK1:BK13","line":["1-5", ...],"winner_moves":6,"only_moves":2},"longest_loss":{...}}

Examples:

    stupol endgame statistics --variant russian --bb-size 3
    stupol endgame statistics --csv >endgames.csv
    stupol endgame statistics --variant breakthrough --bb-dir endgames --json`
}

// Validate checks the numbers.
func (c endgameStatisticsCmd) Validate() error {
	return cmp.Or(c.UseEndgames.Validate(), flags.Within("threads", c.Threads, 0, flags.MaxThreads))
}

// Run collects the statistics and then prints them on w.
func (c endgameStatisticsCmd) Run(w io.Writer) error {
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	rules := statistics.Games()
	if c.Variant != nil {
		rules = []*movegen.Rules{c.Variant.Rules}
	}
	var databases []*endgame.Database
	var positions uint64
	for _, r := range rules {
		db := c.OpenEndgames(r)
		defer db.Close()
		databases = append(databases, db)
		for _, i := range db.Infos() {
			positions += i.Positions
		}
	}
	counter := progress.NewCounter(c.Quiet, positions, "positions")
	defer counter.Close()
	games, err := statistics.Collect(ctx, databases, flags.ThreadsOr(c.Threads), counter.Advance)
	if err != nil {
		return exit.OrInterruption(err, "")
	}
	counter.Hide()
	write := statistics.WriteTable
	switch {
	case c.JSON:
		write = statistics.WriteJSON
	case c.CSV:
		write = statistics.WriteCSV
	case c.Page:
		write = statistics.WritePage
	}
	return write(w, games)
}
