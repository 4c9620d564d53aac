// Package book has the command for opening books.
package book

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"stupol/book"
	"stupol/cmd/flags"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/opening"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
)

// Book is `stupol book` and its subcommands.
type Book struct {
	Show   bookShowCmd   `cmd:"" help:"Tell what the book knows of a position."`
	Info   bookInfoCmd   `cmd:"" help:"Tell how large a book is and how it was made."`
	Verify bookVerifyCmd `cmd:"" help:"Check every move and every score of a book."`
	Build  bookBuildCmd  `cmd:"" help:"Make a book, or a larger one."`
	Merge  bookMergeCmd  `cmd:"" help:"Put books together."`
	Import bookImportCmd `cmd:"" help:"Add the positions of games in PDN to a book."`
	Export bookExportCmd `cmd:"" help:"Write a book as PDN with variations, or as JSON."`
	Exam   bookExamCmd   `cmd:"" help:"Measure by long searches how good the moves of a book are."`
}

// bookFlags name a book.
type bookFlags struct {
	Variant flags.Rules `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Book    string      `name:"book-file" aliases:"book" placeholder:"FILE" file:"read" help:"The book (default: the one of the game in the program)."`
}

// open reads the book.
func (f bookFlags) open() (*book.Book, error) {
	if f.Book != "" {
		return readBookOf(f.Variant.Rules, f.Book)
	}
	if b := book.Embedded(f.Variant.Rules); b != nil {
		return b, nil
	}
	return nil, fmt.Errorf("there is no book of %s in the program; --book-file names a file", f.Variant.Title)
}

// readBook reads the book in a file.
func readBook(name string) (*book.Book, error) {
	data, err := input.ReadFile(name, book.MaxFile)
	if err != nil {
		return nil, err
	}
	return parseBook(name, data)
}

// parseBook reads the book that a file holds.
func parseBook(name string, data []byte) (*book.Book, error) {
	b, err := book.Read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// readBookOf reads the book in a file, which must be one of r.
func readBookOf(r *movegen.Rules, name string) (*book.Book, error) {
	b, err := readBook(name)
	if err == nil {
		err = checkGame(b, r, name)
	}
	return b, err
}

// checkGame returns an error if the book in a file is not one of r.
func checkGame(b *book.Book, r *movegen.Rules, name string) error {
	if b.Rules() == r {
		return nil
	}
	return fmt.Errorf("%s: a book of %s, not of %s; --variant %s names its game",
		name, b.Rules().Title, r.Title, b.Rules().Name)
}

// writeBook is the content of a file for a book.
func writeBook(b *book.Book) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	}
}

// bookShowCmd is `stupol book show`.
type bookShowCmd struct {
	bookFlags `embed:""`
	FEN       *string  `name:"fen" placeholder:"FEN" help:"The position (default: where the game starts)."`
	JSON      bool     `name:"json" help:"One JSON object."`
	Moves     []string `arg:"" optional:"" placeholder:"MOVE" help:"Moves to play first, as 32-28 19-23."`
}

// Help is the manual.
func (bookShowCmd) Help() string {
	return `Lists the moves of a position that the book has, the best first: the score that follows
from the book, in men, for the side to move; the score of the position after the move
by itself; how many positions the book has from there on; and the line it expects.
A move without positions was searched but not followed any further.

Examples:

    stupol book show
    stupol book show 32-28 19-23 28x19 14x23
    stupol book show --variant russian c3-d4`
}

// Run prints the moves on w.
func (c bookShowCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	rules := b.Rules()
	p, err := c.position(rules)
	if err != nil {
		return err
	}
	known := opening.Look(b, p)
	if known == nil {
		return fmt.Errorf("the book does not have %s", rules.FEN(&p))
	}
	if c.JSON {
		known.Ply = len(c.Moves)
		return json.NewEncoder(w).Encode(known)
	}
	fmt.Fprintf(w, "%s\n", pdn.Numbered(rules).Diagram(&p))
	t := output.NewTable(w)
	fmt.Fprintln(t, "move\tscore\town\tpositions\tline\t")
	for _, m := range known.Moves {
		fmt.Fprintf(t, "%s\t%+.2f\t%+.2f\t%d\t%s\t\n", m.Move, m.Score, m.Own, m.Below, shortLine(m.Line[1:]))
	}
	return t.Flush()
}

// position returns the position after the moves of the command line.
func (c bookShowCmd) position(rules *movegen.Rules) (movegen.Position, error) {
	p := rules.Start()
	if c.FEN != nil {
		var err error
		if p, err = rules.ParseFEN(*c.FEN); err != nil {
			return p, err
		}
	}
	written := pdn.Numbered(rules)
	for i, text := range c.Moves {
		m, err := written.ParsePDNMove(&p, text)
		if err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
		p = rules.Play(&p, m)
	}
	return p, nil
}

// shortLine returns the beginning of a line.
func shortLine(line []string) string {
	const most = 8
	if len(line) > most {
		line = append(slices.Clone(line[:most]), "...")
	}
	return strings.Join(line, " ")
}

// bookInfoCmd is `stupol book info`.
type bookInfoCmd struct {
	bookFlags `embed:""`
	JSON      bool `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (bookInfoCmd) Help() string {
	return `Prints the game, the number of expanded positions and of moves, how many plies the
longest line has and the expected one, the size of the file, and what the book was made
with: nodes and table of a search, weights of the evaluation, pieces of the endgame
databases.

Examples:

    stupol book info
    stupol book info --variant english --json`
}

// Run prints the facts on w.
func (c bookInfoCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	i, err := opening.InfoOf(b)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(i)
	}
	t := output.NewTable(w)
	for _, line := range [][2]string{
		{"game", b.Rules().Title},
		{"positions", words.Sprintf("%d", i.Positions)},
		{"moves", words.Sprintf("%d", i.Moves)},
		{"longest line", words.Count(i.Longest, "ply")},
		{"expected line", words.Sprintf("%s: %s", words.Count(len(i.Expected), "ply"), shortLine(i.Expected))},
		{"size", words.Count(i.Bytes, "byte")},
		{"a score is of", words.Sprintf("%s, a table of %d MiB", words.Count(i.Nodes, "node"), cmp.Or(i.TableBytes, book.UsualTable)>>20)},
		{"evaluation", i.Weights},
		{"databases", fmt.Sprintf("%d pieces", i.Pieces)},
		{"made by", i.Engine},
		{"on", i.Date},
		{"command", i.Command},
	} {
		fmt.Fprintf(t, "%s\t%s\t\n", line[0], movegen.Visible(line[1]))
	}
	return t.Flush()
}

// bookVerifyCmd is `stupol book verify`.
type bookVerifyCmd struct {
	JSON  bool     `name:"json" help:"One JSON object a book and line."`
	Books []string `arg:"" optional:"" placeholder:"FILE" file:"read" help:"The books (default: all that are in the program)."`
}

// Help is the manual.
func (bookVerifyCmd) Help() string {
	return `Reads books, which checks their checksums, and plays all their moves: each must be legal,
every score must be the one that follows from the positions below it, and every position
must be reached from the start.

Examples:

    stupol book verify
    stupol book verify my.book`
}

// Run prints a line for every book on w.
func (c bookVerifyCmd) Run(w io.Writer) error {
	books, err := c.open()
	if err != nil {
		return err
	}
	t := output.NewTable(w)
	defer t.Flush()
	for _, b := range books {
		if err := b.book.Verify(); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		if c.JSON {
			if err := json.NewEncoder(w).Encode(verifiedBook{b.name, b.book.Len(), true}); err != nil {
				return err
			}
			continue
		}
		words.Fprintf(t, "%s\t%s\tcorrect\t\n", movegen.Visible(b.name), words.Count(b.book.Len(), "position"))
	}
	return nil
}

// verifiedBook is the JSON form of a book that is correct.
type verifiedBook struct {
	Book      string `json:"book"`
	Positions int    `json:"positions"`
	Correct   bool   `json:"correct"`
}

// A namedBook is a book with the name of its file or its game.
type namedBook struct {
	name string
	book *book.Book
}

// open reads the books.
func (c bookVerifyCmd) open() (books []namedBook, err error) {
	for _, name := range c.Books {
		b, err := readBook(name)
		if err != nil {
			return nil, err
		}
		books = append(books, namedBook{name, b})
	}
	if len(c.Books) > 0 {
		return books, nil
	}
	for _, r := range movegen.Variants() {
		if b := book.Embedded(r); b != nil {
			books = append(books, namedBook{r.Name, b})
		}
	}
	return books, nil
}

// bookExportCmd is `stupol book export`.
type bookExportCmd struct {
	bookFlags       `embed:""`
	flags.Overwrite `embed:""`
	Out             string  `short:"o" placeholder:"FILE" file:"new" help:"The file (default: standard output)."`
	JSON            bool    `name:"json" help:"One JSON object a position and line."`
	Plies           int     `default:"40" placeholder:"N" help:"Only the first N moves of both sides together (default: ${default})."`
	MaxLoss         float64 `default:"0.3" placeholder:"MEN" help:"PDN: leave out moves that are worse than the best one by more (default: ${default})."`
}

// Help is the manual.
func (bookExportCmd) Help() string {
	return `As PDN a book is one game with variations: the best moves are the game, each other move
that is followed is a variation. The score, from White's side and in men, is a comment
behind each move: [%eval 0.12]. A position that was there before is not followed again
and has the comment "transposition".

With --json there is an object for each position, before those below it: its FEN, and its
moves with their scores, for the side to move.

Examples:

    stupol book export --out book.pdn
    stupol book export --variant russian --json --out russian.jsonl`
}

// Validate checks the numbers.
func (c bookExportCmd) Validate() error {
	return cmp.Or(flags.Within("plies", c.Plies, 1, flags.MaxCount), flags.Within("max-loss", c.MaxLoss, 0, flags.MaxMen))
}

// Run writes the file, or on w.
func (c bookExportCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	content := func(w io.Writer) error {
		return pdn.NewWriter(w).Write(opening.PDN(b, c.Plies, book.Score(flags.Hundredths(c.MaxLoss))))
	}
	if c.JSON {
		content = func(w io.Writer) error { return opening.WriteJSON(w, b, c.Plies) }
	}
	if c.Out == "" {
		return content(w)
	}
	_, err = output.Write(c.Out, flags.NewFile(c.Force), content)
	return err
}
