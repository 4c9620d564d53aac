package match

import "stupol/bench/shard"

// A schedule says who plays whom in which order. Every round gives each
// pairing one pair of games with the same opening.
type schedule struct {
	pairings [][2]int // indices of engines; the first has White in the first game
	rounds   int      // of all shards together
	shard    shard.Shard
}

// newSchedule returns the schedule of a match of n engines: a round robin or, as a
// gauntlet, the games of the first engine against each of the others.
func newSchedule(n int, m *Match) schedule {
	s := schedule{rounds: m.Rounds, shard: m.Shard}
	for a := range n {
		for b := a + 1; b < n; b++ {
			s.pairings = append(s.pairings, [2]int{a, b})
		}
		if m.Gauntlet {
			break
		}
	}
	return s
}

// pairs returns the number of pairs of games of all shards together. Those of a shard
// have the numbers that they have in the whole match.
func (s *schedule) pairs() int { return s.rounds * len(s.pairings) }

// share returns the number of pairs of the shard.
func (s *schedule) share() int { return s.shard.Share(s.rounds) * len(s.pairings) }

// owns reports whether a pair is of the shard, which has whole rounds.
func (s *schedule) owns(pair int) bool { return s.shard.Has(s.round(pair)) }

// next returns the first pair of the shard that is not before pair.
func (s *schedule) next(pair int) int {
	for pair < s.pairs() && !s.owns(pair) {
		pair++
	}
	return pair
}

// round returns the round a pair is in: see Match.opening.
func (s *schedule) round(pair int) int { return pair / len(s.pairings) }

// pairing returns the index of the pairing that a pair belongs to.
func (s *schedule) pairing(pair int) int { return pair % len(s.pairings) }

// engines returns the engines that have White and Black in a game.
func (s *schedule) engines(pair, leg int) [2]int {
	p := s.pairings[s.pairing(pair)]
	return [2]int{p[leg], p[1-leg]}
}
