package search

// FullSkill is the level at which an engine plays as well as it can.
const FullSkill = 10

// A skill is how an engine of some level is held back: it sees few positions,
// and it sees them wrongly.
type skill struct {
	nodes int64 // for a move; 0: no limit
	noise Score // by how much it may be wrong about a position, either way
}

// skills are the levels; 0 and FullSkill hold nothing back. Each from 2 to 9 is
// stronger than the one before it by 140 to 300 Elo in International, and by 95 to 310
// in English; in Losing 2 is as strong as 1, and 4 is 500 Elo above 3 (300 games a
// step, balanced random openings).
var skills = [FullSkill + 1]skill{
	1: {20, 250},
	2: {20, 120},
	3: {40, 40},
	4: {150, 60},
	5: {200, 40},
	6: {400, 25},
	7: {800, 15},
	8: {1_600, 8},
	9: {3_500, 0},
}

// limit returns l with the nodes the skill allows. Analysis is not held back.
func (s skill) limit(l Limits) Limits {
	if s.nodes > 0 && !l.Analyze && (l.Nodes == 0 || l.Nodes > s.nodes) {
		l.Nodes = s.nodes
	}
	return l
}

// mistake returns how wrong the engine is about the position with that hash:
// the same whenever it meets it, and with another seed something else.
func (s skill) mistake(hash, seed uint64) Score {
	if s.noise == 0 {
		return 0
	}
	mixed := (hash ^ seed) * 0x9E3779B97F4A7C15
	mixed = (mixed ^ mixed>>32) * 0xD6E8FEB86659FD93
	return Score(mixed>>33%uint64(2*s.noise+1)) - s.noise
}
