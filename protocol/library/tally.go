package library

import (
	"bytes"
	"maps"
	"math"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
	"stupol/search"
)

// Positions that so many games have are added up beforehand: the tally has a row for each
// move that was played in them. Reading the places of fewer is quick enough.
const manyGames = 2000

// Whether a position has become one of many games is looked at when so many of the games
// that are added at a time have it, and always in the first plies.
const (
	oftenAtOnce = 20
	firstPlies  = 6
)

// A sum is how games went on from a position by one move.
type sum struct {
	outcomes [4]int // games by outcome
	scored   int    // games whose move has a score
	chance   float64
}

// games returns how many games there are.
func (s *sum) games() int { return s.outcomes[0] + s.outcomes[1] + s.outcomes[2] + s.outcomes[3] }

// add adds so many times what another sum has.
func (s *sum) add(o sum, times int) {
	for i := range s.outcomes {
		s.outcomes[i] += times * o.outcomes[i]
	}
	s.scored += times * o.scored
	s.chance += float64(times) * o.chance
}

// chanceScale is how many hundredths of a man make a logit of the expected result, for the
// chances in the tally. It is about that of all evaluations; as sums of chances are stored it
// never changes.
const chanceScale = 192

// chanceOf returns the chance of White, a draw counting half, with that score.
func chanceOf(s search.Score) float64 {
	switch {
	case s > search.MaxEval:
		return 1
	case s < -search.MaxEval:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/chanceScale))
}

// sumOf returns the sum of one game, and the move it went on by, none at its end.
func sumOf(outcome int, moves, scores []byte, ply int) (move []byte, s sum) {
	s.outcomes[outcome&3] = 1
	if score, ok := scoreAfter(scores, ply+1); ok {
		s.scored, s.chance = 1, chanceOf(score)
	}
	return moveAt(moves, ply), s
}

// A moveSum is a sum with its move, as a tally has it.
type moveSum struct {
	move []byte
	sum
}

// sums are sums by the moves, as bytes.
type sums map[string]*sum

// add adds to the sum of a move.
func (s sums) add(move []byte, o sum, times int) {
	if s[string(move)] == nil {
		s[string(move)] = &sum{}
	}
	s[string(move)].add(o, times)
}

// sorted returns the sums, those of the most games first.
func (s sums) sorted() []moveSum {
	var all []moveSum
	for move, sum := range s {
		if sum.games() > 0 {
			all = append(all, moveSum{[]byte(move), *sum})
		}
	}
	slices.SortFunc(all, func(a, b moveSum) int {
		if d := b.games() - a.games(); d != 0 {
			return d
		}
		return bytes.Compare(a.move, b.move)
	})
	return all
}

// tallied returns the keys that have a tally.
func (d *database) tallied() (map[Key]bool, error) {
	keys := map[Key]bool{}
	return keys, d.query("SELECT DISTINCT key FROM tally", func(s *sqlite3.Stmt) error {
		keys[Key(s.ColumnInt64(0))] = true
		return nil
	})
}

// tally returns the sums of a position from its tally, none if it has none.
func (d *database) tally(k Key) (sums, error) {
	all := sums{}
	return all, d.query("SELECT move, white, black, drawn, unknown, scored, chance FROM tally WHERE key = ?", func(s *sqlite3.Stmt) error {
		all.add(s.ColumnRawBlob(0), sum{
			outcomes: [4]int{movegen.WhiteWins: s.ColumnInt(1), movegen.BlackWins: s.ColumnInt(2), movegen.Drawn: s.ColumnInt(3), movegen.Ongoing: s.ColumnInt(4)},
			scored:   s.ColumnInt(5), chance: s.ColumnFloat(6),
		}, 1)
		return nil
	}, k.signed())
}

// addToTally adds to the tally of a position.
func (d *database) addToTally(k Key, all sums) error {
	for _, move := range slices.Sorted(maps.Keys(all)) {
		s := all[move]
		err := d.exec(`INSERT INTO tally (key, move, white, black, drawn, unknown, scored, chance) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET white = white + excluded.white, black = black + excluded.black, drawn = drawn + excluded.drawn,
				unknown = unknown + excluded.unknown, scored = scored + excluded.scored, chance = chance + excluded.chance`,
			k.signed(), append([]byte{}, move...), s.outcomes[movegen.WhiteWins], s.outcomes[movegen.BlackWins], s.outcomes[movegen.Drawn],
			s.outcomes[movegen.Ongoing], s.scored, s.chance)
		if err != nil {
			return err
		}
	}
	return nil
}

// count returns the sums of a position from its places, in the games that a condition of
// SQL lets through.
func (d *database) count(k Key, condition string, parameters ...any) (sums, error) {
	all := sums{}
	return all, d.query("SELECT p.ply, g.outcome, g.moves, g.scores FROM place p JOIN game g ON g.id = p.game WHERE p.key = ? AND g.removed IS NULL"+condition,
		func(s *sqlite3.Stmt) error {
			move, one := sumOf(s.ColumnInt(1), s.ColumnRawBlob(2), s.ColumnRawBlob(3), s.ColumnInt(0))
			all.add(move, one, 1)
			return nil
		}, append([]any{k.signed()}, parameters...)...)
}

// ofManyGames reports whether a position has places in many games.
func (d *database) ofManyGames(k Key) (bool, error) {
	n, err := d.number("SELECT count(*) FROM (SELECT 1 FROM place WHERE key = ? LIMIT ?)", k.signed(), manyGames)
	return n >= manyGames, err
}
