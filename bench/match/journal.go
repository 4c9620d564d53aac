package match

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stupol/bench/shard"
	"stupol/book/output"
	"stupol/book/output/journal"
	"stupol/movegen"
	"stupol/search"
)

// A Journal is the file a match is written to as it is played, so that it can
// go on after an interruption: a Header and the games in the order in which
// they were finished.
type Journal = journal.Journal[Game]

// Header says which match a journal belongs to: everything that the results
// depend on.
type Header struct {
	Version      int            `json:"version"` // of the format: journalVersion
	Variant      string         `json:"variant"`
	Draws        string         `json:"draws"`
	Openings     string         `json:"openings"` // what Match.OpeningsName says
	Gauntlet     bool           `json:"gauntlet"`
	Shard        shard.Shard    `json:"shard,omitzero"`         // that the games are of
	TimeMargin   float64        `json:"time_margin"`            // seconds
	MoveTimeout  float64        `json:"move_timeout,omitempty"` // seconds; 0: DefaultMoveTimeout
	Engines      []EngineConfig `json:"engines"`
	Adjudication Adjudication   `json:"adjudication"`
	SPRT         *SPRT          `json:"sprt,omitempty"` // of a match whose test is frozen

	// Set by Match.Identify: the programs by the names of the engines, the first
	// 16 digits of the SHA-256 of the openings, and, where openings are generated,
	// the program that generates them.
	Programs     map[string]Program `json:"programs,omitempty"`
	OpeningsHash string             `json:"openings_sha256,omitempty"`
	OpeningsBy   *Program           `json:"openings_by,omitempty"`
}

// journalVersion changes with the form of a journal.
const journalVersion = 3

// OpenJournal begins a journal in an empty file or goes on with one, calling
// replay with each game in it. It fails if the journal is of another match.
func OpenJournal(file output.Handle, h Header, replay func(*Game) error) (*Journal, error) {
	h.Version = journalVersion
	if err := h.sameProgramsIn(file); err != nil {
		return nil, err
	}
	return journal.Open(file, h, replay)
}

// ReadJournal reads a journal, also while it is being written: first the header into h,
// then it calls replay with each game.
func ReadJournal(in io.Reader, h *Header, replay func(*Game) error) error {
	return journal.Read(in, h, func(g *Game) error {
		if h.Version != journalVersion {
			return fmt.Errorf("a journal of version %d, want %d", h.Version, journalVersion)
		}
		return replay(g)
	})
}

// A gameLine is a game in a journal: what is known of its moves stands in columns.
type gameLine struct {
	*plainGame
	Book   int      `json:"book,omitempty"`   // how many of the moves belong to the opening
	Moves  string   `json:"moves"`            // in Hub notation, separated by spaces
	Scores []*int32 `json:"scores"`           // in hundredths of a man, for the mover; null: none
	Depths []int    `json:"depths"`           // of the moves after those of the opening, as all columns
	Nodes  []int64  `json:"nodes"`            //
	Micros []int64  `json:"micros"`           // time taken, in microseconds
	Forced []int    `json:"forced,omitempty"` // indices of the moves that were the only legal ones
}

// plainGame is a Game without its methods.
type plainGame Game

// MarshalJSON writes a gameLine.
func (g *Game) MarshalJSON() ([]byte, error) {
	line := gameLine{plainGame: (*plainGame)(g), Book: len(g.Book), Moves: strings.Join(g.moves(), " ")}
	for i, ply := range g.Plies {
		var score *int32
		if ply.Scored {
			score = new(int32(ply.Score.ForWhite(g.mover(i))))
		}
		line.Scores = append(line.Scores, score)
		line.Depths = append(line.Depths, ply.Depth)
		line.Nodes = append(line.Nodes, ply.Nodes)
		line.Micros = append(line.Micros, ply.Spent.Microseconds())
		if ply.Forced {
			line.Forced = append(line.Forced, i)
		}
	}
	return json.Marshal(line)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (g *Game) UnmarshalJSON(text []byte) error {
	line := gameLine{plainGame: (*plainGame)(g)}
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	moves, plies := strings.Fields(line.Moves), len(line.Micros)
	outside := func(i int) bool { return i < 0 || i >= plies }
	if line.Book < 0 || line.Book+plies != len(moves) || len(line.Scores) != plies || len(line.Depths) != plies ||
		len(line.Nodes) != plies || slices.ContainsFunc(line.Forced, outside) {
		g.damaged = true
		return nil
	}
	g.Book = moves[:line.Book]
	for i, move := range moves[line.Book:] {
		ply := Ply{Move: move, Forced: slices.Contains(line.Forced, i)}
		if score := line.Scores[i]; score != nil {
			ply.Scored, ply.Score = true, search.Score(*score).ForWhite(g.mover(i))
		}
		ply.Depth, ply.Nodes = line.Depths[i], line.Nodes[i]
		ply.Timed, ply.Spent = true, time.Duration(line.Micros[i])*time.Microsecond
		g.Plies = append(g.Plies, ply)
	}
	return nil
}

// SameMatch returns an error that names the program or the setting in which the match of
// the header there differs from that of h, shards aside.
func (h Header) SameMatch(there Header) error {
	h.Shard, there.Shard = shard.Shard{}, shard.Shard{}
	if err := h.samePrograms(&there); err != nil {
		return err
	}
	return journal.Same(h, there)
}

// Pairings returns the number of pairs of engines that play each other.
func (h Header) Pairings() int {
	return len(newSchedule(len(h.Engines), &Match{Gauntlet: h.Gauntlet}).pairings)
}

// sameProgramsIn returns an error that names the first engine that is another
// program in the journal. All other differences are found by journal.Open.
func (h *Header) sameProgramsIn(file io.ReaderAt) error {
	const longest = 1 << 20 // of a header
	line, err := bufio.NewReader(io.NewSectionReader(file, 0, longest)).ReadBytes('\n')
	var there Header
	if err != nil || json.Unmarshal(line, &there) != nil || there.Version != h.Version {
		return nil
	}
	return h.samePrograms(&there)
}

// samePrograms is sameProgramsIn for the header there of a journal.
func (h *Header) samePrograms(there *Header) error {
	for _, e := range h.Engines {
		then, known := there.Programs[e.Name]
		if now := h.Programs[e.Name]; known && then != now {
			return fmt.Errorf("the journal is of other programs: engine %s was %v, and is %v", e.Name, then, now)
		}
	}
	return nil
}

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
