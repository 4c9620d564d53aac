package gate

import (
	"context"
	"errors"
	"net"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestListen listens where nobody may, and twice at the same place.
func TestListen(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, address := range []string{l.Addr().String(), "192.0.2.1:80"} {
		again, err := Listen(t.Context(), address)
		if err == nil {
			again.Close()
			t.Errorf("%s: no error", address)
			continue
		}
		if text := err.Error(); !strings.HasPrefix(text, address+": ") || regexp.MustCompile(`\b(tcp|bind|listen|dial)\b`).MatchString(text) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := Listen(t.Context(), l.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Skip("another system:", err)
	}
	if err := Plain(net.ErrClosed, "x"); err != net.ErrClosed {
		t.Errorf("%v", err)
	}
}

// A slowListener is closed a while after its first Close was called, for which another Close does not
// wait: so is a real one while an Accept is on its way.
type slowListener struct {
	net.Listener
	calls  atomic.Int32
	closed atomic.Bool
}

func (l *slowListener) Close() error {
	if l.calls.Add(1) > 1 {
		return net.ErrClosed
	}
	time.Sleep(20 * time.Millisecond)
	l.closed.Store(true)
	return nil
}

// TestCloseWith closes a listener after its context has ended, and without that: in the end it is closed.
func TestCloseWith(t *testing.T) {
	for _, ends := range []bool{true, false} {
		l := &slowListener{}
		ctx, cancel := context.WithCancel(t.Context())
		closed := CloseWith(ctx, l)
		if ends {
			cancel()
			for l.calls.Load() == 0 {
				runtime.Gosched()
			}
		}
		closed()
		if !l.closed.Load() {
			t.Errorf("the context has ended: %v: still open", ends)
		}
		closed()
		cancel()
		if got := l.calls.Load(); got != 1 {
			t.Errorf("the context has ended: %v: closed %d times", ends, got)
		}
	}
}
