package learn

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"stupol/bench/shard/status"
	"stupol/cmd/flags"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/words"
)

// Status is `stupol status`.
type Status struct {
	Games int      `placeholder:"N" help:"The --games of stupol selfplay or match; without it nobody knows whether a shard is complete."`
	JSON  bool     `name:"json" help:"One JSON object."`
	Files []string `arg:"" name:"file" file:"mentioned" help:"The files of the shards: games of stupol selfplay, or journals of stupol match or book build."`
}

// Help is the manual.
func (Status) Help() string {
	return `Tells how far the shards are of work that machines share by --shard: which are complete,
how much the others have, and which are missing, because no file is of them. Files are
only read, also while they are being written. A file is wrong that is damaged, of another
run (other settings, another program or other weights) or of the same shard as another.

The exit status is 0 if all shards are there and, with --games or for books, complete,
else 1.

Examples:

    stupol status --games 100000 games-*.stupol
    stupol status --games 20000 --json shard-*.jsonl`
}

// Validate checks the numbers.
func (c Status) Validate() error { return flags.Within("games", c.Games, 0, flags.MaxCount) }

// Run prints the status on w.
func (c Status) Run(w io.Writer) error {
	s, err := status.Read(c.Files, c.Games)
	if err != nil {
		return err
	}
	if c.JSON {
		err = json.NewEncoder(w).Encode(s)
	} else {
		err = printStatus(w, s)
	}
	if err == nil && s.Lacks() {
		err = errors.New("not all shards are complete")
	}
	return err
}

// printStatus prints a table on w, and a line of its sums.
func printStatus(w io.Writer, s *status.Status) error {
	t := output.NewTable(w)
	fmt.Fprintf(t, "shard\t%s\tstate\twritten\tfile\n", s.Unit)
	for _, row := range s.Shards {
		part, state, written := "?", string(row.State), ""
		if row.Shard != nil {
			part = row.Shard.String()
		}
		if row.State == status.Begun && row.Total != nil {
			state = fmt.Sprintf("%d %%", 100*row.Done / *row.Total)
		}
		if !row.Written.IsZero() {
			written = fmt.Sprintf("%v ago", max(0, time.Since(row.Written)).Truncate(time.Second))
		}
		file := row.File
		if row.Problem != "" {
			file += ": " + row.Problem
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", part, ofTotal(row.Done, row.Total), state, written, movegen.Visible(file))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s %s: %s complete, %d begun, %d missing, %d wrong\n", ofTotal(s.Done, s.Total), s.Unit,
		words.Count(s.Count(status.Complete), "shard"), s.Count(status.Begun), s.Count(status.Missing), s.Count(status.Wrong))
	return err
}

// ofTotal returns "3 of 8", or "3" if the total is not known.
func ofTotal(done int, total *int) string {
	if total == nil {
		return words.Sprintf("%d", done)
	}
	return words.Sprintf("%d of %d", done, *total)
}
