package main

import (
	"bytes"
	"fmt"
	"io"

	"stupol/book"
	"stupol/eval/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// bookCmd is `stupol book` and its subcommands.
type bookCmd struct {
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
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game (default: ${default})."`
	Book    string    `placeholder:"FILE" file:"read" help:"The book (default: the one of the game in the program)."`
}

// open reads the book.
func (f bookFlags) open() (*book.Book, error) {
	if f.Book != "" {
		return readBookOf(f.Variant.Rules, f.Book)
	}
	if b := book.Embedded(f.Variant.Rules); b != nil {
		return b, nil
	}
	return nil, fmt.Errorf("there is no book of %s in the program; --book names a file", f.Variant.Title)
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

// A bookPosition is a position of a book for programs.
type bookPosition struct {
	FEN   string     `json:"fen"`
	Ply   int        `json:"ply"` // from the start, on one of the ways there
	Moves []bookMove `json:"moves"`
}

// A bookMove is a move of a bookPosition. Scores are in men, for the side to move.
type bookMove struct {
	Move     string   `json:"move"`
	Score    float64  `json:"score"`
	Own      float64  `json:"own"`
	Expanded bool     `json:"expanded"`
	Below    int      `json:"below,omitempty"`
	Line     []string `json:"line,omitempty"`
}

// inMen returns a score in men.
func inMen(s book.Score) float64 { return float64(s) / 100 }

// newBookPosition returns a position of b, its moves in the order of the book.
func newBookPosition(b *book.Book, v book.Visit) bookPosition {
	p := bookPosition{FEN: b.Rules().FEN(&v.Position), Ply: v.Ply}
	for _, m := range v.Moves {
		p.Moves = append(p.Moves, bookMove{
			Move: pdn.Usual.Move(b.Rules(), &v.Position, m.Move), Score: inMen(m.Score), Own: inMen(m.Own), Expanded: m.Expanded,
		})
	}
	return p
}

// usualMoves returns the moves of a line from p on.
func usualMoves(r *movegen.Rules, p movegen.Position, line []movegen.Move) (texts []string) {
	for _, m := range line {
		texts = append(texts, pdn.Usual.Move(r, &p, m))
		p = r.Play(&p, m)
	}
	return texts
}
