package match

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"stupol/eval/files/output"
	"stupol/eval/files/output/journal"
	"stupol/eval/work/shard"
	"stupol/protocol/peer"
	"stupol/search"
)

// A Journal is the file a match is written to as it is played, so that it can
// go on after an interruption: a Header and the games in the order in which
// they were finished.
type Journal = journal.Journal[Game]

// Header says which match a journal belongs to: everything that the results
// depend on.
type Header struct {
	Version      int                 `json:"version"` // of the format: journalVersion
	Variant      string              `json:"variant"`
	Draws        string              `json:"draws"`
	Openings     string              `json:"openings"` // what Match.OpeningsName says
	Gauntlet     bool                `json:"gauntlet"`
	Shard        shard.Shard         `json:"shard,omitzero"`         // that the games are of
	Rounds       int                 `json:"rounds,omitempty"`       // of all shards together; 0: not said
	TimeMargin   float64             `json:"time_margin"`            // seconds
	MoveTimeout  float64             `json:"move_timeout,omitempty"` // seconds; 0: DefaultMoveTimeout
	Engines      []peer.EngineConfig `json:"engines"`
	Adjudication Adjudication        `json:"adjudication"`
	SPRT         *SPRT               `json:"sprt,omitempty"` // of a match whose test is frozen

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
			score = new(int32(ply.Score.ForWhite(g.Mover(i))))
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
			ply.Scored, ply.Score = true, search.Score(*score).ForWhite(g.Mover(i))
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
