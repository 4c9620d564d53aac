// Package endgame has the command for endgame databases.
package endgame

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"stupol/book/endgame"
	"stupol/book/endgame/retrograde"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
)

// Endgame is `stupol endgame` and its subcommands.
type Endgame struct {
	Build       endgameBuildCmd       `cmd:"" help:"Build the databases of all positions with few pieces."`
	Verify      endgameVerifyCmd      `cmd:"" help:"Check databases value by value."`
	Pack        endgamePackCmd        `cmd:"" help:"Put databases into one file."`
	Info        endgameInfoCmd        `cmd:"" help:"Print the numbers of wins, losses and draws, and sizes."`
	Statistics  endgameStatisticsCmd  `cmd:"" help:"Print what of endgames is won, drawn and lost, and the longest ways."`
	Exercises   endgameExercisesCmd   `cmd:"" help:"Find endings to be played out against the best defence."`
	Probe       endgameProbeCmd       `cmd:"" help:"Look up whether a position is a win, a loss or a draw."`
	ConvertTest endgameConvertTestCmd `cmd:"" help:"Have Stupol play won positions against the best defence."`
}

// endgameFlags name databases that exist.
type endgameFlags struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Dir     string      `name:"bb-dir" required:"" placeholder:"DIR" file:"folder" type:"path" help:"The folder of the databases."`
}

// open reads the databases.
func (f endgameFlags) open() (*endgame.Database, error) {
	return retrograde.Read(input.Folder(f.Dir), f.Variant.Rules, endgame.MaxPieces)
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
	if c.JSON {
		return endgame.WriteJSON(w, db.Infos())
	}
	return endgame.WriteTable(w, db.Infos())
}

// endgameProbeCmd is `stupol endgame probe`.
type endgameProbeCmd struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Dir     string      `name:"bb-dir" placeholder:"DIR" file:"folder" type:"path" help:"The folder of the databases (default: those in the program)."`
	FEN     string      `name:"fen" placeholder:"FEN" xor:"source" required:"" help:"The position, as W:WK28:BK5."`
	Batch   bool        `xor:"source" required:"" help:"Read positions from standard input, one a line."`
	JSON    bool        `name:"json" help:"One JSON object a position and line."`
}

// probeCache is the memory for values, in MB: room for five pieces on 100
// squares.
const probeCache = 512

// Help is the manual.
func (endgameProbeCmd) Help() string {
	return `Prints win, loss or draw, as seen from the side to move. Where it can capture, all
captures are followed until none is left. A win or a loss is followed by the number
of plies that the game lasts if the winner takes the shortest way and the loser the
longest, when that is known, as it is up to four pieces. With --batch there is an answer for each
line, which is unknown for positions that are not in the databases; otherwise such
a position is an error, and so is a wrong FEN in either case. With --json an answer is

    {"fen":"W:WK28:BK5","value":"win","plies":3}

Examples:

    stupol endgame probe --fen W:WK28:BK5
    stupol endgame probe --bb-dir endgames --variant english --batch <positions.fen`
}

// Run answers on w.
func (c endgameProbeCmd) Run(w io.Writer) error {
	db := flags.UseEndgames{Pieces: endgame.MaxPieces, Dir: c.Dir, Cache: probeCache}.OpenEndgames(c.Variant.Rules)
	defer db.Close()
	if c.Batch {
		return cmp.Or(c.answerLines(w, os.Stdin, db.Prober()), db.Err())
	}
	a, err := probeFEN(db.Prober(), c.FEN)
	if err = cmp.Or(err, db.Err()); err == nil && a.Value == endgame.Unknown.String() {
		err = fmt.Errorf("%s is not in the databases, which have positions of up to %d pieces, some of each side", c.FEN, db.Pieces())
	}
	if err != nil {
		return err
	}
	return c.print(w, a)
}

// answerLines answers the lines of in on w. Answers come at once when they are
// asked for one by one, and together when there are many.
func (c endgameProbeCmd) answerLines(w io.Writer, in io.Reader, pr *endgame.Prober) error {
	lines, out := bufio.NewReader(in), bufio.NewWriter(w)
	defer out.Flush()
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if line = strings.TrimSpace(line); line == "" && errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		a, err := probeFEN(pr, line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := c.print(out, a); err != nil {
			return err
		}
		if lines.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// A probeAnswer is what is known of a position.
type probeAnswer struct {
	FEN   string `json:"fen"`
	Value string `json:"value"`
	Plies *int   `json:"plies,omitempty"` // to the end of the game; nil: not known
}

// probeFEN looks a position up.
func probeFEN(pr *endgame.Prober, fen string) (probeAnswer, error) {
	p, err := pr.Rules().ParseFEN(fen)
	if err != nil {
		return probeAnswer{}, err
	}
	a := probeAnswer{FEN: fen, Value: pr.Probe(&p).String()}
	if plies, ok := pr.Distance(&p); ok {
		a.Plies = &plies
	}
	return a, nil
}

// print prints an answer in the form asked for.
func (c endgameProbeCmd) print(w io.Writer, a probeAnswer) error {
	if c.JSON {
		return json.NewEncoder(w).Encode(a)
	}
	text := a.Value
	if a.Plies != nil {
		text += fmt.Sprint(" ", *a.Plies)
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
