package flags

import (
	"context"
	"errors"

	"stupol/cmd/exit"
	"stupol/protocol/library"
)

// InLibrary has the flag that names a library to look things up in.
type InLibrary struct {
	Library string `short:"l" required:"" placeholder:"FILE" file:"read" help:"The library."`
}

// Look opens the library and calls work with it.
func (f InLibrary) Look(work func(context.Context, *library.Library) error) error {
	return WithLibrary(library.OpenReadOnly, f.Library, work)
}

// WithLibrary opens a library, calls work with it, and closes it.
func WithLibrary(open func(string) (*library.Library, error), name string, work func(context.Context, *library.Library) error) error {
	l, err := open(name)
	if err != nil {
		return err
	}
	ctx, stop := exit.UntilInterrupted()
	defer stop()
	return errors.Join(work(ctx, l), l.Close())
}
