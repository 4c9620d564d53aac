//go:build js

// Package supply sees to it that a program in a browser has what a game needs before it is
// played.
package supply

import (
	"errors"
	"fmt"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/eval/fetch"
	"stupol/movegen"
)

// Game fetches the weights, the book and the head of the databases of r, unless it has them,
// and looks whether they are whole: what is damaged is fetched again at the next call. The
// databases themselves are fetched when a position with few pieces is met.
func Game(r *movegen.Rules) error {
	theBook := r.Name + ".book"
	names := []string{r.Name + ".weights", theBook, fetch.Head(endgame.ArchiveName(r))}
	err := fetch.Files.Need(names...)
	if err == nil {
		err = whole(r, theBook)
		if err != nil {
			fetch.Files.Drop(names...)
		}
	}
	if err != nil {
		return fmt.Errorf("what belongs to %s is not there: %w", r.Title, err)
	}
	return nil
}

// whole returns an error if one of the files is damaged.
func whole(r *movegen.Rules, theBook string) error {
	file, err := fetch.Files.Open(theBook)
	if err != nil {
		return err
	}
	_, wrongBook := book.Read(file)
	_, wrongWeights := eval.Open(r, eval.Shipped)
	_, wrongDatabases := endgame.OpenFolder(fetch.Files, r)
	return errors.Join(wrongBook, wrongWeights, wrongDatabases)
}
