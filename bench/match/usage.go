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

// CPUPerMove returns the mean processor time for a move; ok is false if it is not known.
func (u *Usage) CPUPerMove() (d time.Duration, ok bool) {
	share, ok := u.CPUShare()
	return time.Duration(share * float64(u.Effort().PerMove())), ok
}

// addUsage adds what the engines, White's first, used in g.
func (s *Standings) addUsage(engines [2]int, g *Game) {
	var wall [2]time.Duration
	for i, ply := range g.Plies {
		side := g.Mover(i)
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
