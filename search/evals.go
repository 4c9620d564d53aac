package search

import (
	"stupol/eval"
	"stupol/movegen"
)

// evals are evaluations that a worker made, by the hash of the position: of all
// that share a place, the last. Of those asked for in a search 27 in 100 are there,
// 46 of those for pruning and 17 of those in quiescence (bench at depth 15), as
// positions come up again by other moves and at the next depth. Four times the
// space made the search no faster.
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
