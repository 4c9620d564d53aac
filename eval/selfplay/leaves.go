package selfplay

import (
	"context"
	"math/rand/v2"

	"stupol/movegen"
)

// A sampler is the Observer that draws leaves: some of the positions that a
// search evaluates, each with the same probability (reservoir sampling).
type sampler struct {
	random *rand.Rand // of the present game
	size   int        // of the sample
	seen   int
	sample []movegen.Position
}

// reset starts a sample of that many positions.
func (s *sampler) reset(size int) { s.size, s.seen, s.sample = size, 0, s.sample[:0] }

// Evaluated is called by the search with each position that it evaluates.
func (s *sampler) Evaluated(p *movegen.Position) {
	s.seen++
	switch {
	case len(s.sample) < s.size:
		s.sample = append(s.sample, *p)
	case s.size > 0:
		if i := s.random.IntN(s.seen); i < s.size {
			s.sample[i] = *p
		}
	}
}

// scoreLeaves searches the sample of the last search and adds it to the leaves of a
// record. It leaves out positions with a capture, which the search evaluates only where
// a line is too long.
func (p *player) scoreLeaves(ctx context.Context, record *Game) error {
	sample := p.sampler.sample
	p.sampler.reset(0) // no leaves of the searches in balanced
	for i := range sample {
		s := &sample[i]
		at := movegen.NewPosition(s.Turn, s.Pieces[movegen.White], s.Pieces[movegen.Black], s.Kings)
		if p.rules.HasCapture(&at) {
			continue
		}
		found, err := searchNodes(ctx, p.leafSearcher, movegen.NewGameFrom(p.rules, at, p.draws), p.LeafNodes)
		if err != nil {
			return err
		}
		switch {
		case !found.Any:
			continue
		case found.Proof == "":
		case found.Score < 0:
			found.Score = -Decided
		default:
			found.Score = Decided
		}
		record.Leaves = append(record.Leaves, Leaf{at, p.scores.storable(found.Score)})
	}
	return nil
}
