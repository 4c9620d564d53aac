package match

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"stupol/bench/journal"
	"stupol/bench/shard"
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
func OpenJournal(file *os.File, h Header, replay func(*Game) error) (*Journal, error) {
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
