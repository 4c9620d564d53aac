package match

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"stupol/bench/match"
	"stupol/bench/trials"
	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/protocol/words"
)

// Trials is `stupol trials`.
type Trials struct {
	List        string      `arg:"" name:"list" file:"read" help:"The trials, in TOML: see above."`
	Out         string      `short:"o" required:"" placeholder:"DIR" file:"journals" help:"A folder for the games, a journal for each match; made if there is none."`
	Status      bool        `help:"Play nothing: tell how all matches stand."`
	Only        string      `placeholder:"NAME" help:"Only the match whose journal has that name, as window-50.english.nodes, whatever the match before it has found."`
	Shard       flags.Shard `default:"0/1" placeholder:"I/N" help:"Play only shard I of N of the match of --only; the first is 0 (default: ${default}). ${shard_help}"`
	Concurrency int         `placeholder:"N" help:"Games at a time (default: one a processor)."`
	Quiet       bool        `short:"q" help:"No progress on standard error."`

	pageFlags `embed:""`
}

// Help is the manual.
func (Trials) Help() string {
	return `Plays matches that judge ideas, one after the other, each until a sequential test has
decided or its games are played, and prints for each a line of JSON, a row of
search/experiments.jsonl, from which go generate makes the tables of EXPERIMENTS.md: with
the results of all pairs, and the time, positions and depth that both sides used. The list has a table for each trial:

    [window-50]
    idea = "aspiration: a window of 50 instead of 25"
    new = "self,param.search.aspiration-window=50"
    variants = ["international", "english"]
    then = "50ms"

    [less]                    # simpler: it has to be no worse
    new = "./stupol-less hub"
    old = "./stupol hub"
    elo = [-3, 1]

new and old are players as for stupol match; old is self, Stupol as it is, unless it is
given. Each game has a match of nodes = 10_000 a move, from random openings balanced
within balance = 1.5 men. With then, a time for a move, the new player must also be
better in a second match, from other openings; if a side then takes over 3 % more time, of
the clock or of a processor, that is no verdict. elo = [0, 5] are the bounds of the test, in
normalized Elo; games = 20_000 are played at most; seed = 2 makes other openings.

The same command goes on where it was interrupted, or killed. A match that has a verdict
is not played again; one without goes on with the same builds of its players only. If a
match fails the next begins. Settings of a match that has begun are not to be changed, but
for games: more go on with an undecided one, and what is played counts.

Machines share a match by --shard, a block of its games, with one folder for all. stupol
match --merge --watch tells how it stands and ends the array when the test has decided; the
command without --shard then prints the row, and plays what blocks lack.

--web serves a page that shows the queue, with its standings and verdicts, and the match
that is played as stupol match does. It can only be looked at.

Examples:

    stupol trials ideas.toml --out ideas --only window-50.english.nodes --shard env/600
    stupol trials ideas.toml --out ideas
    stupol trials ideas.toml --out ideas --status`
}

// Validate checks the numbers.
func (c Trials) Validate() error {
	if c.Status && c.Web != "" {
		return errors.New("--web: it is for trials that are played, not for --status")
	}
	return cmp.Or(c.check(), flags.Within("concurrency", c.Concurrency, 0, flags.MaxThreads))
}

// Run plays the matches and prints their rows on w.
func (c Trials) Run(w io.Writer) error {
	tests, err := c.read()
	if err != nil {
		return err
	}
	q := &trials.Queue{Tests: tests, Folder: c.Out, Version: build.Version(), Concurrency: flags.ThreadsOr(c.Concurrency), Shard: c.Shard.Shard}
	if c.Status {
		err := q.Load()
		trials.WriteStatus(w, tests)
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	page, err := c.serve(ctx)
	if err != nil {
		return err
	}
	defer page.close()
	page.showTrials(q)
	var shown *live
	hide := func() {
		if shown != nil {
			shown.Hide()
		}
	}
	q.OnBegin = func(t *trials.Test) {
		if !c.Quiet {
			fmt.Fprintf(console.Stderr, "%s, %s, %s\n", t.Trial, t.Match.Rules.Name, t.Conditions())
		}
		shown = newLive(t.Results)
		page.beginTrial(q, t)
		Match{Quiet: c.Quiet}.show(t.Match, t.Results, shown, func(g *match.Game) error {
			page.finished(g, t.Results)
			return nil
		})
	}
	rows := json.NewEncoder(w)
	rows.SetEscapeHTML(false)
	q.OnEnd = func(t *trials.Test, err error) {
		hide()
		page.endTrial(t, err)
		if err != nil {
			fmt.Fprintln(console.Stderr, "stupol:", err)
			return
		}
		if !c.Shard.Whole() {
			return // it has no verdict
		}
		_ = rows.Encode(t.Row()) // what w cannot take the next run prints again
	}
	err = q.Run(ctx)
	hide()
	return exit.OrInterruption(err, words.Sprintf("after %d of %d matches", q.Ended(), len(tests)))
}

// read reads the list.
func (c Trials) read() ([]*trials.Test, error) {
	const most = 1 << 20 // bytes
	file, err := input.ReadFile(c.List, most)
	if err != nil {
		return nil, err
	}
	tests, err := trials.Read(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.List, err)
	}
	switch {
	case c.Only != "":
		only, err := trials.Only(tests, c.Only)
		if err != nil {
			return nil, exit.UsageError(fmt.Errorf("--only: %w", err))
		}
		return []*trials.Test{only}, nil
	case !c.Shard.Whole() && (len(tests) != 1 || c.Status):
		return nil, exit.UsageError(errors.New("--shard: it is of one match, which --only names"))
	}
	return tests, nil
}
