package search

import (
	"stupol/eval"
	"stupol/movegen"
)

// evals are evaluations that a worker made, by the hash of the position: of all
// that share a place, the last. A third of those asked for in a search are there,
// as positions come up again by other moves and at the next depth. In four times
// the space 2 in 5 were, and the search was slower.
type evals [1 << evalBits]struct {
	hash  uint64
	score int32
}

// evalBits makes 256 KB, a fraction of a processor's own cache.
const evalBits = 14

// of returns what e says of p.
func (known *evals) of(e *eval.Evaluator, p *movegen.Position) Score {
	this := &known[p.Hash>>(64-evalBits)]
	if this.hash != p.Hash {
		this.hash, this.score = p.Hash, int32(e.Evaluate(p))
	}
	return Score(this.score)
}
