package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"stupol/bench/journal"
	"stupol/bench/shard"
)

// The states of a shard.
const (
	shardComplete = "complete"
	shardBegun    = "begun"
	shardMissing  = "missing"
	shardEmpty    = "empty" // there is a file of some shard
	shardWrong    = "wrong"
)

// A shardStatus says how far a shard is.
type shardStatus struct {
	Shard   *shard.Shard `json:"shard"` // null: not known
	State   string       `json:"state"`
	Done    int          `json:"done"`
	Total   *int         `json:"total"` // null: not known
	File    string       `json:"file,omitempty"`
	Written time.Time    `json:"written,omitzero"`
	Problem string       `json:"problem,omitempty"`
}

// index returns the number of the shard, or one that comes first.
func (s shardStatus) index() int {
	if s.Shard == nil {
		return -1
	}
	return s.Shard.Index
}

// A shardSet collects the files of the shards of one work.
type shardSet struct {
	wanted int // games of all shards; 0: not known
	work   sharedWork
	of     int            // shards
	files  map[int]string // of shards that are not wrong
	rows   []shardStatus
}

// add adds a file, if it exists.
func (s *shardSet) add(name string) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	row := shardStatus{File: name, State: shardWrong}
	var read shardFile
	if err == nil {
		row.Written = info.ModTime()
		read, err = readShard(name)
	}
	if err == nil {
		row.Shard, row.Done = &read.shard, read.done
		err = s.accept(name, read)
	}
	switch {
	case errors.Is(err, journal.ErrEmpty):
		row.State = shardEmpty
	case err != nil:
		row.Problem = err.Error()
	default:
		row.State, row.Total = shardBegun, s.share(read.shard)
		if row.Total != nil && row.Done >= *row.Total {
			row.State = shardComplete
		}
	}
	s.rows = append(s.rows, row)
}

// share returns how much a shard has to do, nil if that is not known.
func (s *shardSet) share(part shard.Shard) *int {
	if !s.work.known(s.wanted) {
		return nil
	}
	n := s.work.share(part, s.wanted)
	return &n
}

// accept returns an error if a file is not of the same work as those before, or of the
// same shard as one of them.
func (s *shardSet) accept(name string, f shardFile) error {
	if s.work == nil {
		s.work, s.of = f.work, f.shard.Of
	}
	if err := s.work.same(f.work); err != nil {
		return err
	}
	if f.shard.Of != s.of {
		return fmt.Errorf("the others are of %d shards", s.of)
	}
	if other, twice := s.files[f.shard.Index]; twice {
		return fmt.Errorf("the same shard as %s", other)
	}
	s.files[f.shard.Index] = name
	return nil
}

// status returns the status of the work, in the order of the shards.
func (s *shardSet) status() (*workStatus, error) {
	if s.work == nil {
		for _, row := range s.rows {
			if row.State == shardWrong {
				return nil, fmt.Errorf("%s: %s", row.File, row.Problem)
			}
		}
		return nil, errors.New("no file has anything of a shard yet")
	}
	status := &workStatus{Unit: s.work.unit(), Shards: s.rows, Complete: true}
	status.Total = s.share(shard.Shard{})
	for i := range s.of {
		part := shard.Shard{Index: i, Of: s.of}
		if _, there := s.files[i]; !there {
			row := shardStatus{Shard: &part, State: shardMissing, Total: s.share(part)}
			// Of more shards than work some have nothing to do. Only self-play makes files of them.
			if _, games := s.work.(gameWork); !games && row.Total != nil && *row.Total == 0 {
				row.State = shardComplete
			}
			status.Shards = append(status.Shards, row)
		}
	}
	slices.SortStableFunc(status.Shards, func(a, b shardStatus) int { return cmp.Compare(a.index(), b.index()) })
	for _, row := range status.Shards {
		switch row.State {
		case shardComplete, shardBegun:
			status.Done += row.Done
		}
		status.Complete = status.Complete && (row.State == shardComplete || row.State == shardEmpty)
	}
	return status, nil
}
