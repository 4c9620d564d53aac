package learn

import (
	"io"

	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/eval/files/output/journal"
	"stupol/movegen"
	"stupol/protocol/words"
)

// Merge is `stupol merge`.
type Merge struct {
	flags.Overwrite `embed:""`
	Out             string   `required:"" short:"o" placeholder:"FILE" file:"new" help:"The journal."`
	Journals        []string `arg:"" name:"journal" file:"read" help:"The journals of the shards."`
}

// Help is the manual.
func (Merge) Help() string {
	return `Puts the journals of shards of stupol analyze, puzzles make or book exam together. The
command of the shards without --shard, with the --journal that this makes, then has all that
they found: it looks only at what they lack, and writes what one process would have written.
A shard that is not complete may be among them. Journals of other settings, weights or builds
are refused.

Examples:

    stupol analyze games.pdn --shard 0/2 --journal 0.jsonl
    stupol analyze games.pdn --shard 1/2 --journal 1.jsonl
    stupol merge --out all.jsonl 0.jsonl 1.jsonl
    stupol analyze games.pdn --journal all.jsonl --report games.html`
}

// Run merges the journals and prints a summary on w.
func (c Merge) Run(w io.Writer) error {
	var sources []journal.Source
	for _, name := range c.Journals {
		file, err := input.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		sources = append(sources, journal.Source{Name: movegen.Visible(name), In: file})
	}
	entries := 0
	err := flags.WriteFile(c.Out, flags.NewFile(c.Force), func(out io.Writer) (err error) {
		entries, err = journal.Merge(out, sources)
		return err
	})
	if err == nil {
		words.Fprintf(w, "%s: %d entries\n", movegen.Visible(c.Out), entries)
	}
	return err
}
