package output

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"testing"
)

// TestPipeAfterStop writes to a pipe that nobody reads: the write waits, until the process is
// to stop. One that somebody reads takes everything after it as before.
func TestPipeAfterStop(t *testing.T) {
	stopping, stopOnce = make(chan struct{}), new(sync.Once)
	defer func() { stopping, stopOnce = make(chan struct{}), new(sync.Once) }()
	r, w := io.Pipe()
	defer r.Close()
	unread := Pipe(w, "FILE")
	ended := make(chan error)
	go func() {
		_, err := unread.Write([]byte("text"))
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatalf("nobody has read it, and it ended: %v", err)
	default:
	}
	Stop()
	Stop()
	for range 2 {
		if err := <-ended; !errors.Is(err, context.Canceled) || err.Error() != "FILE: nobody reads it" {
			t.Errorf("error %v", err)
		}
		go func() {
			_, err := unread.Write([]byte("more"))
			ended <- err
		}()
	}
	<-ended
	var b bytes.Buffer
	if n, err := Pipe(&b, "FILE").Write([]byte("text")); n != 4 || err != nil || b.String() != "text" {
		t.Errorf("%d, %v, %q", n, err, &b)
	}
}
