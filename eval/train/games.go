package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"stupol/eval/selfplay"
	"stupol/movegen"
)

// reserved says which games are kept back to judge by: every so manieth.
const reserved = 25

// gamesPerReport is after how many games there is a report.
const gamesPerReport = 100

// A source is some of the games: those that were played in the same way.
type source struct {
	header selfplay.Header // with no shard
	games  int
}

// Load adds the games of a file of stupol selfplay. A file that is still being
// written is read as far as it goes.
func (t *Trainer) Load(ctx context.Context, in io.Reader) error {
	r, err := selfplay.NewReader(in)
	if err != nil {
		return err
	}
	if name := r.Header().Variant; name != t.rules.Name {
		return fmt.Errorf("games of %s, not of %s", name, t.rules.Name)
	}
	from := t.sourceOf(r.Header())
	for ctx.Err() == nil {
		g, err := r.Next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
		t.games++
		from.games++
		if err := t.addGame(&g); err != nil {
			return err
		}
		if t.games%gamesPerReport == 0 {
			t.report("reading games", t.games, 0)
		}
	}
	return ctx.Err()
}

// sourceOf returns the source with that header.
func (t *Trainer) sourceOf(h selfplay.Header) *source {
	h.Shard, h.Shards = 0, 1
	for _, s := range t.sources {
		if s.header == h {
			return s
		}
	}
	s := &source{header: h}
	t.sources = append(t.sources, s)
	return s
}

// addGame adds the positions of g score learning from. Games are learned from
// or judged by as a whole, as their positions resemble each other.
func (t *Trainer) addGame(g *selfplay.Game) error {
	set := t.train
	if t.games%reserved == 0 {
		set = t.heldOut
	}
	results, settled := resultsOf(g.Outcome), lastRandom(g)+1
	p := g.Start
	for ply, m := range g.Moves {
		if ply >= g.Opening && g.Scores[ply] != selfplay.NoScore && t.isOpen(&p) {
			result := float32(noResult)
			if ply >= settled {
				result = results[p.Turn]
			}
			s := newSample(&p, result, float32(g.Scores[ply]))
			if err := set.add(&s); err != nil {
				return err
			}
		}
		p = t.rules.Play(&p, m)
	}
	for i := range g.Leaves {
		leaf := &g.Leaves[i]
		if !t.isOpen(&leaf.Position) {
			continue
		}
		s := newSample(&leaf.Position, noResult, float32(leaf.Score))
		if err := set.add(&s); err != nil {
			return err
		}
	}
	return nil
}

// lastRandom returns the ply of the last move of g that was drawn at random, -1 if
// there is none. A result says nothing about the positions before: that move may
// have thrown away what they were worth.
func lastRandom(g *selfplay.Game) int {
	for ply, random := range slices.Backward(g.Random) {
		if random {
			return ply
		}
	}
	return -1
}

// isOpen reports whether p is quiet and has more pieces than the databases
// know: an evaluation may be asked about it.
func (t *Trainer) isOpen(p *movegen.Position) bool {
	return p.Occupied().Len() > t.options.Known && !t.rules.HasCapture(p)
}

// resultsOf returns what both sides get for an outcome.
func resultsOf(o movegen.Outcome) [2]float32 {
	switch o {
	case movegen.WhiteWins:
		return [2]float32{movegen.White: 1, movegen.Black: 0}
	case movegen.BlackWins:
		return [2]float32{movegen.White: 0, movegen.Black: 1}
	}
	return [2]float32{0.5, 0.5}
}
