package main

import (
	"os"
	"time"
)

// A wakingInput is standard input with a timer that soon runs out whenever somebody waits
// for it.
//
// Go 1.26 can overlook a thread that begins to wait in a system call at the very moment at
// which the garbage collector stops all others. Nothing runs then until the call returns or
// the scheduler's monitor looks again, and that sleeps until the next timer runs out, or for
// a minute: of about a million moves in matches one came a minute late.
type wakingInput struct{ timer *time.Timer }

// wakingTime is when the timer runs out.
const wakingTime = 20 * time.Millisecond

func newWakingInput() wakingInput {
	return wakingInput{time.AfterFunc(wakingTime, func() {})}
}

// Read reads from standard input.
func (i wakingInput) Read(b []byte) (int, error) {
	i.timer.Reset(wakingTime)
	return os.Stdin.Read(b)
}
