package match

// A schedule says who plays whom in which order. Every round gives each
// pairing one pair of games with the same opening.
type schedule struct {
	pairings [][2]int // indices of engines; the first has White in the first game
	rounds   int
}

// newSchedule returns a round robin of n engines or, as a gauntlet, the games
// of the first engine against each of the others.
func newSchedule(n, rounds int, gauntlet bool) schedule {
	s := schedule{rounds: rounds}
	for a := range n {
		for b := a + 1; b < n; b++ {
			s.pairings = append(s.pairings, [2]int{a, b})
		}
		if gauntlet {
			break
		}
	}
	return s
}

// pairs returns the number of pairs of games.
func (s *schedule) pairs() int { return s.rounds * len(s.pairings) }

// round returns the round a pair is in: see Match.opening.
func (s *schedule) round(pair int) int { return pair / len(s.pairings) }

// pairing returns the index of the pairing that a pair belongs to.
func (s *schedule) pairing(pair int) int { return pair % len(s.pairings) }

// engines returns the engines that have White and Black in a game.
func (s *schedule) engines(pair, leg int) [2]int {
	p := s.pairings[s.pairing(pair)]
	return [2]int{p[leg], p[1-leg]}
}
