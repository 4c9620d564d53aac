//go:build js

// Package supply sees to it that a program in a browser has what a game needs before it is
// played.
package supply

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"

	"stupol/book"
	"stupol/book/endgame"
	"stupol/eval"
	"stupol/eval/fetch"
	"stupol/movegen"
	"stupol/search"
)

// NewEngine makes an engine. It first gives back the memory of the engine before, as a browser
// does not take memory back.
func NewEngine(o search.Options) (Engine, error) {
	runtime.GC()
	if o.Seed == 0 {
		o.Seed = rand.Uint64()
	}
	e, err := search.New(o)
	return Engine{e}, err
}

// An Engine is one whose searches do not wait for databases longer than they may.
type Engine struct{ *search.Engine }

// Search waits for what it needs of the databases, over a slow line too, until it is stopped
// or a quarter of its time has passed. Then it goes on without.
func (e Engine) Search(ctx context.Context, g *movegen.Game, l search.Limits, onInfo func(search.Info)) (search.Result, error) {
	const moves = 40 // that the rest of a clock is for
	until, enough := ctx, func() {}
	switch {
	case l.MoveTime > 0:
		until, enough = context.WithTimeout(ctx, l.MoveTime/4)
	case l.Clock != nil:
		until, enough = context.WithTimeout(ctx, (l.Clock.Remaining/moves+l.Clock.Increment)/4)
	}
	defer enough()
	fetch.Files.Wait(until)
	defer fetch.Files.Wait(nil)
	return e.Engine.Search(ctx, g, l, onInfo)
}

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
