// Package params has the one table of the parameters of the engine, with their
// ranges and help. The Hub protocol declares and sets them, engines of a match in the
// same process have them as param.X, and flags of stupol dxp have their ranges and
// help.
//
//	threads        threads of a search
//	tt-size        log2 of the entries of the transposition table; 16 bytes each, so 22
//	               are 64 MiB
//	tt-mb          its size in MiB; 0: as tt-size says
//	move-overhead  milliseconds between the end of a search and the moment the clock
//	               stops; kept back from move-time and, for each move, from the clock
//	bb-size        look positions of up to that many pieces, of both colours, up in endgame
//	               databases; 0: none
//	bb-dir         the folder of databases; embedded: those in the program, which are
//	               also used for what the folder lacks. A damaged file is reported, and
//	               play goes on without it
//	bb-cache       MiB of memory for databases of bb-dir
//	multi-pv       how many of the best moves to report
//	skill          how well to play: 1 is a beginner, 10 full strength
//	eval-file      a file of weights; not over Hub, where stupol hub has the flag
//
// A new parameter is a field of Values and a row of the table:
//
//	{Name: "threads", Help: "...", Min: 1, Max: 256, field: func(v *Values) any { return &v.Threads }},
//
// Its default is in Defaults. What it does is up to those who use Values: see
// Values.Options, Values.Limits, Databases.Source and Book.Open.
package params

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// Values are the values of all parameters. They can be compared.
type Values struct {
	Threads  int
	TTSize   int // log2 of the entries of the transposition table
	TTMB     int // its size in MiB; 0: as TTSize says
	Overhead int // milliseconds
	Databases
	Book
	MultiPV  int
	Skill    int
	EvalFile string // see eval.Named
}

// Databases say which endgame databases to use.
type Databases struct {
	Pieces int    // the most, of both colours
	Dir    string // the folder; "" or Embedded: those in the program
	Cache  int    // MiB
}

// Book says how to play from an opening book.
type Book struct {
	Use    bool
	Plies  int    // moves of both sides after which it is closed
	Margin int    // by how much a move may be worse than the best one, in hundredths of a man
	File   string // "" or Embedded: the one in the program
}

// Embedded is the folder of the databases, and the file of the book, in the program. An
// empty value of a Hub parameter would need quotes, and one client cannot read those.
const Embedded = "embedded"

// Defaults returns the values of an engine that nobody has configured.
func Defaults() Values {
	return Values{
		Threads: 1, TTSize: 22, Overhead: 2, MultiPV: 1, Skill: search.FullSkill,
		Databases: Databases{endgame.MaxPieces, Embedded, endgame.DefaultMemory >> 20},
		Book:      Book{Use: true, Plies: 100, Margin: 4, File: Embedded},
	}
}

const (
	entryBytes = 16 // for which tt-size counts: clients rely on it
	maxTTSize  = 32
)

// Params are the parameters in the order in which Hub declares them.
var Params = []Param{
	{Name: "threads", Help: "Threads of a search", Min: 1, Max: 256, field: func(v *Values) any { return &v.Threads }},
	{Name: "tt-size", Help: "Log2 of the entries of the transposition table, of 16 bytes each", Min: 10, Max: maxTTSize, field: func(v *Values) any { return &v.TTSize }},
	{Name: "tt-mb", Help: "Size of the transposition table in MB", Max: entryBytes << maxTTSize >> 20, field: func(v *Values) any { return &v.TTMB }},
	{Name: "move-overhead", Help: "Milliseconds that a move takes on its way to the clock", Max: 10_000, field: func(v *Values) any { return &v.Overhead }},
	{Name: "bb-size", Help: "Look positions of up to N pieces up in endgame databases; 0: none", Max: 9, field: func(v *Values) any { return &v.Pieces }},
	{Name: "bb-dir", Help: "The folder of endgame databases", field: func(v *Values) any { return &v.Dir }},
	{Name: "bb-cache", Help: "The memory for endgame databases of a folder, in MB", Min: 1, Max: 1 << 20, field: func(v *Values) any { return &v.Cache }},
	{Name: "book", Help: "Play from the opening book", field: func(v *Values) any { return &v.Book.Use }},
	{Name: "book-ply", Help: "Moves of both sides after which the book is closed", Max: 1000, field: func(v *Values) any { return &v.Book.Plies }},
	{Name: "book-margin", Help: "By how much a book move may be worse than the best one, in hundredths of a man; one of these moves is chosen at random, the better the likelier", Max: 100, field: func(v *Values) any { return &v.Book.Margin }},
	{Name: "book-file", Help: "The file of the opening book", field: func(v *Values) any { return &v.Book.File }},
	{Name: "multi-pv", Help: "How many of the best moves to report", Min: 1, Max: 100, field: func(v *Values) any { return &v.MultiPV }},
	{Name: "skill", Help: "How well to play: 1 is a beginner", Min: 1, Max: search.FullSkill, field: func(v *Values) any { return &v.Skill }},
	{Name: "eval-file", Help: "A file of weights", InProcess: true, field: func(v *Values) any { return &v.EvalFile }},
}

// A Param is a parameter: a number, true or false, or text.
type Param struct {
	Name, Help string
	Min, Max   int // of a number

	// InProcess: Hub does not have it. It is for engines of a match in this process.
	InProcess bool

	field func(*Values) any // returns a *int, *bool or *string
}

// Named returns the parameter with that name.
func Named(name string) (p Param, ok bool) {
	for _, p := range Params {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}

// Type returns the type of p as Hub calls it: "int", "bool" or "string".
func (p Param) Type() string {
	switch p.field(new(Values)).(type) {
	case *int:
		return "int"
	case *bool:
		return "bool"
	}
	return "string"
}

// Value returns the value that v has of p.
func (p Param) Value(v Values) string {
	switch field := p.field(&v).(type) {
	case *int:
		return strconv.Itoa(*field)
	case *bool:
		return strconv.FormatBool(*field)
	case *string:
		return *field
	}
	return ""
}

// Set sets the value of p in v, or returns an error and leaves v as it is. The error
// is to follow the name or the value: "must be a whole number from 1 to 256".
func (p Param) Set(v *Values, text string) error {
	switch field := p.field(v).(type) {
	case *int:
		n, err := strconv.Atoi(Plain(text))
		if err != nil || n < p.Min || n > p.Max {
			return fmt.Errorf("must be a whole number from %d to %d", p.Min, p.Max)
		}
		*field = n
	case *bool:
		b, err := strconv.ParseBool(Plain(text))
		if err != nil {
			return fmt.Errorf("must be true or false")
		}
		*field = b
	case *string:
		*field = text
	}
	return nil
}

// Plain returns a number or a word as it is in ASCII, without white space around it.
func Plain(text string) string { return strings.TrimSpace(movegen.PlainText(text)) }

// Options returns the options of an engine for rules r. The databases, the opening book
// and the evaluation have to be added.
func (v Values) Options(r *movegen.Rules) search.Options {
	return search.Options{
		Rules: r, Threads: v.Threads, TableBytes: v.TableBytes(), Skill: v.Skill,
		BookPlies: v.Book.Plies, BookMargin: search.Score(v.Book.Margin),
	}
}

// TableBytes returns the size of the transposition table.
func (v Values) TableBytes() int64 {
	if v.TTMB > 0 {
		return int64(v.TTMB) << 20
	}
	return entryBytes << v.TTSize
}

// Limits returns l with what the parameters add to the limits of a search.
func (v Values) Limits(l search.Limits) search.Limits {
	l.Lines = v.MultiPV
	l.Overhead = time.Duration(v.Overhead) * time.Millisecond
	return l
}

// Source returns where to open the databases. Folder opens a folder, as os.DirFS does;
// if it is nil only those in the program can be opened.
func (d Databases) Source(folder func(name string) fs.FS) endgame.Source {
	source := endgame.Source{Pieces: d.Pieces, Memory: int64(d.Cache) << 20}
	if d.Dir != "" && d.Dir != Embedded && folder != nil {
		source.Folder = folder(d.Dir)
	}
	return source
}

// Open returns the opening book for rules r; nil if none is to be used, or if the
// program has none of that game. Folder opens a folder, as os.DirFS does; if it is nil
// only the book in the program can be opened.
func (b Book) Open(r *movegen.Rules, folder func(name string) fs.FS) (*book.Book, error) {
	switch {
	case !b.Use || b.Plies == 0:
		return nil, nil
	case b.File == "" || b.File == Embedded:
		return book.Embedded(r), nil
	case folder == nil:
		return nil, fmt.Errorf("opening book: %s cannot be opened here", b.File)
	}
	file, err := folder(filepath.Dir(b.File)).Open(filepath.Base(b.File))
	if err != nil {
		return nil, fmt.Errorf("opening book: %w", err)
	}
	defer file.Close()
	opened, err := book.Read(file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", b.File, err)
	case opened.Rules() != r:
		return nil, fmt.Errorf("%s: opening book: of %s, not of %s", b.File, opened.Rules().Title, r.Title)
	}
	return opened, nil
}

// ParseWhole reads a whole number.
func ParseWhole(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number, or too large", text)
	}
	return n, nil
}

// ParseNumber reads a number, which may be infinite or none (NaN).
func ParseNumber(text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return n, nil
}

// ParseTime reads a time in Go's form ("100ms", "1m30s") or as a number of
// seconds. It is not negative.
func ParseTime(text string) (time.Duration, error) {
	const most = 1e9 // seconds; a time.Duration has room for nine times that
	d, err := time.ParseDuration(text)
	if seconds, noNumber := strconv.ParseFloat(text, 64); noNumber == nil && seconds >= 0 && seconds <= most {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a time such as 0.1, 100ms or 1m30s", text)
	}
	return d, nil
}
