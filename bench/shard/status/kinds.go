package status

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"stupol/bench/match"
	"stupol/book/expansion"
	"stupol/eval/files/input"
	"stupol/eval/files/output/journal"
	"stupol/eval/selfplay"
	"stupol/eval/work/shard"
)

// A kind is work that is divided into shards.
type kind interface {
	unit() string                       // "games"
	same(kind) error                    // what the difference is
	share(s shard.Shard, games int) int // how much s has to do, if all shards have that many games
	known(games int) bool               // whether that is known; it is not for 0 games
}

// A report is what a file tells of a shard.
type report struct {
	work  kind
	shard shard.Shard
	done  int
}

// readShard reads the file of a shard.
func readShard(name string) (r report, err error) {
	file, err := input.Open(name)
	if err != nil {
		return r, err
	}
	defer file.Close()
	head := make([]byte, 1)
	if _, err := io.ReadFull(file, head); err != nil {
		return r, journal.ErrEmpty
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return r, err
	}
	if head[0] != '{' {
		h, n, err := selfplay.Count(file)
		return report{games{h}, h.Part(), n}, err
	}
	return readJournal(file)
}

// readJournal reads the journal of a shard.
func readJournal(file io.ReadSeeker) (r report, err error) {
	var header struct {
		Engines []any `json:"engines"`
		Book    any   `json:"book"`
	}
	stop := errors.New("the header is enough")
	if err := journal.Read(file, &header, func(*any) error { return stop }); err != nil && !errors.Is(err, stop) {
		return r, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return r, err
	}
	switch {
	case header.Engines != nil:
		work := matchGames{}
		err = match.ReadJournal(file, &work.header, func(*match.Game) error { r.done++; return nil })
		r.work, r.shard = &work, work.header.Shard
	case header.Book != nil:
		work := positions{}
		err = journal.Read(file, &work.header, func(*expansion.Entry) error { r.done++; return nil })
		if err == nil {
			r.shard, err = work.readShare()
		}
		r.work = &work
	default:
		err = errors.New("neither games of self-play nor a journal of a match or of a book")
	}
	if r.shard == (shard.Shard{}) {
		r.shard.Of = 1
	}
	return r, err
}

// errOtherWork says that two files are of different kinds.
var errOtherWork = errors.New("not of the same kind as the others")

// games are those of a run of self-play.
type games struct{ header selfplay.Header }

func (w games) unit() string { return "games" }

func (w games) same(other kind) error {
	o, ok := other.(games)
	if !ok {
		return errOtherWork
	}
	return w.header.SameRun(o.header)
}

func (w games) share(s shard.Shard, games int) int { return s.Share(games) }

func (w games) known(games int) bool { return games > 0 }

// matchGames are those of a match.
type matchGames struct{ header match.Header }

func (w *matchGames) unit() string { return "games" }

func (w *matchGames) same(other kind) error {
	o, ok := other.(*matchGames)
	if !ok {
		return errOtherWork
	}
	return w.header.SameMatch(o.header)
}

func (w *matchGames) share(s shard.Shard, games int) int {
	rounds := cmp.Or(w.header.Rounds, (games+1)/2)
	first, end := s.Block(rounds)
	return (end - first) * 2 * w.header.Pairings()
}

func (w *matchGames) known(games int) bool { return games > 0 || w.header.Rounds > 0 }

// positions are those of a book that are expanded in one round of it.
type positions struct {
	header expansion.JournalHeader // without the share
	n      int
}

// readShare reads which share of how many positions the header says.
func (w *positions) readShare() (s shard.Shard, err error) {
	if w.header.Share == "" {
		return s, errors.New("the journal of a whole book")
	}
	share, err := expansion.ParseShare(w.header.Share)
	if err != nil {
		return s, fmt.Errorf("the journal of other work: %s", w.header.Share)
	}
	w.header.Share, w.n = "", share.Positions
	return share.Shard, share.Validate()
}

func (w *positions) unit() string { return "positions" }

func (w *positions) same(other kind) error {
	o, ok := other.(*positions)
	switch {
	case !ok:
		return errOtherWork
	case o.n != w.n:
		return fmt.Errorf("a share of %d positions, not of %d", o.n, w.n)
	}
	return journal.Same(w.header, o.header)
}

func (w *positions) share(s shard.Shard, _ int) int { return s.Share(w.n) }

func (w *positions) known(int) bool { return true }
