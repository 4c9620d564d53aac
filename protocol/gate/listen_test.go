package gate

import (
	"errors"
	"net"
	"regexp"
	"strings"
	"syscall"
	"testing"
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
