package status

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"stupol/eval/files/output/journal"
	"stupol/eval/work/shard"
)

// A set collects the files of the shards of one work.
type set struct {
	wanted int // games of all shards; 0: not known
	work   kind
	of     int            // shards
	files  map[int]string // of shards that are not wrong
	rows   []Row
}

// add adds a file, if it exists.
func (s *set) add(name string) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	row := Row{File: name, State: Wrong}
	var read report
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
		row.State = Empty
	case err != nil:
		row.Problem = err.Error()
	default:
		row.State, row.Total = Begun, s.share(read.shard)
		if row.Total != nil && row.Done >= *row.Total {
			row.State = Complete
		}
	}
	s.rows = append(s.rows, row)
}

// share returns how much a shard has to do, nil if that is not known.
func (s *set) share(part shard.Shard) *int {
	if !s.work.known(s.wanted) {
		return nil
	}
	n := s.work.share(part, s.wanted)
	return &n
}

// accept returns an error if a file is not of the same work as those before, or of the
// same shard as one of them.
func (s *set) accept(name string, r report) error {
	if s.work == nil {
		s.work, s.of = r.work, r.shard.Of
	}
	if err := s.work.same(r.work); err != nil {
		return err
	}
	if r.shard.Of != s.of {
		return fmt.Errorf("the others are of %d shards", s.of)
	}
	if other, twice := s.files[r.shard.Index]; twice {
		return fmt.Errorf("the same shard as %s", other)
	}
	s.files[r.shard.Index] = name
	return nil
}

// status returns the status of the work, in the order of the shards.
func (s *set) status() (*Status, error) {
	if s.work == nil {
		for _, row := range s.rows {
			if row.State == Wrong {
				return nil, fmt.Errorf("%s: %s", row.File, row.Problem)
			}
		}
		return nil, errors.New("no file has anything of a shard yet")
	}
	status := &Status{Unit: s.work.unit(), Shards: s.rows, Complete: true}
	status.Total = s.share(shard.Shard{})
	for i := range s.of {
		part := shard.Shard{Index: i, Of: s.of}
		if _, there := s.files[i]; !there {
			row := Row{Shard: &part, State: Missing, Total: s.share(part)}
			// Of more shards than work some have nothing to do. Only self-play makes files of them.
			if _, games := s.work.(games); !games && row.Total != nil && *row.Total == 0 {
				row.State = Complete
			}
			status.Shards = append(status.Shards, row)
		}
	}
	slices.SortStableFunc(status.Shards, func(a, b Row) int { return cmp.Compare(a.index(), b.index()) })
	for _, row := range status.Shards {
		if row.State == Complete || row.State == Begun {
			status.Done += row.Done
		}
		status.Complete = status.Complete && (row.State == Complete || row.State == Empty)
	}
	return status, nil
}
