package dxp

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

const (
	// banTime is how long a peer of another machine is banned after a limit.
	banTime = time.Minute

	// maxPerAddress is how many connections an address of another machine may
	// have, including the one that plays.
	maxPerAddress = 4

	// maxBanned is how many addresses a gate remembers.
	maxBanned = 1000
)

// A gate limits the connections of each address, and bans addresses for a while.
// It never refuses a peer of this machine.
type gate struct {
	mu          sync.Mutex
	connections map[netip.Prefix]int
	banned      map[netip.Prefix]time.Time // until when
}

// addressOf returns the address a peer is counted under, and whether it is one of
// another machine. All IPv6 addresses with the same first half count as one,
// because whoever has one of them has all.
func addressOf(c net.Conn) (address netip.Prefix, remote bool) {
	if !isRemote(c.RemoteAddr()) {
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

// admit reports whether c may connect; if so, release must follow.
func (d *gate) admit(c net.Conn) bool {
	address, remote := addressOf(c)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !remote {
		return true
	}
	if d.connections[address] >= maxPerAddress {
		return false
	}
	if d.connections == nil {
		d.connections = map[netip.Prefix]int{}
	}
	d.connections[address]++
	return true
}

func (d *gate) release(c net.Conn) {
	address, remote := addressOf(c)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !remote {
		return
	}
	if d.connections[address]--; d.connections[address] == 0 {
		delete(d.connections, address)
	}
}

// ban bans the address of c for that long.
func (d *gate) ban(c net.Conn, duration time.Duration) {
	address, remote := addressOf(c)
	if !remote || duration <= 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.banned == nil {
		d.banned = map[netip.Prefix]time.Time{}
	}
	if len(d.banned) >= maxBanned {
		d.evict()
	}
	d.banned[address] = time.Now().Add(duration)
}

// evict removes bans that are over, or else the one that is over first.
func (d *gate) evict() {
	var first netip.Prefix
	for address, until := range d.banned {
		if until.Before(time.Now()) {
			delete(d.banned, address)
		} else if !first.IsValid() || until.Before(d.banned[first]) {
			first = address
		}
	}
	if len(d.banned) >= maxBanned {
		delete(d.banned, first)
	}
}

// bannedFor returns how long c is still banned, 0 if it is not.
func (d *gate) bannedFor(c net.Conn) time.Duration {
	address, remote := addressOf(c)
	if !remote {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return max(time.Until(d.banned[address]), 0)
}
