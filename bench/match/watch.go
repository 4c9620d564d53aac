package match

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"stupol/eval/files/input"
	"stupol/eval/files/output/journal"
)

// A Watch follows the journals of the shards of a match while others play them. Games are
// counted in the order of the schedule, so a pair that is missing, because its shard has died
// or is late, holds up all that come after it, and a verdict is the one of a single process.
type Watch struct {
	Journals []string          // names or patterns of names, as for filepath.Match
	Test     *SPRT             // nil: none, or that of the journals
	Every    time.Duration     // between two looks at the files
	Tell     func(line string) // is called with what is wrong with a journal, which is left out until it changes
	Show     func(Progress)    // is called after every look that found something new

	files map[string]*watched
}

// Progress is how a match stands that is watched.
type Progress struct {
	Match     *Match
	Standings *Standings
	Merger    *Merger
}

// over reports whether nothing more is to be counted: the test has decided, or all games are
// there.
func (p *Progress) over() bool {
	s := p.Standings
	return s.Decided() || p.Merger.header.Rounds > 0 && s.Counted() == s.Total()
}

// watched is a journal as it was when it was read.
type watched struct {
	size    int64
	written time.Time
	part    *part  // nil: nothing of it counts
	problem string // that has been told
}

// Run looks until the match is over or ctx is done. It returns the last progress, nil if no
// journal had anything, and the error of ctx
// if that ended it.
func (w *Watch) Run(ctx context.Context) (last *Progress, err error) {
	tick := time.NewTicker(w.Every)
	defer tick.Stop()
	for first := true; ; first = false {
		now, err := w.look()
		switch {
		case err != nil:
			return last, err
		case now != nil:
			last = now
			w.Show(*last)
		case first && last == nil:
			w.Tell("no journal has a game yet")
		}
		if last != nil && last.over() {
			return last, nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return last, ctx.Err()
		}
	}
}

// look reads the journals that are new or have changed and puts all together. It returns nil
// if there is nothing new.
func (w *Watch) look() (*Progress, error) {
	names, err := Expand(w.Journals)
	if err != nil || !w.read(names) {
		return nil, err
	}
	return w.merge(names)
}

// read reads the journals that are new or have changed, and reports whether there were any.
func (w *Watch) read(names []string) (changed bool) {
	before := w.files
	w.files = map[string]*watched{}
	for _, name := range names {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		was := before[name]
		if err == nil && was != nil && was.size == info.Size() && was.written.Equal(info.ModTime()) {
			w.files[name] = was
			continue
		}
		changed = true
		now := &watched{}
		if was != nil {
			now.problem = was.problem
		}
		w.files[name] = now
		if err == nil {
			now.size, now.written = info.Size(), info.ModTime()
			now.part, err = readPartOf(name)
		}
		if err != nil && !errors.Is(err, journal.ErrEmpty) {
			w.tell(name, now, err)
		}
	}
	return changed || len(before) != len(w.files)
}

// readPartOf reads the journal with that name.
func readPartOf(name string) (*part, error) {
	file, err := input.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readPart(file)
}

// tell tells a problem of a journal, once.
func (w *Watch) tell(name string, f *watched, err error) {
	f.part = nil
	if text := err.Error(); text != f.problem {
		f.problem = text
		w.Tell(fmt.Sprintf("%s: %s: it does not count", name, text))
	}
}

// merge puts together what has been read; nil if there is nothing. The first name says which
// match it is.
func (w *Watch) merge(names []string) (*Progress, error) {
	merger := &Merger{}
	for _, name := range names {
		if f := w.files[name]; f != nil && f.part != nil {
			if err := merger.add(name, f.part); err != nil {
				w.tell(name, f, err)
				continue
			}
			f.problem = ""
		}
	}
	if merger.of == 0 {
		return nil, nil
	}
	m, err := merger.Match(w.Test)
	if err != nil {
		return nil, err
	}
	s := m.Standings()
	return &Progress{m, s, merger}, merger.AddTo(s, nil)
}

// Expand returns the names of the files that patterns stand for, each once. A pattern that is
// the name of a file, or of which there is no file, stands for itself.
func Expand(patterns []string) (names []string, err error) {
	seen := map[string]bool{}
	for _, pattern := range patterns {
		found := []string{pattern}
		if _, err := os.Lstat(pattern); err != nil {
			matches, err := filepath.Glob(pattern)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", pattern, err)
			}
			if len(matches) > 0 {
				found = matches
			}
		}
		for _, name := range found {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names, nil
}
