// Package flags has what the commands of Stupol have in common on the command line: flags
// that several have, the checks of their values, and the files that flags name.
//
// A flag that is no text or number is a type with UnmarshalText. Flags that go together are a
// struct, which commands embed; its methods return what they are for.
package flags

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/cmd/console"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/words"
	"stupol/search"
)

// Position has flags that name a game and a position of it.
type Position struct {
	Variant Rules   `default:"international" placeholder:"NAME" help:"The game: a name, Hub name or alias of stupol variants (default: ${default})."`
	FEN     *string `name:"fen" placeholder:"FEN" help:"The position, as W:W31,32,K40:B1-12 (default: where the game starts)."`
}

// Read returns the rules and the position, and the position as text: what was
// given, or the FEN of the start.
func (f Position) Read() (rules *movegen.Rules, p movegen.Position, fen string, err error) {
	rules = f.Variant.Rules
	if f.FEN == nil {
		p = rules.Start()
		return rules, p, rules.FEN(&p), nil
	}
	p, err = rules.ParseFEN(*f.FEN)
	return rules, p, *f.FEN, err
}

// Rules is a flag whose value is the name of a variant.
type Rules struct{ *movegen.Rules }

// UnmarshalText looks the name up.
func (f *Rules) UnmarshalText(name []byte) (err error) {
	f.Rules, err = movegen.Lookup(string(name))
	return err
}

// Time is a flag whose value is a time, in seconds unless it has a unit.
type Time time.Duration

// UnmarshalText reads it.
func (f *Time) UnmarshalText(text []byte) error {
	d, err := params.ParseTime(string(text))
	*f = Time(d)
	return err
}

// Language is a flag whose value is the name of a language.
type Language struct{ *words.Language }

// UnmarshalText reads it.
func (f *Language) UnmarshalText(text []byte) (err error) {
	f.Language, err = words.Named(string(text))
	return err
}

// Evaluation has the flag that names the evaluation.
type Evaluation struct {
	EvalFile string `placeholder:"FILE" file:"read" words:"hand,shipped" help:"Weights of the evaluation, made by stupol train; \"hand\" is the evaluation by hand (default: the weights in the program)."`
}

// Evaluator returns the evaluation of r that the flag names.
func (f Evaluation) Evaluator(r *movegen.Rules) (*eval.Evaluator, error) {
	return eval.Named(r, f.EvalFile)
}

// UseEndgames has flags that say which databases to play with. They are named as the
// parameters of Hub.
type UseEndgames struct {
	Pieces int    `name:"bb-size" default:"${max_pieces}" placeholder:"N" help:"Look positions of up to N pieces up in endgame databases; 0: none (default: all there are)."`
	Dir    string `name:"bb-dir" placeholder:"DIR" file:"folder" type:"path" help:"The folder of databases (default: those of up to four pieces in the program)."`
	Cache  int    `name:"bb-cache" default:"${bb_cache}" placeholder:"MB" help:"The memory for databases of --bb-dir (default: ${default})."`
}

// Validate checks the numbers.
func (f UseEndgames) Validate() error {
	return cmp.Or(WithinParam("bb-size", "bb-size", f.Pieces), Within("bb-cache", f.Cache, 1, int(Memory()>>20)))
}

// OpenEndgames opens the databases. What is wrong with them is said on standard error;
// they serve without it.
func (f UseEndgames) OpenEndgames(r *movegen.Rules) *endgame.Database {
	db, err := params.Databases{Pieces: f.Pieces, Dir: f.Dir, Cache: f.Cache}.Source(input.Folder).Open(r)
	if err != nil {
		fmt.Fprintln(console.Stderr, "stupol:", err)
	}
	return db
}

// UseBook has flags that say how to play from the opening book. They are named as the parameters
// of Hub, but for the margin, which is in men as everywhere on a command line.
type UseBook struct {
	Book        bool    `negatable:"" default:"true" help:"${help_book} (--no-book: never)."`
	BookPly     int     `default:"${default_book_ply}" placeholder:"N" help:"${help_book_ply} (default: ${default})."`
	BookMaxLoss float64 `default:"${book_max_loss}" placeholder:"MEN" help:"By how much a book move may be worse than the best one; one of these moves is chosen at random, the better the likelier (default: ${default})."`
	BookMargin  *int    `hidden:"" placeholder:"N" help:"${help_book_margin}."` // the parameter of Hub: in hundredths of a man
	BookFile    string  `placeholder:"FILE" file:"read" help:"${help_book_file} (default: the one in the program)."`
}

// Validate checks the numbers.
func (f UseBook) Validate() error {
	return cmp.Or(WithinParam("book-ply", "book-ply", f.BookPly), f.withinMargin())
}

// withinMargin checks by how much a move may be worse, in either unit.
func (f UseBook) withinMargin() error {
	margin, _ := params.Named("book-margin")
	if f.BookMargin != nil {
		return Within("book-margin", *f.BookMargin, margin.Min, margin.Max)
	}
	return Within("book-max-loss", f.BookMaxLoss, float64(margin.Min)/100, float64(margin.Max)/100)
}

// Margin returns by how much a book move may be worse than the best one.
func (f UseBook) Margin() search.Score {
	if f.BookMargin != nil {
		return search.Score(*f.BookMargin)
	}
	return Hundredths(f.BookMaxLoss)
}

// OpenBook sets the book of v and returns it for rules r; nil if there is none.
func (f UseBook) OpenBook(v *params.Values, r *movegen.Rules) (*book.Book, error) {
	v.Book = params.Book{Use: f.Book, Plies: f.BookPly, Margin: int(f.Margin()), File: f.BookFile}
	return v.Book.Open(r, input.Folder)
}

// SetNamed sets a flag to the value with that name. The error lists all names.
func SetNamed[T any](flag *T, values map[string]T, name []byte, all string) error {
	value, ok := values[string(name)]
	if !ok {
		return fmt.Errorf("%q is not one of %s", name, all)
	}
	*flag = value
	return nil
}

// Shard is a flag for one of the parts that work is divided into, "3/100" or "env".
type Shard struct{ shard.Shard }

// UnmarshalText reads it.
func (f *Shard) UnmarshalText(text []byte) (err error) {
	f.Shard, err = shard.Parse(string(text), os.Getenv)
	return err
}

// Keeps returns an error if the shard is one of several and does not go to a journal alone:
// nothing else can be put together with what the others find.
func (f Shard) Keeps(journal string, others ...string) error {
	if !f.Whole() && (journal == "" || cmp.Or(others...) != "") {
		return errors.New("--shard: a shard has a --journal and no other file: see stupol merge")
	}
	return nil
}

// shardHelp is the end of the help of such a flag.
const shardHelp = "env/N takes I from the environment of an array task of Slurm, an Indexed Job of Kubernetes or a job of GNU parallel; env takes N from Slurm as well."

// Hundredths returns a number of men in hundredths of a man. 0.29*100 is less than 29.
func Hundredths(men float64) search.Score { return search.Score(math.Round(men * 100)) }

// Within returns an error unless lowest <= value <= highest, which NaN never is.
func Within[T int | int64 | float64](flag string, value, lowest, highest T) error {
	if !(value >= lowest && value <= highest) {
		return fmt.Errorf("--%s: %v is not within %v to %v", flag, value, lowest, highest)
	}
	return nil
}

// The largest values of flags that have no limit of their own.
const (
	MaxCount = 1_000_000_000        // of games, moves and the like
	MaxNodes = int64(math.MaxInt64) // of a search
	MaxMen   = 100.                 // that a score is in
	MaxLog   = 1_000_000            // megabytes of a log

	MaxThreads = 256
)

// ThreadsOr returns the number of threads, with one a processor for 0.
func ThreadsOr(threads int) int {
	if threads == 0 {
		return runtime.GOMAXPROCS(0) // which knows the limit of a container
	}
	return threads
}

// Vars returns what the help and the defaults of flags name: ${help_tt_mb} and
// ${default_tt_mb} are those of the engine's parameter tt-mb.
func Vars() kong.Vars {
	vars := kong.Vars{
		"max_pieces": fmt.Sprint(endgame.MaxPieces), "bb_cache": fmt.Sprint(endgame.DefaultMemory >> 20),
		"book_max_loss": fmt.Sprint(float64(params.Defaults().Book.Margin) / 100),
		"shard_help":    shardHelp, "languages": strings.Join(words.Names(), ", "), "board": "http://" + webAddress + "/",
	}
	for _, p := range params.Params {
		name := strings.ReplaceAll(p.Name, "-", "_")
		vars["help_"+name], vars["default_"+name] = p.Help, p.Value(params.Defaults())
	}
	return vars
}

// WithinParam returns an error unless the value of a flag is in the range of a
// parameter of the engine.
func WithinParam(flag, param string, value int) error {
	p, _ := params.Named(param)
	return Within(flag, value, p.Min, p.Max)
}

// MaxOverhead returns the most that --move-overhead may be.
func MaxOverhead() Time {
	p, _ := params.Named("move-overhead")
	return Time(time.Duration(p.Max) * time.Millisecond)
}

// TooLate returns the error of a flag for a ply that a game does not have.
func TooLate(flag string, plies int) error {
	return fmt.Errorf("--%s: the game has %s of both sides", flag, words.Count(plies, "move"))
}

// Only returns an error that says why, if the command line has other flags than
// those allowed.
func Only(ctx *kong.Context, why string, allowed ...string) error {
	for _, p := range ctx.Path {
		if p.Flag != nil && !slices.Contains(allowed, p.Flag.Name) {
			return fmt.Errorf("--%s: %s", p.Flag.Name, why)
		}
	}
	return nil
}
