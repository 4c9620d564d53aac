package match

import (
	"fmt"
	"maps"
	"slices"
)

// Standings are the results of a match so far.
type Standings struct {
	Engines  []string
	Pairings []Pairing
	Usage    []Usage // of each engine

	SPRT    *SPRT // nil: none
	Verdict Verdict

	schedule schedule
	pending  map[int][2]*Game // games of pairs that are not complete, or not next
	nextPair int              // the pair to be counted next
	counted  int              // pairs counted
	repeats  repeats
	programs map[string]string // what engines call themselves, by their name in the match
}

// Pairing is the results of two engines against each other.
type Pairing struct {
	A, B        int   // indices of engines
	Games       Tally // as A sees them, as are the rest
	Pentanomial Pentanomial
	Sequence    []uint8 // the half points of each pair, in the order counted

	Repeated int // pairs that repeat others, which are counted in nothing but this
	Alike    int // pairs counted whose two games have the same moves
}

// newStandings returns the standings before the first game.
func newStandings(engines []string, s schedule, test *SPRT) *Standings {
	next, _ := s.block()
	st := &Standings{
		Engines: engines, Usage: make([]Usage, len(engines)), SPRT: test,
		schedule: s, pending: map[int][2]*Game{}, nextPair: next, programs: map[string]string{},
	}
	for _, p := range s.pairings {
		st.Pairings = append(st.Pairings, Pairing{A: p[0], B: p[1]})
	}
	for i := range st.Usage {
		st.Usage[i].Forfeits = map[ForfeitKind]int{}
	}
	return st
}

// checkGame returns an error if the match has no such game, or has it already, or
// if an engine is not the program that played the games before.
func (s *Standings) checkGame(g *Game) error {
	switch {
	case g.Pair < 0 || g.Pair >= s.schedule.pairs() || g.Leg < 0 || g.Leg > 1:
		return fmt.Errorf("game %s is not part of the match", g.Number())
	case !s.schedule.owns(g.Pair):
		return fmt.Errorf("game %s is not of shard %v", g.Number(), s.schedule.shard)
	case s.has(g.Pair, g.Leg):
		return fmt.Errorf("game %s has been played twice", g.Number())
	case !g.complete():
		return fmt.Errorf("game %s: its record is damaged", g.Number())
	}
	for engine, program := range g.programs() {
		if before := s.programs[engine]; before != "" && program != before {
			return fmt.Errorf("game %s: engine %s calls itself %q, and in the games before %q", g.Number(), engine, program, before)
		}
	}
	return nil
}

// Add adds a game and counts what can be counted. It fails if the match has no
// such game or has it already, or if it was played by other programs.
func (s *Standings) Add(g *Game) error {
	if err := s.checkGame(g); err != nil {
		return err
	}
	maps.Copy(s.programs, g.programs())
	games := s.pending[g.Pair]
	games[g.Leg] = g
	s.pending[g.Pair] = games
	for !s.Decided() && s.countPair() {
		if s.SPRT != nil {
			s.Verdict = s.SPRT.Verdict(s.Pairings[0].Pentanomial)
		}
	}
	return nil
}

// Decided reports whether the sequential test has ended the match.
func (s *Standings) Decided() bool { return s.Verdict != Undecided }

// has reports whether the game has been added.
func (s *Standings) has(pair, leg int) bool { return pair < s.nextPair || s.pending[pair][leg] != nil }

// missing returns what has yet to be played.
func (s *Standings) missing() []task {
	var tasks []task
	if s.Decided() {
		return nil
	}
	_, end := s.schedule.block()
	for pair := s.nextPair; pair < end; pair++ {
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
	games := s.pending[s.nextPair]
	if games[0] == nil || games[1] == nil {
		return false
	}
	delete(s.pending, s.nextPair)
	p := &s.Pairings[s.schedule.pairing(s.nextPair)]
	if !s.repeats.add(p, s.Engines, games) {
		s.countGames(p, games)
	}
	s.nextPair++
	s.counted++
	return true
}

// countGames counts a pair of games.
func (s *Standings) countGames(p *Pairing, games [2]*Game) {
	half := 0
	for _, g := range games {
		h := g.halfPoints()
		half += h
		p.Games.add(h)
		s.addUsage(s.schedule.engines(g.Pair, g.Leg), g)
	}
	p.Pentanomial[half]++
	p.Sequence = append(p.Sequence, uint8(half))
}

// Snapshot returns the standings as they are, which do not change any more. No game can be added
// to them.
func (s *Standings) Snapshot() *Standings {
	c := *s
	c.Pairings, c.Usage, c.pending = slices.Clone(s.Pairings), slices.Clone(s.Usage), maps.Clone(s.pending)
	for i := range c.Usage {
		c.Usage[i].Forfeits = maps.Clone(s.Usage[i].Forfeits)
	}
	c.programs, c.repeats = nil, repeats{}
	return &c
}

// Counted returns the number of games counted, or left out because they repeat others.
func (s *Standings) Counted() int { return 2 * s.counted }

// Waiting returns the number of games that are not counted because others that come
// before them in the schedule are missing.
func (s *Standings) Waiting() (games int) {
	if s.Decided() {
		return 0
	}
	for _, pair := range s.pending {
		for _, g := range pair {
			if g != nil {
				games++
			}
		}
	}
	return games
}

// Total returns the number of games of the whole match, or of the shard.
func (s *Standings) Total() int { return 2 * s.schedule.share() }

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

// add counts a game that gave that many half points.
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
