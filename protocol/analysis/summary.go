package analysis

import "stupol/movegen"

// A Summary is what there is to say of the moves of one side.
type Summary struct {
	Moves                            int     // that count
	Accuracy                         float64 // their mean, 0 to 100; meaningless without moves
	Loss                             float64 // the mean loss of chances, 0 to 1
	Inaccuracies, Mistakes, Blunders int
	OnlyMoves                        int
}

// Summarize returns the summary of each side.
func Summarize(all []Judgement) map[movegen.Color]*Summary {
	sides := map[movegen.Color]*Summary{movegen.White: {}, movegen.Black: {}}
	for i := range all {
		sides[all[i].Color].add(&all[i])
	}
	for _, s := range sides {
		if s.Moves > 0 {
			s.Accuracy /= float64(s.Moves)
			s.Loss /= float64(s.Moves)
		}
	}
	return sides
}

// add counts a judgement. Accuracy and Loss are sums so far.
func (s *Summary) add(j *Judgement) {
	if j.Counts {
		s.Moves++
		s.Accuracy += accuracyOf(j.Loss)
		s.Loss += j.Loss
	}
	if j.Only {
		s.OnlyMoves++
	}
	switch j.Verdict {
	case Inaccuracy:
		s.Inaccuracies++
	case Mistake:
		s.Mistakes++
	case Blunder:
		s.Blunders++
	}
}
