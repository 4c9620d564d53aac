package match

import (
	"fmt"
	"time"
)

// Standings are the results of a match so far.
type Standings struct {
	Engines  []string
	Pairings []Pairing
	Usage    []Usage // of each engine

	SPRT    *SPRT // nil: none
	Verdict Verdict

	schedule schedule
	early    map[int][2]*Game // games whose turn to be counted has not come
	next     int              // the pair to be counted next
}

// Pairing is what two engines did to each other.
type Pairing struct {
	A, B     int   // indices of engines
	Games    Tally // as A sees them, as are the rest
	Pairs    Pairs
	Sequence []uint8 // the half points of each pair, in the order counted
}

// Usage is what an engine used and did wrong.
type Usage struct {
	Moves   int
	Time    time.Duration
	Longest time.Duration // the longest time for one move
	Nodes   int64         // by its own count
	Depths  int64         // sum of the depths it gave
	Faults  map[FaultKind]int
}

// PerMove returns the mean time for a move.
func (u *Usage) PerMove() time.Duration { return u.Time / time.Duration(max(u.Moves, 1)) }

// newStandings returns the standings before the first game.
func newStandings(engines []string, s schedule, test *SPRT) *Standings {
	st := &Standings{
		Engines: engines, Usage: make([]Usage, len(engines)), SPRT: test,
		schedule: s, early: map[int][2]*Game{},
	}
	for _, p := range s.pairings {
		st.Pairings = append(st.Pairings, Pairing{A: p[0], B: p[1]})
	}
	for i := range st.Usage {
		st.Usage[i].Faults = map[FaultKind]int{}
	}
	return st
}

// Add adds a game and counts what can be counted. It fails if the match has no
// such game or has it already.
func (s *Standings) Add(g *Game) error {
	if g.Pair < 0 || g.Pair >= s.schedule.pairs() || g.Leg < 0 || g.Leg > 1 {
		return fmt.Errorf("game %d.%d is not part of the match", g.Pair, g.Leg)
	}
	if s.has(g.Pair, g.Leg) {
		return fmt.Errorf("game %d.%d has been played twice", g.Pair, g.Leg)
	}
	games := s.early[g.Pair]
	games[g.Leg] = g
	s.early[g.Pair] = games
	for !s.Decided() && s.countPair() {
		if s.SPRT != nil {
			s.Verdict = s.SPRT.Verdict(s.Pairings[0].Pairs)
		}
	}
	return nil
}

// Decided reports whether the sequential test has ended the match.
func (s *Standings) Decided() bool { return s.Verdict != Undecided }

// has reports whether the game has been added.
func (s *Standings) has(pair, leg int) bool { return pair < s.next || s.early[pair][leg] != nil }

// missing returns what has yet to be played.
func (s *Standings) missing() []task {
	var tasks []task
	if s.Decided() {
		return nil
	}
	for pair := range s.schedule.pairs() {
		var legs []int
		for leg := range 2 {
			if !s.has(pair, leg) {
				legs = append(legs, leg)
			}
		}
		if legs != nil {
			tasks = append(tasks, task{pair, legs})
		}
	}
	return tasks
}

// countPair counts the next pair if both its games are there.
func (s *Standings) countPair() bool {
	games := s.early[s.next]
	if games[0] == nil || games[1] == nil {
		return false
	}
	delete(s.early, s.next)
	p := &s.Pairings[s.schedule.pairing(s.next)]
	half := 0
	for _, g := range games {
		h := g.halfPoints()
		half += h
		p.Games.add(h)
		s.use(s.schedule.colors(g.Pair, g.Leg), g)
	}
	p.Pairs[half]++
	p.Sequence = append(p.Sequence, uint8(half))
	s.next++
	return true
}

// Counted returns the number of games counted.
func (s *Standings) Counted() int { return 2 * s.next }

// Total returns the number of games of the whole match.
func (s *Standings) Total() int { return 2 * s.schedule.pairs() }

// Of returns the games of one engine against all others.
func (s *Standings) Of(engine int) Tally {
	var sum Tally
	for _, p := range s.Pairings {
		t := p.Games
		switch engine {
		case p.A:
		case p.B:
			t = t.Swapped()
		default:
			continue
		}
		sum.Wins += t.Wins
		sum.Draws += t.Draws
		sum.Losses += t.Losses
	}
	return sum
}

// use adds what the engines used in g.
func (s *Standings) use(engines [2]int, g *Game) {
	mover := g.firstMover()
	for i, micros := range g.Micros {
		u := &s.Usage[engines[(mover+i)%2]]
		took := time.Duration(micros) * time.Microsecond
		u.Moves++
		u.Time += took
		u.Longest = max(u.Longest, took)
		u.Nodes += g.Nodes[i]
		u.Depths += int64(g.Depths[i])
	}
	if g.Fault != "" {
		s.Usage[engines[g.loser()]].Faults[g.Fault]++
	}
}

// add counts a game that gave so many half points.
func (t *Tally) add(halfPoints int) {
	switch halfPoints {
	case 0:
		t.Losses++
	case 1:
		t.Draws++
	case 2:
		t.Wins++
	}
}
