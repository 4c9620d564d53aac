package match

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"stupol/bench/shard"
	"stupol/movegen"
)

// A Merger puts together what the shards of a match have played. The games are then
// counted as if one process had played them.
type Merger struct {
	header Header         // of the whole match
	of     int            // shards; 0: none has been added
	names  map[int]string // of the journals, by shard
	games  []*Game
}

// Add adds the journal of a shard, or that of a whole match, which then is the only one.
// It fails if the journals are not of the same match: of the same programs and openings,
// too. The name is for errors.
func (m *Merger) Add(name string, in io.Reader) error {
	var h Header
	var games []*Game
	err := ReadJournal(in, &h, func(g *Game) error {
		if !g.complete() || g.Pair < 0 || g.Leg < 0 || g.Leg > 1 {
			return fmt.Errorf("game %s: its record is damaged", g.Number())
		}
		games = append(games, g)
		return nil
	})
	if err != nil {
		return err
	}
	part := h.Shard
	if part.Whole() {
		part = shard.Shard{Index: 0, Of: 1}
	}
	h.Shard = shard.Shard{}
	if len(h.Engines) < 2 {
		return errors.New("a match of fewer than two engines")
	}
	if m.of == 0 {
		m.header, m.of, m.names = h, part.Of, map[int]string{}
	}
	if err := m.header.SameMatch(h); err != nil {
		return err
	}
	switch other, twice := m.names[part.Index]; {
	case part.Of != m.of:
		return fmt.Errorf("shard %v: the others are of %d", part, m.of)
	case twice:
		return fmt.Errorf("shard %v, as is %s", part, other)
	}
	m.names[part.Index] = name
	m.games = append(m.games, games...)
	return nil
}

// Missing returns the shards that have not been added.
func (m *Merger) Missing() (missing []shard.Shard) {
	for i := range m.of {
		if _, there := m.names[i]; !there {
			missing = append(missing, shard.Shard{Index: i, Of: m.of})
		}
	}
	return missing
}

// Header returns the header of a journal of all games.
func (m *Merger) Header() Header { return m.header }

// Games returns all games in the order of the schedule.
func (m *Merger) Games() []*Game {
	slices.SortFunc(m.games, func(a, b *Game) int { return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Leg, b.Leg)) })
	return m.games
}

// AddTo adds to the standings the games that are not there yet, and to the journal, unless
// that is nil.
func (m *Merger) AddTo(s *Standings, j *Journal) error {
	var missing []*Game
	for _, g := range m.Games() {
		if !s.has(g.Pair, g.Leg) {
			missing = append(missing, g)
		}
	}
	whole := &Match{}
	for _, g := range missing {
		if err := whole.record(g, s, j); err != nil {
			return err
		}
	}
	return nil
}

// Match returns the match that was played, with as many rounds as its games have, and
// with a sequential test unless that is nil. It has no openings and cannot be played.
func (m *Merger) Match(test *SPRT) (*Match, error) {
	h := m.header
	rules, err := movegen.Lookup(h.Variant)
	if err != nil {
		return nil, err
	}
	draws, err := rules.DrawRulesNamed(h.Draws)
	if err != nil {
		return nil, err
	}
	whole := &Match{
		Rules: rules, Draws: draws, Engines: h.Engines, Gauntlet: h.Gauntlet, Rounds: 1,
		OpeningsName: h.Openings, Adjudication: h.Adjudication, SPRT: test,
	}
	schedule := newSchedule(len(h.Engines), whole)
	for _, g := range m.games {
		whole.Rounds = max(whole.Rounds, schedule.round(g.Pair)+1)
	}
	return whole, whole.validateTest()
}
