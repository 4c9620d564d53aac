package search

import (
	"stupol/eval"
	"stupol/movegen"
)

// evals are evaluations that a worker made, by the lowest bits of the hash of the
// position: of all that share a place, the last, below the rest of the hash. Of
// those asked for in a search 27 in 100 are there, 46 of those for pruning and 17 of
// those in quiescence (bench at depth 15), as positions come up again by other moves
// and at the next depth. Twice the space makes the search slower.
type evals [1 << evalBits]uint64

// evalBits makes 128 KB, a fraction of a processor's own cache.
const evalBits = 14

// evalWidth is how many bits an evaluation takes.
const evalWidth = 16

// of returns what e says of p, within ±MaxEval.
func (known *evals) of(e *eval.Evaluator, p *movegen.Position) Score {
	this := &known[p.Hash&(1<<evalBits-1)]
	if *this>>evalWidth != p.Hash>>evalWidth {
		score := min(max(Score(e.Evaluate(p)), -MaxEval), MaxEval)
		*this = p.Hash>>evalWidth<<evalWidth | uint64(uint16(score))
	}
	return Score(int16(*this))
}
