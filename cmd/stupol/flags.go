package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/eval/files/input"
	"stupol/eval/work/shard"
	"stupol/movegen"
	"stupol/protocol/params"
	"stupol/protocol/words"
	"stupol/search"
)

// Flags that several commands have, and the checks of their values.

// positionFlags name a game and a position of it.
type positionFlags struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game: a name, Hub name or alias of stupol variants (default: ${default})."`
	FEN     *string   `name:"fen" placeholder:"FEN" help:"The position, as W:W31,32,K40:B1-12 (default: where the game starts)."`
}

// read returns the rules and the position, and the position as text: what was
// given, or the FEN of the start.
func (f positionFlags) read() (rules *movegen.Rules, p movegen.Position, fen string, err error) {
	rules = f.Variant.Rules
	if f.FEN == nil {
		p = rules.Start()
		return rules, p, rules.FEN(&p), nil
	}
	p, err = rules.ParseFEN(*f.FEN)
	return rules, p, *f.FEN, err
}

// rulesFlag is a flag whose value is the name of a variant.
type rulesFlag struct{ *movegen.Rules }

// UnmarshalText looks the name up.
func (f *rulesFlag) UnmarshalText(name []byte) (err error) {
	f.Rules, err = movegen.Lookup(string(name))
	return err
}

// timeFlag is a flag whose value is a time, in seconds unless it has a unit.
type timeFlag time.Duration

// UnmarshalText reads it.
func (f *timeFlag) UnmarshalText(text []byte) error {
	d, err := params.ParseTime(string(text))
	*f = timeFlag(d)
	return err
}

// languageFlag is a flag whose value is the name of a language.
type languageFlag struct{ *words.Language }

// UnmarshalText reads it.
func (f *languageFlag) UnmarshalText(text []byte) (err error) {
	f.Language, err = words.Named(string(text))
	return err
}

// boardFlag is a flag whose value is where the board of stupol web is: a port of this machine, a
// host and port, or the address of a page.
type boardFlag string

// UnmarshalText reads it.
func (f *boardFlag) UnmarshalText(text []byte) error {
	address := string(text)
	if !strings.Contains(address, "://") {
		host := hostAndPort(address)
		if _, _, err := net.SplitHostPort(host); err != nil {
			return fmt.Errorf("%q is neither a port nor of the form host:port, nor an address with http://", text)
		}
		address = "http://" + host
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is no address of a page", text)
	}
	if u.Path == "" {
		u.Path = "/"
	}
	*f = boardFlag(u.String())
	return nil
}

// hostAndPort returns a host and port: of a port alone the host is this machine.
func hostAndPort(text string) string {
	if _, err := strconv.ParseUint(text, 10, 16); err == nil {
		return net.JoinHostPort("127.0.0.1", text)
	}
	return text
}

// evalFlag names the evaluation.
type evalFlag struct {
	EvalFile string `placeholder:"FILE" file:"read" words:"hand,shipped" help:"Weights of the evaluation, made by stupol train; \"hand\" is the evaluation by hand (default: the weights in the program)."`
}

// evaluator returns the evaluation of r that the flag names.
func (f evalFlag) evaluator(r *movegen.Rules) (*eval.Evaluator, error) {
	return eval.Named(r, f.EvalFile)
}

// endgameUseFlags say which databases to play with. They are named as the
// parameters of Hub.
type endgameUseFlags struct {
	Pieces int    `name:"bb-size" default:"${max_pieces}" placeholder:"N" help:"Look positions of up to N pieces up in endgame databases; 0: none (default: all there are)."`
	Dir    string `name:"bb-dir" placeholder:"DIR" file:"folder" type:"path" help:"The folder of databases (default: those of up to four pieces in the program)."`
	Cache  int    `name:"bb-cache" default:"${bb_cache}" placeholder:"MB" help:"The memory for databases of --bb-dir (default: ${default})."`
}

// Validate checks the numbers.
func (f endgameUseFlags) Validate() error {
	return cmp.Or(withinParam("bb-size", "bb-size", f.Pieces), within("bb-cache", f.Cache, 1, int(memory()>>20)))
}

// open opens the databases. What is wrong with them is said on standard error;
// they serve without it.
func (f endgameUseFlags) open(r *movegen.Rules) *endgame.Database {
	db, err := params.Databases{Pieces: f.Pieces, Dir: f.Dir, Cache: f.Cache}.Source(input.Folder).Open(r)
	if err != nil {
		fmt.Fprintln(stderr, "stupol:", err)
	}
	return db
}

// bookUseFlags say how to play from the opening book. They are named as the parameters
// of Hub.
type bookUseFlags struct {
	Book       bool   `negatable:"" default:"true" help:"${help_book} (--no-book: never)."`
	BookPly    int    `default:"${default_book_ply}" placeholder:"N" help:"${help_book_ply} (default: ${default})."`
	BookMargin int    `default:"${default_book_margin}" placeholder:"N" help:"${help_book_margin} (default: ${default})."`
	BookFile   string `placeholder:"FILE" file:"read" help:"${help_book_file} (default: the one in the program)."`
}

// Validate checks the numbers.
func (f bookUseFlags) Validate() error {
	return cmp.Or(withinParam("book-ply", "book-ply", f.BookPly), withinParam("book-margin", "book-margin", f.BookMargin))
}

// set sets the book of v and returns it for rules r; nil if there is none.
func (f bookUseFlags) set(v *params.Values, r *movegen.Rules) (*book.Book, error) {
	v.Book = params.Book{Use: f.Book, Plies: f.BookPly, Margin: f.BookMargin, File: f.BookFile}
	return v.Book.Open(r, input.Folder)
}

// setNamed sets a flag to the value with that name. The error lists all names.
func setNamed[T any](flag *T, values map[string]T, name []byte, all string) error {
	value, ok := values[string(name)]
	if !ok {
		return fmt.Errorf("%q is not one of %s", name, all)
	}
	*flag = value
	return nil
}

// shardFlag is a flag for one of the parts that work is divided into, "3/100" or "env".
type shardFlag struct{ shard.Shard }

// UnmarshalText reads it.
func (f *shardFlag) UnmarshalText(text []byte) (err error) {
	f.Shard, err = shard.Parse(string(text), os.Getenv)
	return err
}

// keeps returns an error if the shard is one of several and does not go to a journal alone:
// nothing else can be put together with what the others find.
func (f shardFlag) keeps(journal string, others ...string) error {
	if !f.Whole() && (journal == "" || cmp.Or(others...) != "") {
		return errors.New("--shard: a shard has a --journal and no other file: see stupol merge")
	}
	return nil
}

// shardHelp is the end of the help of such a flag.
const shardHelp = "env/N takes I from the environment of an array task of Slurm, an Indexed Job of Kubernetes or a job of GNU parallel; env takes N from Slurm as well."

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

// hundredths returns a number of men in hundredths of a man. 0.29*100 is less than 29.
func hundredths(men float64) search.Score { return search.Score(math.Round(men * 100)) }

// within returns an error unless lowest <= value <= highest, which NaN never is.
func within[T int | int64 | float64](flag string, value, lowest, highest T) error {
	if !(value >= lowest && value <= highest) {
		return fmt.Errorf("--%s: %v is not within %v to %v", flag, value, lowest, highest)
	}
	return nil
}

// The largest values of flags that have no limit of their own.
const (
	maxCount = 1_000_000_000        // of games, moves and the like
	maxNodes = int64(math.MaxInt64) // of a search
	maxMen   = 100.                 // that a score is in
	maxLog   = 1_000_000            // megabytes of a log

	maxThreads = 256
)

// threadsOr returns the number of threads, with one a processor for 0.
func threadsOr(threads int) int {
	if threads == 0 {
		return runtime.GOMAXPROCS(0) // which knows the limit of a container
	}
	return threads
}

// paramHelp returns the help and the defaults of the engine's parameters for flags:
// ${help_tt_mb} and ${default_tt_mb} are those of tt-mb.
func paramHelp() kong.Vars {
	vars := kong.Vars{}
	for _, p := range params.Params {
		name := strings.ReplaceAll(p.Name, "-", "_")
		vars["help_"+name], vars["default_"+name] = p.Help, p.Value(params.Defaults())
	}
	return vars
}

// withinParam returns an error unless the value of a flag is in the range of a
// parameter of the engine.
func withinParam(flag, param string, value int) error {
	p, _ := params.Named(param)
	return within(flag, value, p.Min, p.Max)
}

// maxOverhead returns the most that --move-overhead may be.
func maxOverhead() timeFlag {
	p, _ := params.Named("move-overhead")
	return timeFlag(time.Duration(p.Max) * time.Millisecond)
}
