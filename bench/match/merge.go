package match

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"stupol/eval/work/shard"
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

// A part is what the journal of a shard has.
type part struct {
	header Header
	games  []*Game
}

// maxRounds is more than any match has.
const maxRounds = 1_000_000_000

// readPart reads the journal of a shard, also while it is being written.
func readPart(in io.Reader) (*part, error) {
	p := &part{}
	var all schedule
	err := ReadJournal(in, &p.header, func(g *Game) error {
		if p.games == nil {
			all = newSchedule(len(p.header.Engines), &Match{Gauntlet: p.header.Gauntlet, Rounds: p.header.Rounds, Shard: p.header.Shard})
		}
		switch {
		case !g.complete() || g.Pair < 0 || g.Leg < 0 || g.Leg > 1:
			return fmt.Errorf("game %s: its record is damaged", g.Number())
		case all.rounds > 0 && !all.owns(g.Pair):
			return fmt.Errorf("game %s is not of shard %v", g.Number(), p.header.Shard)
		}
		p.games = append(p.games, g)
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case len(p.header.Engines) < 2:
		return nil, errors.New("a match of fewer than two engines")
	case p.header.Rounds < 0 || p.header.Rounds > maxRounds:
		return nil, fmt.Errorf("a match of %d rounds", p.header.Rounds)
	}
	return p, nil
}

// Add adds the journal of a shard, or that of a whole match, which then is the only one.
// It fails if the journals are not of the same match: of the same programs and openings,
// too. The name is for errors.
func (m *Merger) Add(name string, in io.Reader) error {
	p, err := readPart(in)
	if err != nil {
		return err
	}
	return m.add(name, p)
}

// add is Add for a journal that has been read.
func (m *Merger) add(name string, p *part) error {
	h, part := p.header, p.header.Shard
	if part.Whole() {
		part = shard.Shard{Index: 0, Of: 1}
	}
	h.Shard = shard.Shard{}
	if m.of == 0 {
		m.header, m.of, m.names = h, part.Of, map[int]string{}
	}
	if part.Of != m.of {
		return fmt.Errorf("shard %v: the others are of %d", part, m.of)
	}
	if err := m.header.SameMatch(h); err != nil {
		return err
	}
	if other, twice := m.names[part.Index]; twice {
		return fmt.Errorf("shard %v, as is %s", part, other)
	}
	m.names[part.Index] = name
	m.games = append(m.games, p.games...)
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
func (m *Merger) Header() Header {
	h := m.header
	h.Rounds = 0
	return h
}

// Shards returns the number of shards that have been added.
func (m *Merger) Shards() int { return len(m.names) }

// Rounds returns the rounds of the whole match, 0 if the journals do not say that.
func (m *Merger) Rounds() int { return m.header.Rounds }

// WaitsFor returns the shard of the next pair that s is to count, and the name of its journal,
// "" if there is none; ok is false if s has all pairs, or if the journals do not say it.
func (m *Merger) WaitsFor(s *Standings) (part shard.Shard, name string, ok bool) {
	if m.header.Rounds == 0 || s.Decided() || s.nextPair >= s.schedule.pairs() {
		return part, "", false
	}
	i := ((s.schedule.round(s.nextPair)+1)*m.of - 1) / m.header.Rounds // the inverse of shard.Block
	return shard.Shard{Index: i, Of: m.of}, m.names[i], true
}

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

// Match returns the match that was played, with its rounds, or as many as its games have if
// the journals do not say that. It has no openings and cannot be played. The sequential test is
// that which the journals tell or else the one given, unless that is nil.
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
	if h.SPRT != nil {
		if test != nil && *test != *h.SPRT {
			return nil, errors.New("the journals say another sequential test, with which the match began")
		}
		test = h.SPRT
	}
	whole := &Match{
		Rules: rules, Draws: draws, Engines: h.Engines, Gauntlet: h.Gauntlet, Rounds: max(h.Rounds, 1),
		OpeningsName: h.Openings, Adjudication: h.Adjudication, SPRT: test, Frozen: h.SPRT != nil,
	}
	schedule := newSchedule(len(h.Engines), whole)
	for _, g := range m.games {
		whole.Rounds = max(whole.Rounds, schedule.round(g.Pair)+1)
	}
	return whole, whole.validateTest()
}
