// Package gate is what stands before a server: it limits how many connections other machines may
// have, address by address, and bans addresses for a while. For pages in a browser it has the guard
// as well: who may ask, under which name, with which token, and what the answers may load.
package gate

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// maxBanned is how many addresses a gate remembers.
const maxBanned = 1000

// A Gate limits the connections of each address, and bans addresses for a while.
// It never refuses a peer of this machine.
type Gate struct {
	PerAddress int // how many connections an address of another machine may have

	mu          sync.Mutex
	connections map[netip.Prefix]int
	banned      map[netip.Prefix]time.Time // until when
}

// IsRemote reports whether addr is that of another machine.
func IsRemote(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && !tcp.IP.IsLoopback()
}

// addressOf returns the address a peer is counted under, and whether it is one of
// another machine. All IPv6 addresses with the same first half count as one,
// because whoever has one of them has all.
func addressOf(c net.Conn) (address netip.Prefix, remote bool) {
	if !IsRemote(c.RemoteAddr()) {
		return address, false
	}
	return prefixOf(c.RemoteAddr().(*net.TCPAddr).AddrPort().Addr())
}

// prefixOf returns the addresses that an address is counted with.
func prefixOf(ip netip.Addr) (address netip.Prefix, ok bool) {
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	address, err := ip.Prefix(bits)
	return address, err == nil
}

// Admit reports whether c may connect; if so, Release must follow.
func (g *Gate) Admit(c net.Conn) bool {
	address, remote := addressOf(c)
	g.mu.Lock()
	defer g.mu.Unlock()
	if !remote {
		return true
	}
	if g.connections[address] >= g.PerAddress {
		return false
	}
	if g.connections == nil {
		g.connections = map[netip.Prefix]int{}
	}
	g.connections[address]++
	return true
}

// Release notes that c is closed.
func (g *Gate) Release(c net.Conn) {
	address, remote := addressOf(c)
	g.mu.Lock()
	defer g.mu.Unlock()
	if !remote {
		return
	}
	if g.connections[address]--; g.connections[address] == 0 {
		delete(g.connections, address)
	}
}

// Ban bans the address of c for that long.
func (g *Gate) Ban(c net.Conn, duration time.Duration) {
	address, remote := addressOf(c)
	if !remote || duration <= 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.banned == nil {
		g.banned = map[netip.Prefix]time.Time{}
	}
	if len(g.banned) >= maxBanned {
		g.evict()
	}
	g.banned[address] = time.Now().Add(duration)
}

// evict removes bans that are over, or else the one that is over first.
func (g *Gate) evict() {
	var first netip.Prefix
	for address, until := range g.banned {
		if until.Before(time.Now()) {
			delete(g.banned, address)
		} else if !first.IsValid() || until.Before(g.banned[first]) {
			first = address
		}
	}
	if len(g.banned) >= maxBanned {
		delete(g.banned, first)
	}
}

// BannedFor returns how long c is still banned, 0 if it is not.
func (g *Gate) BannedFor(c net.Conn) time.Duration {
	address, remote := addressOf(c)
	if !remote {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(time.Until(g.banned[address]), 0)
}

// Listener returns l without the connections that g refuses, which are closed at once.
func (g *Gate) Listener(l net.Listener) net.Listener { return &listener{l, g} }

type listener struct {
	net.Listener
	gate *Gate
}

// Accept returns the next connection that is let in.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.gate.Admit(c) {
			return &conn{Conn: c, release: sync.OnceFunc(func() { l.gate.Release(c) })}, nil
		}
		_ = c.Close()
	}
}

// A conn tells its gate when it is closed.
type conn struct {
	net.Conn
	release func()
}

// Close closes the connection.
func (c *conn) Close() error {
	c.release()
	return c.Conn.Close()
}
