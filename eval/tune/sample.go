package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"stupol/eval"
	"stupol/eval/selfplay"
	"stupol/movegen"
)

// A sample is a position to learn from. It takes 48 bytes: a hundred million
// of them fit into the memory of a workstation.
type sample struct {
	white, black, kings movegen.Bits
	hash                uint64
	result              float32 // what the side to move got: 1 a win, 0.5 a draw, 0 a loss
	score               float32 // what the search said, in hundredths of a man
	turn                movegen.Color
}

// position returns the position of s.
func (s *sample) position() movegen.Position {
	return movegen.Position{Pieces: [2]movegen.Bits{s.white, s.black}, Kings: s.kings, Turn: s.turn}
}

// target returns what the side to move may expect, 0 to 1: a mean of what it
// got and of what the search believed, which has the weight trust, if scale
// hundredths of a man are a logit.
func (s *sample) target(trust, scale float64) float32 {
	return float32((1-trust)*float64(s.result) + trust*chance(float64(s.score)/scale))
}

// A set is what there is to learn from, apart from what is kept back to judge
// the result by.
type set struct {
	rules        *movegen.Rules
	eyes         *eval.Evaluator // sees features
	games        int
	train, judge []sample
}

// reserved says which games are kept back: every so manieth.
const reserved = 25

// load adds the games of a file to s. Games go to one part as a whole, as
// their positions resemble each other.
func (s *set) load(in io.Reader, o *Options) error {
	r, err := selfplay.NewReader(in)
	if err != nil {
		return err
	}
	if name := r.Header().Variant; name != s.rules.Name {
		return fmt.Errorf("games of %s, not of %s", name, s.rules.Name)
	}
	for {
		g, err := r.Next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil // the end, or as far as it has been written
		case err != nil:
			return err
		}
		part := &s.train
		if s.games++; s.games%reserved == 0 {
			part = &s.judge
		}
		*part = s.addGame(*part, &g, o)
	}
}

// addGame appends the positions of g worth learning from: those after the
// opening that are quiet, with more pieces than the databases know.
func (s *set) addGame(part []sample, g *selfplay.Game, o *Options) []sample {
	result := [2]float32{0.5, 0.5}
	switch g.Outcome {
	case movegen.WhiteWins:
		result = [2]float32{movegen.White: 1, movegen.Black: 0}
	case movegen.BlackWins:
		result = [2]float32{movegen.White: 0, movegen.Black: 1}
	}
	p := g.Start
	for ply, m := range g.Moves {
		if ply >= g.Opening && g.Scores[ply] != selfplay.NoScore &&
			p.Occupied().Len() > o.Known && !s.rules.HasCapture(&p) {
			part = append(part, sample{
				white: p.Pieces[movegen.White], black: p.Pieces[movegen.Black], kings: p.Kings,
				hash: p.Hash, turn: p.Turn,
				result: result[p.Turn], score: float32(g.Scores[ply]),
			})
		}
		p = s.rules.Play(&p, m)
	}
	return part
}

// merged returns part with the samples of the same position made into one
// with the mean of their results and scores.
func merged(part []sample) []sample {
	slices.SortFunc(part, func(a, b sample) int { return cmp.Compare(a.hash, b.hash) })
	kept := part[:0]
	for first := 0; first < len(part); {
		end, sum := first+1, part[first]
		for ; end < len(part) && part[end].hash == sum.hash; end++ {
			sum.result += part[end].result
			sum.score += part[end].score
		}
		sum.result /= float32(end - first)
		sum.score /= float32(end - first)
		kept = append(kept, sum)
		first = end
	}
	return kept
}
