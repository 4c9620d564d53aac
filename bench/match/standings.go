package match

import (
	"fmt"
	"maps"
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
	st := &Standings{
		Engines: engines, Usage: make([]Usage, len(engines)), SPRT: test,
		schedule: s, pending: map[int][2]*Game{}, nextPair: s.next(0), programs: map[string]string{},
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
	for pair := s.schedule.next(0); pair < s.schedule.pairs(); pair = s.schedule.next(pair + 1) {
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
	s.nextPair = s.schedule.next(s.nextPair + 1)
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

// Usage is the time and nodes an engine used, and its forfeits.
type Usage struct {
	Moves    int
	Forced   int           // of them, those without a choice
	Time     time.Duration // for all moves
	Longest  time.Duration // the longest time for one move
	Forfeits map[ForfeitKind]int

	// CPU is the processor time that its programs used in games in which that is
	// known; Wall is the time of its moves in those. CPU is smaller than Wall where
	// a search of one thread had to wait for a processor.
	CPU, Wall time.Duration

	searched   Effort // moves with nodes or a depth of more than 1
	unreported Effort // the others
}

// Effort is the time and nodes of moves with a choice.
type Effort struct {
	Moves  int
	Time   time.Duration
	Nodes  int64 // by the engine's own count
	Depths int64 // sum of the depths it gave
}

// Effort returns the time and nodes of the moves that count for averages: those
// with a choice that were searched. A move without nodes and not even two plies deep was
// not, as when it is from the engine's book; but for an engine that never reports them,
// as over DXP, all moves count.
func (u *Usage) Effort() Effort {
	if u.searched.Moves > 0 {
		return u.searched
	}
	return u.unreported
}

// PerMove returns the mean time for a move.
func (e Effort) PerMove() time.Duration { return e.Time / time.Duration(max(e.Moves, 1)) }

// Depth returns the mean depth of a move.
func (e Effort) Depth() float64 { return float64(e.Depths) / float64(max(e.Moves, 1)) }

// NodesPerMove returns the mean number of nodes for a move.
func (e Effort) NodesPerMove() int64 { return e.Nodes / int64(max(e.Moves, 1)) }

// Speed returns nodes a second.
func (e Effort) Speed() float64 {
	if e.Time == 0 {
		return 0
	}
	return float64(e.Nodes) / e.Time.Seconds()
}

// CPUShare returns the share of its thinking time in which the engine had a
// processor, more than 1 for one with several threads; ok is false if it is not
// known.
func (u *Usage) CPUShare() (share float64, ok bool) {
	if u.Wall == 0 {
		return 0, false
	}
	return u.CPU.Seconds() / u.Wall.Seconds(), true
}

// CPUPerMove returns the mean processor time for a move; ok is false if it is not known.
func (u *Usage) CPUPerMove() (d time.Duration, ok bool) {
	share, ok := u.CPUShare()
	return time.Duration(share * float64(u.Effort().PerMove())), ok
}

// addUsage adds what the engines, White's first, used in g.
func (s *Standings) addUsage(engines [2]int, g *Game) {
	var wall [2]time.Duration
	for i, ply := range g.Plies {
		side := g.mover(i)
		wall[side] += ply.Spent
		s.Usage[engines[side]].addMove(&ply)
	}
	for side, micros := range g.CPU {
		if micros > 0 {
			u := &s.Usage[engines[side]]
			u.CPU += time.Duration(micros) * time.Microsecond
			u.Wall += wall[side]
		}
	}
	if g.Forfeit != "" {
		s.Usage[engines[g.loser()]].Forfeits[g.Forfeit]++
	}
}

// addMove adds a move.
func (u *Usage) addMove(p *Ply) {
	u.Moves++
	u.Time += p.Spent
	u.Longest = max(u.Longest, p.Spent)
	if p.Forced {
		u.Forced++
		return
	}
	e := &u.searched
	if p.Depth <= 1 && p.Nodes == 0 { // Stupol gives book moves the depth 1
		e = &u.unreported
	}
	e.Moves++
	e.Time += p.Spent
	e.Nodes += p.Nodes
	e.Depths += int64(p.Depth)
}
