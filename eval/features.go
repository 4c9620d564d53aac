package eval

import "stupol/movegen"

// Features are what a learned evaluation sees in a position: everything that has
// a weight. Training fits weights to them.
type Features struct {
	Ours, Theirs         [MaxPatterns]uint32 // indices of the patterns of both sides
	OurKings, TheirKings movegen.Bits        // each as its side sees them
	Counts               [NumCounts]int32    // ours less theirs
	Opening              float64             // how much the opening values count, 0 to 1
	Lead                 int                 // pieces that we are ahead, at most maxLead

	// Divisors are what the score is divided by if the side to move is ahead,
	// and if it is behind: more than 1 in drawish endings, DrawishDivisor at
	// most.
	Divisors [2]int
}

// Patterns returns how many patterns each side has.
func (e *Evaluator) Patterns() int { return e.board.numPatterns() }

// Features returns what e sees in p, from the side to move.
func (e *Evaluator) Features(p *movegen.Position) Features {
	b := e.board
	var f Features
	ours, theirs := b.indices(p.Men(movegen.White), p.Men(movegen.Black))
	if p.Turn == movegen.Black {
		ours, theirs = theirs, ours
	}
	for i := range b.numPatterns() {
		f.Ours[i], f.Theirs[i] = ours.at(i), theirs.at(i)
	}
	f.OurKings, f.TheirKings = p.KingsOf(p.Turn), b.turned(p.KingsOf(p.Turn.Opponent()))
	if p.Turn == movegen.Black {
		f.OurKings, f.TheirKings = b.turned(f.OurKings), b.turned(f.TheirKings)
	}
	f.Counts = b.counts(e.rules, p)
	start := e.rules.Start()
	f.Lead = clampLead(p.Pieces[p.Turn&1].Len() - p.Pieces[p.Turn.Opponent()&1].Len())
	f.Opening = min(1, float64(p.Occupied().Len())/float64(start.Occupied().Len()))
	f.Divisors = [2]int{e.divisor(p, 1), e.divisor(p, -1)}
	return f
}

// Drawish reports whether a side that is ahead cannot expect to win, so that the
// sum of the features says little.
func (f *Features) Drawish() bool { return max(f.Divisors[0], f.Divisors[1]) == DrawishDivisor }

// Divisor returns what a score is divided by.
func (f *Features) Divisor(score float64) int {
	if score < 0 {
		return f.Divisors[1]
	}
	return f.Divisors[0]
}
