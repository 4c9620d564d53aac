package main

import (
	"fmt"
	"io"
	"os"

	"stupol/book/endgame"
)

// endgameCmd is `stupol endgame` and its subcommands.
type endgameCmd struct {
	Build       endgameBuildCmd       `cmd:"" help:"Work out the outcome of all positions with few pieces."`
	Verify      endgameVerifyCmd      `cmd:"" help:"Check databases value by value."`
	Info        endgameInfoCmd        `cmd:"" help:"Count wins, losses and draws; tell sizes."`
	Probe       endgameProbeCmd       `cmd:"" help:"Tell whether a position is a win, a loss or a draw."`
	ConvertTest endgameConvertTestCmd `cmd:"" help:"Have Stupol play won positions against the best defence."`
}

// endgameFlags name databases that exist.
type endgameFlags struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Dir     string    `required:"" placeholder:"DIR" file:"read" type:"existingdir" help:"The folder of the databases."`
}

// open reads the databases.
func (f endgameFlags) open() (*endgame.Database, error) {
	return endgame.Open(os.DirFS(f.Dir), f.Variant.Rules, endgame.MaxPieces)
}

// endgameInfoCmd is `stupol endgame info`.
type endgameInfoCmd struct {
	endgameFlags `embed:""`
}

// Help is the manual.
func (endgameInfoCmd) Help() string {
	return `A line has the values of all positions with the same material, those with a
capture included: 1m1k-2k is a man and a king of the side to move against two
kings. Positions that differ only in colours and the side from which the board
is seen count once. Files hold no values of positions with a capture to play, but
bits a position are of all. The last columns are the size of the distances, which
up to four pieces have, and the plies that the longest lost position of them takes
to the end. A last line for each number of pieces sums up.

Example:

    stupol endgame info --variant russian --dir endgames`
}

// Run prints the table on w.
func (c endgameInfoCmd) Run(w io.Writer) error {
	db, err := c.open()
	if err != nil {
		return err
	}
	printSliceTitle(w)
	var sum endgame.Info
	infos := db.Infos()
	for i, info := range infos {
		printSlice(w, info.Slice.String(), info, "")
		sum.Positions += info.Positions
		sum.Bytes += info.Bytes
		sum.Distances += info.Distances
		sum.Longest = max(sum.Longest, info.Longest)
		sum.Counts.Add(info.Counts)
		if i+1 == len(infos) || infos[i+1].Slice.Pieces() > info.Slice.Pieces() {
			printSlice(w, fmt.Sprintf("%d pieces", info.Slice.Pieces()), sum, "")
			sum = endgame.Info{}
		}
	}
	return nil
}

// printSliceTitle prints the head of a table of slices.
func printSliceTitle(w io.Writer) {
	fmt.Fprintf(w, "%-11s %12s %12s %12s %12s %11s %6s %10s %5s\n",
		"material", "positions", "wins", "losses", "draws", "bytes", "bits", "distances", "plies")
}

// printSlice prints a line of the table, with a remark at its end.
func printSlice(w io.Writer, name string, i endgame.Info, remark string) {
	all := i.Counts.All()
	if remark != "" {
		remark = "  " + remark
	}
	fmt.Fprintf(w, "%-11s %12d %12d %12d %12d %11d %6.3f %10d %5d%s\n", name, i.Positions, all.Wins, all.Losses, all.Draws,
		i.Bytes, float64(8*i.Bytes)/float64(i.Positions), i.Distances, i.Longest, remark)
}
