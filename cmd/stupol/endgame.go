package main

import (
	"encoding/json"
	"fmt"
	"io"

	"stupol/book/endgame"
	"stupol/book/endgame/build"
	"stupol/eval/input"
)

// endgameCmd is `stupol endgame` and its subcommands.
type endgameCmd struct {
	Build       endgameBuildCmd       `cmd:"" help:"Build the databases of all positions with few pieces."`
	Verify      endgameVerifyCmd      `cmd:"" help:"Check databases value by value."`
	Info        endgameInfoCmd        `cmd:"" help:"Print the numbers of wins, losses and draws, and sizes."`
	Probe       endgameProbeCmd       `cmd:"" help:"Look up whether a position is a win, a loss or a draw."`
	ConvertTest endgameConvertTestCmd `cmd:"" help:"Have Stupol play won positions against the best defence."`
}

// endgameFlags name databases that exist.
type endgameFlags struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Dir     string    `name:"bb-dir" required:"" placeholder:"DIR" file:"read" type:"existingdir" help:"The folder of the databases."`
}

// open reads the databases.
func (f endgameFlags) open() (*endgame.Database, error) {
	return build.Read(input.Folder(f.Dir), f.Variant.Rules, endgame.MaxPieces)
}

// endgameInfoCmd is `stupol endgame info`.
type endgameInfoCmd struct {
	endgameFlags `embed:""`
	JSON         bool `name:"json" help:"One JSON object a material and line."`
}

// Help is the manual.
func (endgameInfoCmd) Help() string {
	return `A line has the values of all positions with the same material, those with a
capture included: 1m1k-2k is a man and a king of the side to move against two
kings. Positions that differ only in colours and the side from which the board
is seen count once. Files hold no values of positions with a capture to play, but
bits a position are of all. The last columns are the size of the distances, which
up to four pieces have, and the plies that the longest lost position of them takes
to the end. A last line for each number of pieces sums up. With --json a line is

    {"material":"1m-1k","pieces":2,"positions":868,"wins":53,"losses":241,"draws":574,"bytes":223,"distance_bytes":252,"longest":12}

Example:

    stupol endgame info --variant russian --bb-dir endgames`
}

// Run prints the table on w.
func (c endgameInfoCmd) Run(w io.Writer) error {
	db, err := c.open()
	if err != nil {
		return err
	}
	infos := db.Infos()
	if c.JSON {
		return encodeSlices(w, infos)
	}
	printSliceTitle(w)
	var sum endgame.Info
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

// encodeSlices prints the descriptions of slices as JSON objects.
func encodeSlices(w io.Writer, infos []endgame.Info) error {
	out := json.NewEncoder(w)
	for _, i := range infos {
		all := i.Counts.All()
		err := out.Encode(struct {
			Material  string `json:"material"`
			Pieces    int    `json:"pieces"`
			Positions uint64 `json:"positions"`
			Wins      uint64 `json:"wins"`
			Losses    uint64 `json:"losses"`
			Draws     uint64 `json:"draws"`
			Bytes     int64  `json:"bytes"`
			Distances int64  `json:"distance_bytes,omitempty"`
			Longest   int    `json:"longest,omitempty"`
		}{
			i.Slice.String(), i.Slice.Pieces(), i.Positions, all.Wins, all.Losses, all.Draws,
			i.Bytes, i.Distances, i.Longest,
		})
		if err != nil {
			return err
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
