// Package exit says how a command ends: by itself, by a mistake of who started it, by a fault,
// or told to stop.
package exit

import (
	"errors"

	"github.com/alecthomas/kong"
)

// The exit statuses.
const (
	OK     = 0
	Failed = 1 // the command failed: a missing file, a wrong FEN, a wrong perft count
	Usage  = 2 // the command line makes no sense

	// The command was told to stop and has saved what it did: the same command goes on
	// from there. It is EX_TEMPFAIL of sysexits.h, a temporary failure that is worth
	// another try; shells, Slurm and Kubernetes give 75 no other meaning.
	Interrupted = 75
)

// A usageError is an error of the command line that is found after it was parsed.
type usageError struct{ error }

// Unwrap returns the error.
func (e usageError) Unwrap() error { return e.error }

// UsageError returns err as an error of the command line that is found after it was parsed.
func UsageError(err error) error { return usageError{err} }

// Status returns the exit status for an error.
func Status(err error) int {
	var parse *kong.ParseError
	var usage usageError
	var interrupted interruption
	switch {
	case err == nil:
		return OK
	case errors.As(err, &parse), errors.As(err, &usage):
		return Usage
	case errors.As(err, &interrupted):
		return Interrupted
	default:
		return Failed
	}
}
