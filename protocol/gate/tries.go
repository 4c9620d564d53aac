package gate

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Tries limits how often each address may try a secret: some times at once, and then once
// in a while.
type Tries struct {
	Burst int
	Every time.Duration

	mu       sync.Mutex
	limiters map[netip.Prefix]*rate.Limiter
}

// Allow reports whether the peer at address, host:port, may try now. An address that
// cannot be read counts as one.
func (t *Tries) Allow(address string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := netip.Prefix{}
	if at, err := netip.ParseAddrPort(address); err == nil {
		key, _ = prefixOf(at.Addr()) // of an address there is always one
	}
	l := t.limiters[key]
	if l == nil {
		if len(t.limiters) >= maxBanned {
			t.forget()
		}
		if t.limiters == nil {
			t.limiters = map[netip.Prefix]*rate.Limiter{}
		}
		l = rate.NewLimiter(rate.Every(t.Every), t.Burst)
		t.limiters[key] = l
	}
	return l.Allow()
}

// forget removes the addresses that have not tried for long, or else all.
func (t *Tries) forget() {
	for key, l := range t.limiters {
		if l.Tokens() >= float64(t.Burst) {
			delete(t.limiters, key)
		}
	}
	if len(t.limiters) >= maxBanned {
		clear(t.limiters)
	}
}
