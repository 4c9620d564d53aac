// Package status tells how far work is that is divided into shards, from the files of
// these: games of self-play, or journals of a match or of a book. It only reads them, also
// while they are being written.
package status

import (
	"time"

	"stupol/eval/work/shard"
)

// A State is what there is of a shard.
type State string

// The states.
const (
	Complete State = "complete"
	Begun    State = "begun"
	Missing  State = "missing" // no file is of it
	Empty    State = "empty"   // there is a file of some shard
	Wrong    State = "wrong"   // the file is damaged, of other work, or of a shard that is there
)

// A Row says how far a shard is.
type Row struct {
	Shard   *shard.Shard `json:"shard"` // null: not known
	State   State        `json:"state"`
	Done    int          `json:"done"`
	Total   *int         `json:"total"` // null: not known
	File    string       `json:"file,omitempty"`
	Written time.Time    `json:"written,omitzero"`
	Problem string       `json:"problem,omitempty"`
}

// index returns the number of the shard, or one that comes first.
func (r Row) index() int {
	if r.Shard == nil {
		return -1
	}
	return r.Shard.Index
}

// A Status says how far the work is.
type Status struct {
	Unit     string `json:"unit"` // of what follows: "games"
	Done     int    `json:"done"`
	Total    *int   `json:"total"` // null: not known
	Complete bool   `json:"complete"`
	Shards   []Row  `json:"shards"` // in their order
}

// Count returns the number of shards in a state.
func (s *Status) Count(state State) (n int) {
	for _, row := range s.Shards {
		if row.State == state {
			n++
		}
	}
	return n
}

// Lacks reports whether it is known that something is still to be done.
func (s *Status) Lacks() bool {
	return !s.Complete && (s.Total != nil || s.Count(Missing)+s.Count(Wrong) > 0)
}

// Read returns the status of the work whose shards are in some files, of which not all
// need be there. Of games it must be told how many all shards are to have; if that is 0
// nobody knows whether a shard is complete. The first file that is not wrong says which
// work it is.
func Read(files []string, games int) (*Status, error) {
	s := &set{wanted: games, files: map[int]string{}}
	for _, name := range files {
		s.add(name)
	}
	return s.status()
}
