package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"stupol/book/endgame"
	"stupol/eval/files/input"
	"stupol/eval/selfplay"
	"stupol/movegen"
)

// heldOutEvery says which games are held out: every 25th.
const heldOutEvery = 25

// gamesPerReport is the number of games between two reports of progress.
const gamesPerReport = 100

// A run counts the games loaded that were played with the same settings.
type run struct {
	header selfplay.Header // that of all shards: Shard 0 of 1
	games  int
}

// Load adds the games of a file of stupol selfplay. It reads a file that is still
// being written up to its last complete chunk.
func (t *Trainer) Load(ctx context.Context, in io.Reader) error {
	r, err := selfplay.NewReader(in)
	if err != nil {
		return err
	}
	if name := r.Header().Variant; name != t.rules.Name {
		return fmt.Errorf("games of %s, not of %s", name, t.rules.Name)
	}
	run := t.runOf(r.Header())
	for ctx.Err() == nil {
		g, err := r.Next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
		t.games++
		run.games++
		if err := t.addGame(&g); err != nil {
			return err
		}
		if t.games%gamesPerReport == 0 {
			t.report("reading games", t.games, 0)
		}
	}
	return ctx.Err()
}

// runOf returns the run with header h, shards aside.
func (t *Trainer) runOf(h selfplay.Header) *run {
	h = h.Whole()
	for _, r := range t.runs {
		if r.header == h {
			return r
		}
	}
	r := &run{header: h}
	t.runs = append(t.runs, r)
	return r
}

// addGame adds the usable positions and leaves of g to the training set or to the
// held-out set. All of a game go to the same set, because they resemble each other.
func (t *Trainer) addGame(g *selfplay.Game) error {
	set := t.train
	if t.games%heldOutEvery == 0 {
		set = t.heldOut
	}
	outcome, end := t.outcome(g)
	results, afterRandom := resultsOf(outcome), lastRandom(g.Random[:end])+1
	p := g.Start
	for ply, m := range g.Moves {
		if ply >= g.Opening && g.Scores[ply] != selfplay.NoScore && t.isUsable(&p) {
			result := results[p.Turn]
			if ply < afterRandom {
				result = noResult
			}
			if err := t.addPosition(set, &p, result, g.Scores[ply]); err != nil {
				return err
			}
		}
		p = t.rules.Play(&p, m)
	}
	for i := range g.Leaves {
		leaf := &g.Leaves[i]
		if !t.isUsable(&leaf.Position) {
			continue
		}
		result, score := t.labelOf(leaf)
		if err := t.addPosition(set, &leaf.Position, result, score); err != nil {
			return err
		}
	}
	return nil
}

// labelOf returns the result and the score of a leaf. It has no result unless its search
// proves one, and not even then if options give a score in its place.
func (t *Trainer) labelOf(leaf *selfplay.Leaf) (result float32, score int) {
	if leaf.Score != selfplay.Decided && leaf.Score != -selfplay.Decided {
		return leafResult, leaf.Score
	}
	score, result = int(math.Round(t.options.Decided*t.options.Scale)), 1+knownResult
	if leaf.Score < 0 {
		score, result = -score, 0+knownResult
	}
	if t.options.Decided != 0 {
		return leafResult, score
	}
	return result, leaf.Score
}

// UseDatabases has the values of d replace the results of all positions that it knows, and
// the results of games that come to one. Call it before Load.
func (t *Trainer) UseDatabases(d *endgame.Database) { t.prober = d.Prober() }

// addPosition adds a quiet position to a set, with that result unless databases prove
// another.
func (t *Trainer) addPosition(set *sampleSet, p *movegen.Position, result float32, score int) error {
	if t.prober != nil {
		if o := t.prober.Outcome(p); o != movegen.Ongoing {
			result = resultsOf(o)[p.Turn] + knownResult
		}
	}
	s := newSample(p, result, float32(score))
	return set.add(&s)
}

// outcome returns the outcome of g and the ply it is known from: of the first position
// after the opening whose outcome the databases prove, or else of the end.
func (t *Trainer) outcome(g *selfplay.Game) (o movegen.Outcome, ply int) {
	p := g.Start
	for ply, m := range g.Moves {
		if t.prober != nil && ply >= g.Opening {
			if o := t.prober.Outcome(&p); o != movegen.Ongoing {
				return o, ply
			}
		}
		p = t.rules.Play(&p, m)
	}
	return g.Outcome, len(g.Moves)
}

// lastRandom returns the ply of the last random move, or -1. Positions up to there have no
// result: the random move may have thrown away what they promised.
func lastRandom(moves []bool) int {
	for ply, random := range slices.Backward(moves) {
		if random {
			return ply
		}
	}
	return -1
}

// isUsable reports whether the search may evaluate p: it is quiet and has more pieces
// than the endgame databases.
func (t *Trainer) isUsable(p *movegen.Position) bool {
	return p.Occupied().Len() > t.options.DatabasePieces && !t.rules.HasCapture(p)
}

// resultsOf returns the results of both sides, by color; noResult if the game was stopped.
func resultsOf(o movegen.Outcome) [2]float32 {
	switch o {
	case movegen.WhiteWins:
		return [2]float32{movegen.White: 1, movegen.Black: 0}
	case movegen.BlackWins:
		return [2]float32{movegen.White: 0, movegen.Black: 1}
	case movegen.Drawn:
		return [2]float32{0.5, 0.5}
	}
	return [2]float32{noResult, noResult}
}

// LoadFiles adds the games of files.
func (t *Trainer) LoadFiles(ctx context.Context, names []string) error {
	for _, name := range names {
		file, err := input.Open(name)
		if err != nil {
			return err
		}
		err = t.Load(ctx, file)
		file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
