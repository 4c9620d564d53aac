package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"stupol/book"
	"stupol/movegen"
)

// bookCmd is `stupol book` and its subcommands.
type bookCmd struct {
	Build bookBuildCmd `cmd:"" help:"Make an opening book."`
}

// readBook reads the book in a file.
func readBook(name string) (*book.Book, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	b, err := book.Read(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// readBookOf reads the book in a file, which must be one of r.
func readBookOf(r *movegen.Rules, name string) (*book.Book, error) {
	b, err := readBook(name)
	if err == nil && b.Rules() != r {
		err = fmt.Errorf("%s: a book of %s, not of %s", name, b.Rules().Title, r.Title)
	}
	return b, err
}

// writeBook is the content of a file for a book.
func writeBook(b *book.Book) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	}
}
