package eval

import "stupol/movegen"

// Features are what a learned evaluation sees in a position: everything its
// score is a sum of. Training fits weights to them.
type Features struct {
	Ours, Theirs         [MaxWindows]uint32 // codes of the windows of both sides
	OurKings, TheirKings movegen.Bits       // each as its side sees them
	Counts               [NumCounts]int32   // ours less theirs
	Opening              float64            // how much the opening values count, 0 to 1

	// Drawish is set where a side that is ahead cannot expect to win; see
	// drawish. The sum of the features says little there.
	Drawish bool
}

// Windows returns how many windows each side has.
func (e *Evaluator) Windows() int { return e.board.windows }

// Features returns what e sees in p, from the side to move.
func (e *Evaluator) Features(p *movegen.Position) Features {
	b := e.board
	us, them := b.side(p, p.Turn), b.side(p, p.Turn.Opponent())
	f := Features{OurKings: us.kings, TheirKings: them.kings}
	for i := range b.windows {
		f.Ours[i], f.Theirs[i] = b.window(&us, i), b.window(&them, i)
	}
	f.Counts = b.counts(e.rules, &us, &them)
	start := e.rules.Start()
	f.Opening = min(1, float64(p.Occupied().Len())/float64(start.Occupied().Len()))
	f.Drawish = drawish(e.rules, &us, &them, 1) || drawish(e.rules, &us, &them, -1)
	return f
}
