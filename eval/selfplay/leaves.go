package selfplay

import (
	"context"
	"math/rand/v2"

	"stupol/movegen"
)

// A sampler keeps some of the positions that a search evaluates, any as likely as
// any other (reservoir sampling).
type sampler struct {
	random *rand.Rand // of the present game
	wanted int
	seen   int
	kept   []movegen.Position
}

// begin makes s ready for another search, of which it is to keep so many.
func (s *sampler) begin(wanted int) { s.wanted, s.seen, s.kept = wanted, 0, s.kept[:0] }

// Evaluated takes note of a position.
func (s *sampler) Evaluated(p *movegen.Position) {
	s.seen++
	switch {
	case len(s.kept) < s.wanted:
		s.kept = append(s.kept, *p)
	case s.wanted > 0:
		if i := s.random.IntN(s.seen); i < s.wanted {
			s.kept[i] = *p
		}
	}
}

// judgeLeaves adds what the sampler has kept of the last search, judged by searches
// of their own, to a record. The search may evaluate positions with a capture where a
// line is too long; these are left out.
func (p *player) judgeLeaves(ctx context.Context, record *Game) error {
	kept := p.sampler.kept
	p.sampler.begin(0) // of the searches for the balance
	for i := range kept {
		at := movegen.NewPosition(kept[i].Turn, kept[i].Pieces[movegen.White], kept[i].Pieces[movegen.Black], kept[i].Kings)
		if p.rules.HasCapture(&at) {
			continue
		}
		found, err := think(ctx, p.judge, movegen.NewGameFrom(p.rules, at, p.draws), p.LeafNodes)
		if err != nil {
			return err
		}
		if found.Found {
			record.Leaves = append(record.Leaves, Leaf{at, rounded(int(found.Score))})
		}
	}
	return nil
}
