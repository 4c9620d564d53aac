package endgame

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"stupol/bench"
	"stupol/book/endgame"
	"stupol/book/endgame/retrograde"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/progress"
	"stupol/protocol/words"
)

// endgameBuildCmd is `stupol endgame build`.
type endgameBuildCmd struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Dir     string      `name:"bb-dir" required:"" placeholder:"DIR" file:"databases" help:"The folder of the databases; it is made if need be."`
	Pieces  int         `default:"4" placeholder:"N" help:"All positions of 2 to N pieces (default: ${default})."`
	Threads int         `placeholder:"N" help:"Work in parallel (default: one thread a processor)."`
	Memory  float64     `placeholder:"GB" help:"Take no more memory, and do not begin if it is too little (default: what there is)."`
	Shard   flags.Shard `default:"0/1" placeholder:"I/N" help:"Build only shard I of N; the first is 0 (default: ${default}). ${shard_help}"`
	Quiet   bool        `short:"q" help:"Show no progress."`
}

// Help is the manual.
func (endgameBuildCmd) Help() string {
	return `Files go to a folder named after the game in --bb-dir, for each material with each
side to move one of the values and up to four pieces one of the distances; on 100
squares four pieces take 2 MB on disk. Files that are there and whole are kept, and
those in an archive of stupol endgame pack, so an interrupted build goes on where it
was. Draw rules that count moves are left
aside, and in Frisian the rule of three king moves too.

On one processor four pieces take half a minute on 100 squares, and six seconds
on 64; with one piece more it is ten to twenty times that. Memory is for all
positions with fewer pieces, two bits each, and what two materials at a time need:
under 1 GB for five pieces on 100 squares, 8 GB for six.

Shards divide the materials among processes that run at the same time with the same
--bb-dir, on one machine or on a file system that several share. Each waits for what
it needs of the others.

Examples:

    stupol endgame build --pieces 4 --bb-dir endgames
    stupol endgame build --variant russian --pieces 5 --bb-dir endgames --threads 2
    stupol endgame build --variant russian --pieces 6 --bb-dir /shared --shard env/16`
}

// Validate checks the numbers.
func (c endgameBuildCmd) Validate() error {
	const most = 1e6 // GB
	return cmp.Or(flags.Within("pieces", c.Pieces, 2, endgame.MaxPieces), flags.Within("threads", c.Threads, 0, flags.MaxThreads),
		flags.Within("memory", c.Memory, 0, most))
}

// Run builds slice by slice, reporting each on w when it is done.
func (c endgameBuildCmd) Run(w io.Writer) error {
	if err := c.checkMemory(); err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	endgame.WriteTitle(w)
	began, counter := time.Now(), c.progress()
	defer counter.Close()
	err := retrograde.Databases(ctx, c.Variant.Rules, retrograde.Options{
		Pieces: c.Pieces, Threads: flags.ThreadsOr(c.Threads), Dir: c.Dir,
		Advance: counter.Advance,
		Shard:   c.Shard.Has,
		Wait: func(s endgame.Slice, why error) {
			counter.Hide()
			fmt.Fprintf(w, "waiting for %v of another shard: %s\n", s, movegen.Visible(why.Error()))
		},
		Done: func(i endgame.Info, built bool) {
			remark := "kept"
			if built {
				remark = fmt.Sprintf("%.1f s", time.Since(began).Seconds())
			}
			counter.Hide()
			_ = i.WriteLine(w, i.Slice.String(), remark) // the outlet remembers what is lost
			began = time.Now()
		},
	})
	return exit.OrInterruption(err, "")
}

// progress returns what shows how many of the positions are done.
func (c endgameBuildCmd) progress() *progress.Counter {
	var positions uint64
	for n := 2; n <= c.Pieces; n++ {
		positions += endgame.Positions(c.Variant.Rules, n)
	}
	return progress.NewCounter(c.Quiet, positions, "positions")
}

// checkMemory returns an error if the work would not fit into the memory there
// is, or that was allowed. It tells the runtime of the latter.
func (c endgameBuildCmd) checkMemory() error {
	need, there := retrograde.Memory(c.Variant.Rules, c.Pieces), flags.Memory()
	if c.Memory > 0 {
		there = int64(c.Memory * (1 << 30))
		debug.SetMemoryLimit(there)
	}
	if need > there {
		return fmt.Errorf("--memory: %d pieces of %s take about %d MB, and there are %d",
			c.Pieces, c.Variant.Name, need>>20, there>>20)
	}
	return nil
}

// endgameVerifyCmd is `stupol endgame verify`.
type endgameVerifyCmd struct {
	endgameFlags `embed:""`
	JSON         bool `name:"json" help:"One JSON object a material and line."`
	Sample       int  `default:"200" placeholder:"N" help:"Search N positions of each material as well (default: ${default})."`
	OneIn        int  `default:"1" placeholder:"N" help:"Of materials of six and seven pieces derive one value in N, by lot, and leave the counts alone (default: ${default})."`
	Threads      int  `placeholder:"N" help:"Work in parallel (default: one thread a processor)."`
}

// sampleDepth is how deep each position of a sample is searched. A search that
// ends for want of nodes would not have looked at all moves and prove nothing.
const sampleDepth = 8

// allVerified is up to how many pieces all values are derived, which takes minutes.
const allVerified = 5

// Help is the manual.
func (endgameVerifyCmd) Help() string {
	return `Reads all databases of a game, which proves their checksums, and derives every
value again: a win must have a move to a lost position, in a lost one all moves
must lead to won ones, and a draw has a move to a draw and none to a lost one. So
is every distance, and the counts of each file must be right as well. Then random
positions are searched without databases: what that proves to be won or lost must
be stored so, and no farther from the end. The last column says how many were
proved; in Frisian, where values leave the rule of three king moves aside, only
positions of kings are searched. The exit status is 1 if anything is wrong.

Examples:

    stupol endgame verify --variant killer --bb-dir endgames
    stupol endgame verify --variant breakthrough --bb-dir endgames --one-in 10`
}

// Validate checks the numbers.
func (c endgameVerifyCmd) Validate() error {
	return cmp.Or(flags.Within("sample", c.Sample, 0, 1_000_000), flags.Within("one-in", c.OneIn, 1, 1_000_000),
		flags.Within("threads", c.Threads, 0, flags.MaxThreads))
}

// oneIn returns of how many values of a slice one is derived.
func (c endgameVerifyCmd) oneIn(s endgame.Slice) int {
	if s.Pieces() <= allVerified {
		return 1
	}
	return c.OneIn
}

// Run verifies slice by slice, reporting each on w.
func (c endgameVerifyCmd) Run(w io.Writer) error {
	db, err := c.open()
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	sampler, err := bench.NewEndings(db, flags.ThreadsOr(c.Threads))
	if err != nil {
		return err
	}
	var failed []error
	report := c.reporter(w)
	for _, i := range db.Infos() {
		err := retrograde.Verify(ctx, db, i.Slice, flags.ThreadsOr(c.Threads), c.oneIn(i.Slice))
		proved := 0
		if err == nil {
			proved, err = sampler.Check(ctx, i.Slice, c.Sample, sampleDepth)
		}
		if errors.Is(err, context.Canceled) {
			return err
		}
		if err != nil {
			failed = append(failed, err)
		}
		if err := report(verified{i.Slice.String(), i.Positions, err == nil, proved}); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

// verified is the JSON form of the verdict on a database.
type verified struct {
	Material  string `json:"material"`
	Positions uint64 `json:"positions"`
	OK        bool   `json:"ok"`
	Proved    int    `json:"proved"`
}

// reporter returns the function that prints a verdict in the form asked for.
func (c endgameVerifyCmd) reporter(w io.Writer) func(verified) error {
	if c.JSON {
		out := json.NewEncoder(w)
		return func(v verified) error { return out.Encode(v) }
	}
	return func(v verified) error {
		verdict := "ok"
		if !v.OK {
			verdict = "WRONG"
		}
		_, err := fmt.Fprintf(w, "%-11s %12d  %-5s %6d\n", v.Material, v.Positions, verdict, v.Proved)
		return err
	}
}

// endgamePackCmd is `stupol endgame pack`.
type endgamePackCmd struct {
	endgameFlags    `embed:""`
	Pieces          int    `default:"7" placeholder:"N" help:"Only positions of 2 to N pieces (default: all there are)."`
	Distances       int    `default:"4" placeholder:"N" help:"Distances of up to N pieces; 0: none (default: all there are)."`
	Out             string `short:"o" required:"" placeholder:"FILE" file:"new" help:"The archive."`
	flags.Overwrite `embed:""`
}

// Help is the manual.
func (endgamePackCmd) Help() string {
	return `The files of a game become one, a zip archive in which they are as they were: unzip
takes them out again. The archive serves in their place if it is named after the
game, as russian.zip, and stands in --bb-dir, where their folder would be; of a file
that is in both the one in the folder counts. Every byte is checked before, and the
same files always make the same archive.

Example:

    stupol endgame pack --variant russian --bb-dir endgames --out endgames/russian.zip`
}

// Validate checks the numbers.
func (c endgamePackCmd) Validate() error {
	return cmp.Or(flags.Within("pieces", c.Pieces, 2, endgame.MaxPieces), flags.Within("distances", c.Distances, 0, endgame.DistancePieces))
}

// Run writes the archive and says on w what is in it.
func (c endgamePackCmd) Run(w io.Writer) error {
	var packed retrograde.Packed
	size, err := output.Write(c.Out, flags.NewFile(c.Force), func(out io.Writer) (err error) {
		packed, err = retrograde.Pack(out, input.Folder(c.Dir), c.Variant.Rules, retrograde.PackOptions{Pieces: c.Pieces, Distances: c.Distances})
		return err
	})
	if err != nil {
		return err
	}
	words.Fprintf(w, "%s: values of %s, distances of %d, %s\n", c.Out, words.Count(packed.Values, "material"), packed.Distances, words.Count(size, "byte"))
	return nil
}
