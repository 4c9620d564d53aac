package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"stupol/book"
	"stupol/movegen"
)

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

// A bookInfo is what stupol book info prints.
type bookInfo struct {
	book.Header
	Positions int      `json:"positions"`
	Moves     int      `json:"moves"`
	Longest   int      `json:"longest"` // plies
	Expected  []string `json:"expected"`
	Bytes     int64    `json:"bytes"`
}

// newBookInfo counts what is in b.
func newBookInfo(b *book.Book) (bookInfo, error) {
	i := bookInfo{Header: b.Header, Positions: b.Len()}
	start := b.Rules().Start()
	i.Expected = usualMoves(b.Rules(), start, b.Line(start))
	err := b.Walk(func(v book.Visit) error {
		i.Moves += len(v.Moves)
		i.Longest = max(i.Longest, v.Ply+1)
		return nil
	})
	if err == nil {
		i.Bytes, err = b.WriteTo(io.Discard)
	}
	return i, err
}

// Run prints the facts on w.
func (c bookInfoCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	i, err := newBookInfo(b)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(i)
	}
	t := newTable(w)
	for _, line := range [][2]string{
		{"game", b.Rules().Title},
		{"positions", fmt.Sprint(i.Positions)},
		{"moves", fmt.Sprint(i.Moves)},
		{"longest line", fmt.Sprintf("%d plies", i.Longest)},
		{"expected line", fmt.Sprintf("%d plies: %s", len(i.Expected), shortLine(i.Expected))},
		{"size", fmt.Sprintf("%d bytes", i.Bytes)},
		{"a score is of", fmt.Sprintf("%d nodes, a table of %d MiB", i.Nodes, cmp.Or(i.TableBytes, book.UsualTable)>>20)},
		{"evaluation", i.Weights},
		{"databases", fmt.Sprintf("%d pieces", i.Pieces)},
		{"made by", i.Engine},
		{"on", i.Date},
		{"command", i.Command},
	} {
		fmt.Fprintf(t, "%s\t%s\t\n", line[0], line[1])
	}
	return t.Flush()
}

// bookVerifyCmd is `stupol book verify`.
type bookVerifyCmd struct {
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
	t := newTable(w)
	defer t.Flush()
	for _, b := range books {
		if err := b.book.Verify(); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		fmt.Fprintf(t, "%s\t%d positions\tcorrect\t\n", b.name, b.book.Len())
	}
	return nil
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
