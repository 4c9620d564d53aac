package exit

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"stupol/eval/files/output"
)

// UntilInterrupted returns a context that is cancelled when the program has to stop: at
// Ctrl-C, at the signal with which batch systems and containers end a process, SIGTERM,
// and when its terminal or its connection is closed, unless nohup has started it.
//
// A command calls it when it begins what it has to save or to undo, after it has opened
// and read its inputs. Before that a signal ends the program at once, whatever it is
// waiting for, and so does the second signal: what it saves is safe at any moment. After the
// first no output waits for somebody who does not read it.
func UntilInterrupted() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		if context.Cause(ctx) != context.Canceled { // a signal, and not stop
			output.Stop()
		}
		stop()
	})
	return ctx, stop
}

// An interruption is the error of a command that was told to stop, by UntilInterrupted,
// and has saved what it did: the same command goes on from there. It makes the exit
// status Interrupted.
type interruption struct {
	done string // "after 3 of 8 games"; "": not known
}

// Error tells of it.
func (i interruption) Error() string {
	text := "interrupted"
	if i.done != "" {
		text += " " + i.done
	}
	return text + "; the same command goes on from here"
}

// ErrStopped is the error of a command that was told to stop and cannot go on later.
var ErrStopped = errors.New("interrupted")

// OrInterruption returns err, or the interruption after so much that it stands for.
func OrInterruption(err error, done string) error {
	if errors.Is(err, context.Canceled) {
		return interruption{done}
	}
	return err
}

// OrStopped returns err, or ErrStopped if nobody has made an interruption of it.
func OrStopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return ErrStopped
	}
	return err
}
