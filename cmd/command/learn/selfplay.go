// Package learn has the commands that learn from games, and those for work that machines
// share: selfplay, train, tune, status and merge.
package learn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"stupol/bench/match"
	"stupol/book/endgame"
	"stupol/cmd/build"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/selfplay"
	"stupol/protocol/progress"
	"stupol/protocol/words"
	"stupol/search"
	"stupol/search/handed"
)

// Selfplay is `stupol selfplay`.
type Selfplay struct {
	flags.Evaluation `embed:""`
	Out              string      `short:"o" required:"" placeholder:"FILE" file:"run" help:"The games."`
	Variant          flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Games            int         `default:"10000" placeholder:"N" help:"Number of games, of all shards together (default: ${default})."`
	Seed             uint64      `default:"1" placeholder:"N" help:"Seed of the random moves (default: ${default})."`
	Shard            flags.Shard `default:"0/1" placeholder:"I/N" help:"Play only shard I of N; the first is 0 (default: ${default}). ${shard_help}"`
	BBDir            string      `name:"bb-dir" placeholder:"DIR" file:"folder" type:"path" help:"The folder of databases, which also end games (default: those of up to four pieces in the program)."`

	Concurrency int `placeholder:"N" help:"Games at a time (default: one a processor)."`

	Nodes      int64   `default:"1000" placeholder:"N" help:"Nodes searched for a move (default: ${default})."`
	Opening    span    `default:"6-14" placeholder:"A-B" help:"Random plies at the beginning (default: ${default})."`
	Balance    float64 `default:"0.8" placeholder:"MEN" help:"By how much a side may be ahead after random moves (default: ${default})."`
	RandomMove float64 `default:"0.03" placeholder:"P" help:"Probability of a random move after the opening (default: ${default})."`
	MaxPlies   int     `default:"400" placeholder:"N" help:"A game of N plies is drawn (default: ${default})."`
	StopAfter  int     `placeholder:"N" help:"Stop a game after N plies, without a result, to learn more about its beginning (default: never)."`
	Leaves     int     `default:"1" placeholder:"N" help:"Leaves kept of each search for a move (default: ${default})."`
	LeafNodes  int64   `placeholder:"N" help:"Nodes searched to score a leaf (default: half of --nodes)."`

	Merge   bool     `help:"Play nothing: put the games of all shards into --out."`
	Matches bool     `help:"Play nothing: take the games of matches, and search their positions for leaves."`
	Files   []string `arg:"" optional:"" name:"file" file:"read" help:"With --merge the files of all shards, with --matches the journals of matches or trials."`
	Quiet   bool     `short:"q" help:"No progress on standard error."`
}

// Help is the manual.
func (Selfplay) Help() string {
	return `Plays games of Stupol against itself for stupol train. The file has moves, scores and
results, and leaves: some of the positions that the searches evaluated but nobody played.
A game depends only on the seed, its number and the settings, so any number of machines
can share the work, one shard each. The same command continues an interrupted run, and
with a larger number of --games a finished one. Train takes the files of all shards;
--merge makes the file of them that one machine makes.

The games of matches teach as well: --matches takes those of journals (stupol match
--journal, stupol trials) that begin at the start and in which every move that was chosen
has a score. The searches for leaves visit 500 nodes.

Examples:

    stupol selfplay --games 100000 --out games.stupol
    stupol selfplay --games 1000000 --shard 7/100 --bb-dir dir --out games-7.stupol
    stupol selfplay --merge --out games.stupol games-*.stupol
    stupol selfplay --matches --leaf-nodes 800 --out games.stupol ideas/*.nodes.jsonl`
}

// Validate checks the numbers.
func (c Selfplay) Validate() error {
	return cmp.Or(
		flags.Within("concurrency", c.Concurrency, 0, flags.MaxThreads),
		flags.Within("games", c.Games, 1, flags.MaxCount),
		flags.Within("nodes", c.Nodes, 1, flags.MaxNodes),
		flags.Within("balance", c.Balance, 0, flags.MaxMen),
		flags.Within("random-move", c.RandomMove, 0, 1),
		flags.Within("max-plies", c.MaxPlies, 1, flags.MaxCount),
		flags.Within("stop-after", c.StopAfter, 0, flags.MaxCount),
		flags.Within("leaves", c.Leaves, 0, flags.MaxCount),
		flags.Within("leaf-nodes", c.LeafNodes, 0, flags.MaxNodes),
	)
}

// Run plays the games and prints a summary on w.
func (c Selfplay) Run(w io.Writer) (err error) {
	switch {
	case c.Merge && c.Matches:
		return exit.UsageError(errors.New("--merge or --matches, not both"))
	case (c.Merge || c.Matches) != (len(c.Files) > 0):
		return exit.UsageError(errors.New("--merge takes the files of all shards, --matches journals, and nothing else takes files"))
	case c.Merge:
		return c.merge(w)
	}
	run, err := c.run(w)
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
	games, err := selfplay.OpenWriter(file, run.Header)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Out, err)
	}
	tally := selfplay.NewTally(games.Games(), run.Total())
	display := progress.New(c.Quiet, games.Games())
	run.OnGame = func(g *selfplay.Game) {
		tally.Add(g)
		display.Show(games.Games(), run.Total(), tally.String)
	}
	err = run.Play(ctx, games)
	display.Hide()
	fmt.Fprintln(w, tally)
	return exit.OrInterruption(err, words.Sprintf("after %d of %s", games.Games(), words.Count(run.Total(), "game")))
}

// run returns the run of the command line. It tells on w which games of matches are left out.
func (c Selfplay) run(w io.Writer) (*selfplay.Run, error) {
	var lessons *match.Lessons
	if c.Matches {
		var err error
		if lessons, err = match.ReadLessons(c.Files); err != nil {
			return nil, err
		}
		c.Variant.Rules = lessons.Rules
	}
	h := selfplay.Default(c.Variant.Rules)
	evaluator, err := c.Evaluator(c.Variant.Rules)
	if err != nil {
		return nil, err
	}
	if h.Engine, err = build.Program(); err != nil {
		return nil, err
	}
	h.Evaluator, h.Scale = evaluator.Name(), evaluator.Scale()
	if h.Weights, err = eval.Fingerprint(c.Variant.Rules, c.EvalFile); err != nil {
		return nil, err
	}
	h.Seed, h.Shard, h.Shards = c.Seed, c.Shard.Index, c.Shard.Of
	h.Nodes, h.MaxPlies, h.StopAfter = c.Nodes, c.MaxPlies, c.StopAfter
	h.MinOpening, h.MaxOpening = c.Opening.from, c.Opening.to
	h.Balance = int(flags.Hundredths(c.Balance))
	h.RandomMove = c.RandomMove
	h.Leaves, h.LeafNodes = c.Leaves, cmp.Or(c.LeafNodes, (c.Nodes+1)/2)
	run := &selfplay.Run{Header: h, Games: c.Games, Concurrency: flags.ThreadsOr(c.Concurrency)}
	if run.Endgames, err = c.endgames(); err != nil {
		return nil, err
	}
	run.Header.Endgames = run.Endgames.Pieces()
	run.NewSearcher = handed.SelfPlay(search.Options{
		Rules: c.Variant.Rules, TableBytes: h.TableBytes, Eval: evaluator, Endgames: run.Endgames,
	})
	if lessons != nil {
		lessons.Replace(run)
		if lessons.Other > 0 {
			words.Fprintf(w, "left out: %s\n", words.Count(lessons.Other, "game"))
		}
	}
	return run, run.Validate()
}

// endgames opens the databases. It fails if one is missing or damaged: the games
// depend on them.
func (c Selfplay) endgames() (*endgame.Database, error) {
	if c.BBDir == "" {
		return endgame.Embedded(c.Variant.Rules), nil
	}
	source := endgame.Source{Pieces: endgame.MaxPieces, Folder: input.Folder(c.BBDir), Memory: flags.Memory() / 4}
	return source.Open(c.Variant.Rules)
}

// span is a flag for a range, "4-12".
type span struct{ from, to int }

// UnmarshalText reads it.
func (f *span) UnmarshalText(text []byte) (err error) {
	f.from, f.to, err = twoNumbers(string(text), "-")
	return err
}

// AfterApply refuses flags that say how to play if nothing is to be played.
func (c Selfplay) AfterApply(ctx *kong.Context) error {
	const why = "the files of %s say how their games were played"
	switch {
	case c.Merge:
		return flags.Only(ctx, fmt.Sprintf(why, "--merge"), "merge", "out", "quiet")
	case c.Matches:
		return flags.Only(ctx, fmt.Sprintf(why, "--matches"),
			"matches", "out", "quiet", "seed", "leaves", "leaf-nodes", "eval-file", "bb-dir", "concurrency")
	}
	return nil
}

// merge puts the games of all shards into one file.
func (c Selfplay) merge(w io.Writer) (err error) {
	shards, err := selfplay.OpenShards(c.Files)
	if err != nil {
		return err
	}
	defer shards.Close()
	file, err := output.Resume(c.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := shards.MergeInto(file); err != nil {
		return err
	}
	_, err = words.Fprintf(w, "%s of %s\n", words.Count(shards.Games(), "game"), words.Count(shards.Len(), "shard"))
	return err
}

// twoNumbers reads two numbers with a separator between them.
func twoNumbers(text, separator string) (a, b int, err error) {
	before, after, ok := strings.Cut(text, separator)
	a, errA := strconv.Atoi(before)
	b, errB := strconv.Atoi(after)
	if !ok || errA != nil || errB != nil {
		return 0, 0, fmt.Errorf("%q is not two numbers with %s between them", text, separator)
	}
	return a, b, nil
}
