package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"

	"golang.org/x/term"
)

// isTerminal reports whether f is a terminal.
func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// untilInterrupted returns a context that is cancelled when the user wants the
// program to stop.
func untilInterrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// newTable returns a writer of columns with two spaces between them.
func newTable(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
}
