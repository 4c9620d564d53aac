package dxp

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

const (
	// barTime is how long a peer of another machine that was sent away for a
	// limit has to stay away.
	barTime = time.Minute

	// maxPerAddress is how many connections an address of another machine may
	// have, the one that plays included.
	maxPerAddress = 4

	// maxBarred is how many addresses a door keeps in mind.
	maxBarred = 1000
)

// A door lets in peers, but not too many of one address, and for a while not
// those that have kept others out. Peers of this machine may always come in.
type door struct {
	mu     sync.Mutex
	inside map[netip.Prefix]int
	barred map[netip.Prefix]time.Time // until when
}

// addressOf returns the address a peer is known by, and whether it is one of
// another machine. Whoever has an IPv6 address has many: all with the same
// first half are one.
func addressOf(c net.Conn) (address netip.Prefix, stranger bool) {
	if !isStranger(c.RemoteAddr()) {
		return address, false
	}
	ip := c.RemoteAddr().(*net.TCPAddr).AddrPort().Addr().Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	address, err := ip.Prefix(bits)
	return address, err == nil
}

// enter lets c in and reports whether it may; if so, leave must follow.
func (d *door) enter(c net.Conn) bool {
	address, stranger := addressOf(c)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !stranger {
		return true
	}
	if d.inside[address] >= maxPerAddress {
		return false
	}
	if d.inside == nil {
		d.inside = map[netip.Prefix]int{}
	}
	d.inside[address]++
	return true
}

func (d *door) leave(c net.Conn) {
	address, stranger := addressOf(c)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !stranger {
		return
	}
	if d.inside[address]--; d.inside[address] == 0 {
		delete(d.inside, address)
	}
}

// bar keeps the address of c out for that long.
func (d *door) bar(c net.Conn, duration time.Duration) {
	address, stranger := addressOf(c)
	if !stranger || duration <= 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.barred == nil {
		d.barred = map[netip.Prefix]time.Time{}
	}
	if len(d.barred) >= maxBarred {
		d.forget()
	}
	d.barred[address] = time.Now().Add(duration)
}

// forget makes room for another address: those that may come in again, or the
// one that may first.
func (d *door) forget() {
	var first netip.Prefix
	for address, until := range d.barred {
		if until.Before(time.Now()) {
			delete(d.barred, address)
		} else if !first.IsValid() || until.Before(d.barred[first]) {
			first = address
		}
	}
	if len(d.barred) >= maxBarred {
		delete(d.barred, first)
	}
}

// barredFor returns how long c has to stay away; 0 if it may come in.
func (d *door) barredFor(c net.Conn) time.Duration {
	address, stranger := addressOf(c)
	if !stranger {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return max(time.Until(d.barred[address]), 0)
}
