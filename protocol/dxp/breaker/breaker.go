// Package breaker has a line that breaks, for tests of what plays over DXP.
package breaker

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sync"
)

// A Breaker listens on this machine, and passes what comes on to another address.
type Breaker struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	lines map[net.Conn]bool
}

// New starts one before an address of this machine. Nobody has to listen there yet.
func New(to string) (*Breaker, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &Breaker{listener: l, to: to, lines: map[net.Conn]bool{}}
	go b.accept()
	return b, nil
}

// Addr returns where it listens.
func (b *Breaker) Addr() string { return b.listener.Addr().String() }

// Cut breaks all lines. Others can be made at once.
func (b *Breaker) Cut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.lines {
		c.Close()
	}
	clear(b.lines)
}

// Close breaks all lines, and lets none be made any more.
func (b *Breaker) Close() {
	b.listener.Close()
	b.Cut()
}

// accept makes lines until Close is called.
func (b *Breaker) accept() {
	for {
		from, err := b.listener.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", b.to)
		if err != nil {
			from.Close()
			continue
		}
		b.mu.Lock()
		b.lines[from], b.lines[to] = true, true
		b.mu.Unlock()
		go pass(from, to)
		go pass(to, from)
	}
}

// pass passes on what comes from one end, until either has gone.
func pass(from, to net.Conn) {
	_, _ = io.Copy(to, from)
	from.Close()
	to.Close()
}

// FreeAddress returns an address of this machine with a port on which nobody listens. It is not one
// of those that systems give to whoever asks for any, from 32768 on: another program could
// get it before it is used.
func FreeAddress() (address string, err error) {
	for range 100 {
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))); err == nil {
			return l.Addr().String(), l.Close()
		}
	}
	return "", err
}
