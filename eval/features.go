package eval

import "stupol/movegen"

// Features are the features of a position in a learned evaluation: everything that has a
// weight.
type Features struct {
	Ours, Theirs         [MaxPatterns]uint32 // indices of the patterns of both sides
	OurKings, TheirKings movegen.Bits        // each as its side sees them
	Counts               [NumCounts]int32    // ours minus theirs
	Opening              float64             // the phase: weight of the opening values, 0 to 1
	Lead                 int                 // our pieces minus theirs, within maxLead

	// Divisors are the divisors of the score if the side to move is ahead and if
	// it is behind: from 1 to DrawishDivisor.
	Divisors [2]int
}

// Patterns returns the number of patterns of a side.
func (e *Evaluator) Patterns() int { return e.board.numPatterns() }

// Features returns the features of p for the side to move.
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
	f.OurKings, f.TheirKings = p.KingsOf(p.Turn), b.turn.Of(p.KingsOf(p.Turn.Opponent()))
	if p.Turn == movegen.Black {
		f.OurKings, f.TheirKings = b.turn.Of(f.OurKings), b.turn.Of(f.TheirKings)
	}
	f.Counts = b.counts(e.rules, p)
	start := e.rules.Start()
	f.Lead = clampLead(p.Pieces[p.Turn&1].Len() - p.Pieces[p.Turn.Opponent()&1].Len())
	f.Opening = min(1, float64(p.Occupied().Len())/float64(start.Occupied().Len()))
	f.Divisors = [2]int{e.divisor(p, 1), e.divisor(p, -1)}
	return f
}

// Drawish reports whether one of the sides hardly ever wins even if it is ahead.
func (f *Features) Drawish() bool { return max(f.Divisors[0], f.Divisors[1]) == DrawishDivisor }

// Divisor returns the divisor of a score.
func (f *Features) Divisor(score float64) int {
	if score < 0 {
		return f.Divisors[1]
	}
	return f.Divisors[0]
}
