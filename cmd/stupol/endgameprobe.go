package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"stupol/book/endgame"
)

// endgameProbeCmd is `stupol endgame probe`.
type endgameProbeCmd struct {
	endgameFlags `embed:""`
	FEN          string `name:"fen" placeholder:"FEN" xor:"source" required:"" help:"The position, as W:WK28:BK5."`
	Batch        bool   `xor:"source" required:"" help:"Read positions from standard input, one a line."`
}

// Help is the manual.
func (endgameProbeCmd) Help() string {
	return `Prints win, loss or draw, as seen from the side to move. Where it can capture, all
captures are followed until none is left. With --batch there is an answer for each
line, which is unknown for positions that are not in the databases; otherwise such
a position is an error, and so is a wrong FEN in either case.

Examples:

    stupol endgame probe --dir endgames --fen W:WK28:BK5
    stupol endgame probe --dir endgames --variant english --batch <positions.fen`
}

// Run answers on w.
func (c endgameProbeCmd) Run(w io.Writer) error {
	db, err := c.open()
	if err != nil {
		return err
	}
	if c.Batch {
		return probeLines(w, os.Stdin, db.Prober(), db)
	}
	v, err := probeFEN(db.Prober(), db, c.FEN)
	if err == nil && v == endgame.Unknown {
		err = fmt.Errorf("%s is not in the databases, which have up to %d pieces of both colours", c.FEN, db.Pieces())
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, v)
	return err
}

// probeLines answers the lines of in on w. Answers come at once when they are
// asked for one by one, and together when there are many.
func probeLines(w io.Writer, in io.Reader, pr *endgame.Prober, db *endgame.Database) error {
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
		v, err := probeFEN(pr, db, line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		fmt.Fprintln(out, v)
		if lines.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

// probeFEN returns the value of a position.
func probeFEN(pr *endgame.Prober, db *endgame.Database, fen string) (endgame.Value, error) {
	p, err := db.Rules().ParseFEN(fen)
	if err != nil {
		return endgame.Unknown, err
	}
	return pr.Probe(&p), nil
}
