package match

import (
	"os"

	"stupol/bench/journal"
)

// A Journal is the file a match is written to as it is played, so that it can
// go on after an interruption: a Header and the games in the order in which
// they were finished.
type Journal = journal.Journal[Game]

// Header says which match a journal belongs to: everything that the results
// depend on.
type Header struct {
	Version      int          `json:"version"` // of the format: journalVersion
	Variant      string       `json:"variant"`
	Draws        string       `json:"draws"`
	Openings     string       `json:"openings"` // what Match.OpeningsName says
	Gauntlet     bool         `json:"gauntlet"`
	Margin       float64      `json:"margin"` // seconds
	Engines      []Engine     `json:"engines"`
	Adjudication Adjudication `json:"adjudication"`
}

const journalVersion = 1

// OpenJournal begins a journal in an empty file or goes on with one, calling
// replay with each game in it. It fails if the journal is of another match.
func OpenJournal(file *os.File, h Header, replay func(*Game) error) (*Journal, error) {
	h.Version = journalVersion
	return journal.Open(file, h, replay)
}
