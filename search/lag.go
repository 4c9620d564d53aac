package search

import "time"

// A lagMeter learns from the clock what a move costs besides its search: on
// the way to the clock, or because the machine had other work. Whoever sends
// the clock of the next move tells what was lost at the last one. It also learns
// for how long other work has kept searches from ending at their hard limit.
type lagMeter struct {
	lag      time.Duration // the most of late: an old one fades
	stall    time.Duration // the same of what searches took beyond their hard limit
	expected time.Duration // what the clock would show now, had nothing been lost
	expects  bool          // expected means something
}

const (
	// lagFades and stallFades are the parts of a lag and of a stall that are
	// forgotten with each move.
	lagFades   = 8
	stallFades = 32

	// longestLag is the longest loss that counts as lag. A longer one has another
	// reason: another game, a move taken back.
	longestLag = 500 * time.Millisecond
)

// read takes the lag of the last move from the clock before the next, and
// returns that to expect of it; none if there is no clock.
func (m *lagMeter) read(c *Clock) time.Duration {
	if c == nil {
		return 0
	}
	m.lag -= m.lag / lagFades
	if lost := m.expected - c.Remaining; m.expects && lost > m.lag && lost <= longestLag {
		m.lag = lost
	}
	m.expects = false
	return m.lag
}

// expect works out what the clock should show before the next move, after a
// search under l that took so long, of at most hard. Of one that began in the
// opponent's time it cannot tell.
func (m *lagMeter) expect(l *Limits, took, hard time.Duration) {
	if m.expects = l.Clock != nil && l.Ponder == nil; m.expects {
		m.expected = l.Clock.Remaining + l.Clock.Increment - took
		if hard > 0 { // a forced move has no limit to overstep
			m.stall = min(max(m.stall-m.stall/stallFades, took-hard), longestLag)
		}
	}
}
