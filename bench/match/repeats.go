package match

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	"stupol/movegen"
	"stupol/protocol/words"
)

// repeats tells pairs of games that bring nothing new. A pair repeats another if the same
// engines have played both its games before, move for move; then it is not counted, as the
// statistics take pairs to be independent. The two games of a pair are alike if they have
// the same moves, whoever had White.
type repeats struct {
	pairs   map[[sha256.Size]byte]int // by the moves, the first pair with them
	notices []string
}

// alikePairs is after how many pairs, all of them with two games that are alike, two engines
// are said to play alike. Engines that differ have some such pairs, but not all of the first.
const alikePairs = 10

// shownRepeats is how many repetitions are told one by one.
const shownRepeats = 5

// add looks at a pair of games of p between those engines, before it is counted, and reports
// whether it repeats another.
func (r *repeats) add(p *Pairing, names []string, games [2]*Game) bool {
	if r.pairs == nil {
		r.pairs = map[[sha256.Size]byte]int{}
	}
	if games[0].Forfeit != "" || games[1].Forfeit != "" {
		return false
	}
	text := fmt.Sprint(p.A, p.B)
	for _, g := range games {
		text += "\n" + g.Start + " " + strings.Join(g.moves(), " ")
	}
	key := sha256.Sum256([]byte(text))
	if before, repeated := r.pairs[key]; repeated {
		p.Repeated++
		if p.Repeated <= shownRepeats {
			r.tell("pair %d repeats pair %d move for move: it is not counted", games[0].Pair+1, before+1)
		}
		return true
	}
	r.pairs[key] = games[0].Pair
	if games[0].Start == games[1].Start && slices.Equal(games[0].moves(), games[1].moves()) {
		p.Alike++
	}
	if p.Alike == alikePairs && p.Pentanomial.Count()+1 == alikePairs {
		r.tell("%s and %s play alike: in %d pairs both games were the same, move for move", names[p.A], names[p.B], alikePairs)
	}
	return false
}

// tell adds a notice.
func (r *repeats) tell(format string, args ...any) {
	r.notices = append(r.notices, movegen.Visible(fmt.Sprintf(format, args...)))
}

// Notices returns, for people, which pairs repeat others and which engines play alike, as far
// as it has not returned that before. Of many repetitions it has the first.
func (s *Standings) Notices() []string {
	told := s.repeats.notices
	s.repeats.notices = nil
	return told
}

// writeRepeats writes how many pairs brought nothing new.
func (s *Standings) writeRepeats(w io.Writer) {
	for _, p := range s.Pairings {
		name := movegen.Visible(s.Engines[p.A] + " - " + s.Engines[p.B])
		if p.Repeated > 0 {
			fmt.Fprintf(w, "%s: not counted as they repeat others move for move: %s\n", name, words.Count(p.Repeated, "pair"))
		}
		if p.Alike > 0 {
			fmt.Fprintf(w, "%s: in %d of %d pairs both games were the same, move for move\n", name, p.Alike, p.Pentanomial.Count())
		}
	}
}
