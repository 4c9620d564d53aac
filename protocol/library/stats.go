package library

import (
	"context"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// Stats says how games went on from a position.
type Stats struct {
	Variant string      `json:"variant"`
	FEN     string      `json:"fen"`
	Games   Results     `json:"games"`           // all of them
	Moves   []MoveStats `json:"moves"`           // those of the most games first
	Ended   *Results    `json:"ended,omitempty"` // the games that end here
}

// Results are games by their results.
type Results struct {
	Games   int `json:"games"`
	White   int `json:"white"` // won by White
	Black   int `json:"black"`
	Drawn   int `json:"drawn"`
	Unknown int `json:"unknown"`
}

// MoveStats says how games went on by a move.
type MoveStats struct {
	Move   string `json:"move"` // as in Hub: 28x19x23
	Text   string `json:"text"` // for people: 28x19
	played movegen.Move
	Results

	// Analysed is in how many games the move has a score, and Chance the mean of the chances
	// that it left to White, from 0 to 1, a draw counting half.
	Analysed int     `json:"analysed"`
	Chance   float64 `json:"chance,omitempty"`
}

// Played returns the move.
func (m *MoveStats) Played() movegen.Move { return m.played }

// resultsOf returns the results of a sum.
func resultsOf(s *sum) Results {
	return Results{s.games(), s.outcomes[movegen.WhiteWins], s.outcomes[movegen.BlackWins], s.outcomes[movegen.Drawn], s.outcomes[movegen.Ongoing]}
}

// Stats returns how games went on from a position. Each game counts once, by the first
// place where it has the position. Of the query only what it says of players, event, years,
// results and numbers counts; with none of these the answer is quickest.
func (l *Library) Stats(ctx context.Context, r *movegen.Rules, p *movegen.Position, q Query) (st Stats, err error) {
	err = l.use(ctx, func() error {
		st, err = l.stats(r, p, q)
		return err
	})
	return st, err
}

// stats is Stats for who holds the lock.
func (l *Library) stats(r *movegen.Rules, p *movegen.Position, q Query) (Stats, error) {
	all, err := l.sums(KeyOf(r, p), q)
	if err != nil {
		return Stats{}, err
	}
	st := Stats{Variant: r.Name, FEN: r.FEN(p), Moves: []MoveStats{}}
	var total sum
	for _, s := range all.sorted() {
		total.add(s.sum, 1)
		results := resultsOf(&s.sum)
		moves, err := decode(r, s.move)
		if err != nil {
			return Stats{}, err
		}
		if len(moves) == 0 {
			st.Ended = &results
			continue
		}
		m := MoveStats{Move: r.HubMove(moves[0]), Text: pdn.Usual.Move(r, p, moves[0]), played: moves[0], Results: results, Analysed: s.scored}
		if s.scored > 0 {
			m.Chance = s.chance / float64(s.scored)
		}
		st.Moves = append(st.Moves, m)
	}
	st.Games = resultsOf(&total)
	return st, nil
}

// sums returns the sums of a position.
func (l *Library) sums(k Key, q Query) (sums, error) {
	q.Rules = nil // the key says it
	where, parameters, err := l.conditions(q)
	if err != nil {
		return nil, err
	}
	if where == "" {
		if all, err := l.db.tally(k); err != nil || len(all) > 0 {
			return all, err
		}
	}
	return l.db.count(k, where, parameters...)
}
