package main

import (
	"errors"
	"fmt"
	"io"

	"stupol/bench/journal"
	"stupol/bench/match"
	"stupol/bench/shard"
	"stupol/eval/input"
	"stupol/eval/selfplay"
)

// A sharedWork is work that is divided into shards.
type sharedWork interface {
	unit() string                       // "games"
	same(sharedWork) error              // what the difference is
	share(s shard.Shard, games int) int // how much s has to do, if all shards have that many games
	known(games int) bool               // whether that is known; it is not for 0 games
}

// A shardFile is what a file tells of a shard.
type shardFile struct {
	work  sharedWork
	shard shard.Shard
	done  int
}

// readShard reads the file of a shard.
func readShard(name string) (f shardFile, err error) {
	file, err := input.Open(name)
	if err != nil {
		return f, err
	}
	defer file.Close()
	head := make([]byte, 1)
	if _, err := io.ReadFull(file, head); err != nil {
		return f, journal.ErrEmpty
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return f, err
	}
	if head[0] != '{' {
		h, games, err := selfplay.Count(file)
		return shardFile{gameWork{h}, shardOf(h), games}, err
	}
	return readJournalShard(file)
}

// readJournalShard reads the journal of a shard.
func readJournalShard(file io.ReadSeeker) (f shardFile, err error) {
	var kind struct {
		Engines []any `json:"engines"`
		Book    any   `json:"book"`
	}
	stop := errors.New("the header is enough")
	if err := journal.Read(file, &kind, func(*any) error { return stop }); err != nil && !errors.Is(err, stop) {
		return f, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return f, err
	}
	switch {
	case kind.Engines != nil:
		work := matchWork{}
		err = match.ReadJournal(file, &work.header, func(*match.Game) error { f.done++; return nil })
		f.work, f.shard = &work, work.header.Shard
	case kind.Book != nil:
		work := bookShareWork{}
		err = journal.Read(file, &work.header, func(*bookEntry) error { f.done++; return nil })
		if err == nil {
			f.shard, err = work.readShare()
		}
		f.work = &work
	default:
		err = errors.New("neither games of self-play nor a journal of a match or of a book")
	}
	if f.shard == (shard.Shard{}) {
		f.shard.Of = 1
	}
	return f, err
}

// errOtherWork says that two files are of different kinds.
var errOtherWork = errors.New("not of the same kind as the others")

// gameWork is a run of self-play.
type gameWork struct{ header selfplay.Header }

func (w gameWork) unit() string { return "games" }

func (w gameWork) same(other sharedWork) error {
	o, ok := other.(gameWork)
	if !ok {
		return errOtherWork
	}
	return w.header.SameRun(o.header)
}

func (w gameWork) share(s shard.Shard, games int) int { return s.Share(games) }

func (w gameWork) known(games int) bool { return games > 0 }

// matchWork is a match.
type matchWork struct{ header match.Header }

func (w *matchWork) unit() string { return "games" }

func (w *matchWork) same(other sharedWork) error {
	o, ok := other.(*matchWork)
	if !ok {
		return errOtherWork
	}
	return w.header.SameMatch(o.header)
}

func (w *matchWork) share(s shard.Shard, games int) int {
	return s.Share((games+1)/2) * 2 * w.header.Pairings()
}

func (w *matchWork) known(games int) bool { return games > 0 }

// bookShareWork is a round of stupol book build.
type bookShareWork struct {
	header    bookJournal // without the share
	positions int
}

// readShare reads which share of how many positions the header says.
func (w *bookShareWork) readShare() (s shard.Shard, err error) {
	if w.header.Share == "" {
		return s, errors.New("the journal of a whole book")
	}
	if _, err := fmt.Sscanf(w.header.Share, shareFormat, &s.Index, &s.Of, &w.positions); err != nil {
		return s, fmt.Errorf("the journal of other work: %s", w.header.Share)
	}
	w.header.Share = ""
	return s, s.Validate()
}

func (w *bookShareWork) unit() string { return "positions" }

func (w *bookShareWork) same(other sharedWork) error {
	o, ok := other.(*bookShareWork)
	switch {
	case !ok:
		return errOtherWork
	case o.positions != w.positions:
		return fmt.Errorf("a share of %d positions, not of %d", o.positions, w.positions)
	}
	return journal.Same(w.header, o.header)
}

func (w *bookShareWork) share(s shard.Shard, _ int) int { return s.Share(w.positions) }

func (w *bookShareWork) known(int) bool { return true }
