package match

import "time"

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

// addUsage adds what the engines, White's first, used in g.
func (s *Standings) addUsage(engines [2]int, g *Game) {
	forced := make([]bool, g.Plies())
	for _, i := range g.Forced {
		forced[i] = true
	}
	mover := g.firstMover()
	var wall [2]time.Duration
	for i, micros := range g.Micros {
		side := (mover + i) % 2
		took := time.Duration(micros) * time.Microsecond
		wall[side] += took
		s.Usage[engines[side]].addMove(took, g.Depths[i], g.Nodes[i], forced[i])
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
func (u *Usage) addMove(took time.Duration, depth int, nodes int64, forced bool) {
	u.Moves++
	u.Time += took
	u.Longest = max(u.Longest, took)
	if forced {
		u.Forced++
		return
	}
	e := &u.searched
	if depth <= 1 && nodes == 0 { // Stupol gives book moves the depth 1
		e = &u.unreported
	}
	e.Moves++
	e.Time += took
	e.Nodes += nodes
	e.Depths += int64(depth)
}
