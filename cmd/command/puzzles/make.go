package puzzles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/protocol/progress"
	"stupol/protocol/puzzle"
	"stupol/protocol/words"
)

// puzzlesMakeCmd is `stupol puzzles make`.
type puzzlesMakeCmd struct {
	puzzleFlags `embed:""`

	Files   []string    `arg:"" optional:"" name:"file" file:"read" help:"Games to look at: files of PDN or of stupol selfplay (default: games that are played for it)."`
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game; games of others are left out (default: ${default})."`
	Count   int         `default:"20" placeholder:"N" help:"How many to find (default: ${default})."`
	Games   int         `default:"100000" placeholder:"N" help:"Look at N games at most (default: ${default})."`
	Seed    uint64      `default:"1" placeholder:"N" help:"Seed of the games that are played (default: ${default})."`
	Nodes   int64       `default:"1000000" placeholder:"N" help:"Nodes of each search that proves a puzzle, of which there are two for each move of its solution (default: ${default})."`

	Verify int64 `name:"verify-nodes" placeholder:"N" help:"Nodes of one more search for a second way at each move of a solution (default: none)."`

	Shard flags.Shard `default:"0/1" placeholder:"I/N" help:"Look only at shard I of N of the games, for a journal that stupol merge puts together with the others; the first is 0 (default: ${default}). ${shard_help}"`

	Format  puzzleFormat `default:"pdn" placeholder:"FORM" help:"How to write them: pdn, fen, json (default: ${default})."`
	Out     string       `short:"o" placeholder:"FILE" file:"new" help:"Where to write (default: standard output)."`
	Journal string       `placeholder:"FILE" file:"run" help:"What has been found so far (default: FILE.journal, with the FILE of --out)."`
	Quiet   bool         `short:"q" help:"No progress on standard error."`

	flags.Overwrite `embed:""`
}

// Help is the manual.
func (puzzlesMakeCmd) Help() string {
	return `Looks at every position of games for one in which one way alone wins: every other move is
clearly worse at each move of the solution, and stupol puzzles check --strict finds nothing
wrong with it by searches of so many nodes. The solution has two moves at least, the first
is no capture, and it ends when the gain is there. No two puzzles are alike. With
--verify-nodes a puzzle is only kept if that many nodes show no second way either, at any
move of its solution; --nodes then sees to it that few of these long searches are in vain.

The theme is an endgame if there are few pieces, a shot if pieces are given and more taken
back, a breakthrough if a man becomes a king, or else a gain. What is written:

    pdn   a game for each, with the tags FEN and Theme and the solution
    fen   a line for each: FEN; solution; theme
    json  an object for each and line

All of these but json can be given to stupol puzzles check.

Without files Stupol plays games for it, with random moves at the beginning and very short
searches after them; there is one puzzle from each at most. The result depends on the
settings alone, not on the number of threads. An interrupted run goes on when the same
command is given again, and with a larger --count a finished one (with --force, as the
output is written anew).

Examples:

    stupol puzzles make my-games.pdn
    stupol puzzles make --variant russian --count 60 --seed 7 --format fen -o russian.fen
    stupol puzzles make --nodes 5000000 games.stupol -o puzzles.pdn`
}

// puzzleFormat is the name of a form of files.
type puzzleFormat struct{ puzzle.Format }

// UnmarshalText looks the name up.
func (f *puzzleFormat) UnmarshalText(name []byte) error {
	return flags.SetNamed(&f.Format, map[string]puzzle.Format{"fen": puzzle.FENList, "pdn": puzzle.PDN, "json": puzzle.JSON}, name, "pdn, fen, json")
}

// Validate checks the numbers.
func (c puzzlesMakeCmd) Validate() error {
	return cmp.Or(
		flags.Within("count", c.Count, 1, flags.MaxCount),
		flags.Within("games", c.Games, 1, flags.MaxCount),
		flags.Within("nodes", c.Nodes, 1, flags.MaxNodes/4),
		flags.Within("verify-nodes", c.Verify, 0, flags.MaxNodes),
		c.Shard.Keeps(c.Journal, c.Out),
		c.puzzleFlags.Validate(),
	)
}

// journal returns the name of the journal, "" if there is none.
func (c puzzlesMakeCmd) journal() string { return flags.JournalName(c.Journal, c.Out) }

// MoreFiles returns the journal.
func (c puzzlesMakeCmd) MoreFiles() (read, written []string) {
	return flags.OwnJournal(c.Journal, c.Out)
}

// Run makes puzzles and writes them on w or to the file asked for.
func (c puzzlesMakeCmd) Run(w io.Writer) error {
	maker, sums, err := c.maker()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	puzzles, err := c.make(ctx, maker, sums)
	if err != nil {
		return err
	}
	if !c.Shard.Whole() {
		words.Fprintf(w, "%s in %s\n", words.Count(len(puzzles), "puzzle"), words.Count(c.Shard.Share(maker.Total()), "game"))
		return nil
	}
	write := func(w io.Writer) error { return puzzle.Write(w, c.Format.Format, puzzles) }
	if c.Out != "" {
		err = flags.WriteFile(c.Out, flags.NewFile(c.Force), write)
	} else {
		err = write(w)
	}
	if err == nil && len(puzzles) < c.Count && !c.Quiet {
		words.Fprintf(console.Stderr, "%s in %s\n", words.Count(len(puzzles), "puzzle"), words.Count(maker.Total(), "game"))
	}
	return err
}

// maker returns the maker of the command line, with the games it is to look at, and their
// fingerprints.
func (c puzzlesMakeCmd) maker() (m *puzzle.Maker, sums []string, err error) {
	r := c.Variant.Rules
	m = &puzzle.Maker{
		Rules: r, Nodes: c.Nodes, Verify: c.Verify, Seed: c.Seed, TableBytes: int64(c.Hash) << 20, Threads: flags.ThreadsOr(c.Threads),
		Endgames: c.OpenEndgames(r), Play: c.Games, Shard: c.Shard.Shard,
	}
	for _, name := range c.Files {
		source, err := input.NewSource(name, os.Stdin)
		if err != nil {
			return nil, nil, err
		}
		sum, err := source.Hash()
		if err != nil {
			return nil, nil, err
		}
		games, err := puzzle.ReadGames(source, r, c.Games-len(m.Games))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		sums, m.Games = append(sums, sum), append(m.Games, games...)
		if len(m.Games) == c.Games {
			break
		}
	}
	if len(c.Files) > 0 && len(m.Games) == 0 {
		return nil, nil, fmt.Errorf("no games of %s", r.Name)
	}
	return m, sums, nil
}

// make makes the puzzles, with a journal if there is to be one.
func (c puzzlesMakeCmd) make(ctx context.Context, m *puzzle.Maker, sums []string) (puzzles []puzzle.Puzzle, err error) {
	var add func(*puzzle.Found) error
	if name := c.journal(); name != "" {
		file, failed := output.Resume(name) // err is the result
		if failed != nil {
			return nil, failed
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		j, failed := c.openJournal(file, m, sums)
		if failed != nil {
			return nil, fmt.Errorf("%s: %w", name, failed)
		}
		add = j.Add
	}
	display := progress.New(c.Quiet, 0)
	defer display.Hide()
	made, games := 0, 0
	m.Looked = func(number int, fresh []puzzle.Puzzle, known bool) error {
		made, games = made+len(fresh), games+1
		if known {
			return nil
		}
		display.Show(made, c.Count, func() string {
			return words.Sprintf("%d of %s, %s", made, words.Count(c.Count, "puzzle"), words.Count(games, "game"))
		})
		if add == nil {
			return nil
		}
		return add(puzzle.NewFound(number, fresh))
	}
	count := c.Count
	if !c.Shard.Whole() {
		count = flags.MaxCount // which of its puzzles are needed is not known before those of the others
	}
	puzzles, err = m.Make(ctx, count)
	if add != nil {
		err = exit.OrInterruption(err, words.Sprintf("after %d of %s", made, words.Count(c.Count, "puzzle")))
	}
	return puzzles, err
}

// openJournal begins or continues the journal in a file.
func (c puzzlesMakeCmd) openJournal(file output.Handle, m *puzzle.Maker, sums []string) (*journal.Journal[puzzle.Found], error) {
	weights, err := eval.Fingerprint(m.Rules, "")
	if err != nil {
		return nil, err
	}
	header := struct {
		Version int      `json:"version"` // of the format
		Engine  string   `json:"engine"`
		Weights string   `json:"weights"`
		Variant string   `json:"variant"`
		Games   []string `json:"games_sha256"`
		Most    int      `json:"games"`
		Seed    uint64   `json:"seed"`
		Nodes   int64    `json:"nodes"`
		Verify  int64    `json:"verify_nodes,omitempty"`
		Hash    int      `json:"hash"`
		Pieces  int      `json:"pieces"` // of the databases
	}{1, build.Version(), weights, m.Rules.Name, append([]string{}, sums...), c.Games, c.Seed, c.Nodes, c.Verify, c.Hash, m.Endgames.MostPieces()}
	return journal.Open(file, header, m.Resume)
}
