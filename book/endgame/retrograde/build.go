package retrograde

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"stupol/book/endgame"
	"stupol/eval/files/input"
	"stupol/eval/files/output"
	"stupol/movegen"
)

// Options say what to build and how.
type Options struct {
	Pieces  int    // positions of 2 to Pieces pieces
	Threads int    // that work in parallel; 0 is 1
	Dir     string // the files go to a folder in it, named after the variant

	// Shard is which pairs of a slice and its opposite are built here. The others have to
	// be built by other processes in the same folder: what is needed of them is waited for.
	// Nil: all.
	Shard func(pair int) bool

	// Wait is called when a slice is waited for, unless it is nil, with the reason: its
	// file does not exist, or is damaged.
	Wait func(s endgame.Slice, why error)

	// Done is called after each slice, unless it is nil. It says whether the
	// slice was built, or else kept.
	Done func(i endgame.Info, built bool)

	// Advance is called now and then with the number of positions that have
	// been worked on since the last time, unless it is nil. In the end that
	// is all of them. Several goroutines may call it at once.
	Advance func(positions uint64)
}

// Databases makes the files of all slices of up to that many pieces. Files that are
// there and whole, be it in the archive of the game, are kept instead of built again, so
// that a build that was interrupted goes on where it was; a file is complete or not
// there. Damaged ones are replaced. If anything else stands in the place of a file, or
// the archive is damaged, Databases fails before it does anything.
func Databases(ctx context.Context, r *movegen.Rules, o Options) error {
	if err := os.MkdirAll(filepath.Join(o.Dir, endgame.GameName(r)), 0o777); err != nil {
		return err
	}
	if o.Advance == nil {
		o.Advance = func(uint64) {}
	}
	if o.Done == nil {
		o.Done = func(endgame.Info, bool) {}
	}
	if o.Shard == nil {
		o.Shard = func(int) bool { return true }
	}
	if o.Wait == nil {
		o.Wait = func(endgame.Slice, error) {}
	}
	files, err := endgame.OpenFolder(input.Folder(o.Dir), r)
	if err != nil {
		return err
	}
	defer files.Close()
	b := builder{Options: o, ctx: ctx, db: endgame.New(r), rules: r, files: files, resident: endgame.DistancePieces}
	if err := b.checkPlaces(); err != nil {
		return err
	}
	return eachPair(r, o.Pieces, b.pair)
}

// A builder is a call of Databases.
type builder struct {
	Options
	ctx      context.Context
	rules    *movegen.Rules
	db       *endgame.Database
	files    *endgame.Folder // in Dir
	resident int             // with more pieces values are in memory only as long as they are needed, and there are no distances
}

// pair reads or builds slice s and its opposite, the pair of that number, if it is of this
// shard. If not it reads what stays in memory.
func (b *builder) pair(number int, s endgame.Slice) error {
	if !b.Shard(number) {
		b.Advance(pairSize(b.rules, s))
		return b.awaitPair(s)
	}
	built := false
	if !b.read(s, b.db.Load) {
		if err := b.buildValues(s); err != nil {
			return err
		}
		built = true
	} else {
		b.Advance(pairSize(b.rules, s))
	}
	if s.Pieces() <= b.resident && (built || !b.read(s, b.db.LoadDistances)) {
		if err := b.buildDistances(s); err != nil {
			return err
		}
		built = true
	}
	for _, s := range pairOf(s) {
		info, _ := b.db.Info(s)
		b.Done(info, built)
	}
	b.release(s)
	return nil
}

// awaitPair reads s and its opposite, which another process builds, if they are to stay in
// memory.
func (b *builder) awaitPair(s endgame.Slice) error {
	if s.Pieces() > b.resident {
		return nil
	}
	for _, s := range pairOf(s) {
		if err := b.await(s, b.db.Load); err != nil {
			return err
		}
		if err := b.await(s, b.db.LoadDistances); err != nil {
			return err
		}
	}
	return nil
}

// await adds s from its file by calling load. If the file is not there, or damaged, it waits
// until another process has made it.
func (b *builder) await(s endgame.Slice, load func(fs.FS, endgame.Slice) error) error {
	const pause = 500 * time.Millisecond
	for waiting := false; ; waiting = true {
		err := load(b.files, s)
		var unreadable *fs.PathError
		if err == nil || errors.As(err, &unreadable) && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if !waiting {
			b.Wait(s, err)
		}
		select {
		case <-b.ctx.Done():
			return b.ctx.Err()
		case <-time.After(pause):
		}
	}
}

// read adds s and its opposite from their files by calling load, and reports
// whether these are there and whole.
func (b *builder) read(s endgame.Slice, load func(fs.FS, endgame.Slice) error) bool {
	for _, s := range pairOf(s) {
		if load(b.files, s) != nil {
			return false
		}
	}
	return true
}

// buildValues solves s and its opposite and writes the files of their values.
func (b *builder) buildValues(s endgame.Slice) error {
	if err := b.fetch(s); err != nil {
		return err
	}
	solved, err := solve(b.ctx, b.db, s, b.Threads, b.Advance)
	if err != nil {
		return err
	}
	for _, t := range solved {
		counts, err := finish(b.ctx, b.rules, t, b.Threads, b.Advance)
		if err != nil {
			return err
		}
		size, err := b.write(endgame.ValueFile, t.Slice(), func(w io.Writer) error {
			return endgame.WriteValues(w, b.rules, t, counts)
		})
		if err != nil {
			return err
		}
		b.db.SetInfo(endgame.Info{Slice: t.Slice(), Positions: t.Size(), Counts: counts, Bytes: size})
	}
	return nil
}

// buildDistances works out the distances of s and its opposite and writes their
// files.
func (b *builder) buildDistances(s endgame.Slice) error {
	solved, err := solveDistances(b.ctx, b.db, s, b.Threads)
	if err != nil {
		return err
	}
	for _, side := range solved {
		info, _ := b.db.Info(side.Slice())
		halves := side.ofLosses(b.rules)
		info.Distances, err = b.write(endgame.DistanceFile, info.Slice, func(w io.Writer) error {
			return endgame.WriteDistances(w, b.rules, side.Layout, info.Counts, halves)
		})
		if err != nil {
			return err
		}
		info.Longest = endgame.LongestLoss(b.rules, halves)
		b.db.SetInfo(info)
	}
	return nil
}

// checkPlaces returns an error if a file stands where one of ours is to be and is
// no damaged one of the same game.
func (b *builder) checkPlaces() error {
	for n := 2; n <= b.Pieces; n++ {
		kinds := []endgame.FileKind{endgame.ValueFile}
		if n <= b.resident {
			kinds = append(kinds, endgame.DistanceFile)
		}
		for _, s := range endgame.Slices(b.rules, n) {
			for _, kind := range kinds {
				if err := kind.Replaceable(b.rules)(b.path(kind, s)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// path returns the name of a file of slice s.
func (b *builder) path(kind endgame.FileKind, s endgame.Slice) string {
	return filepath.Join(b.Dir, filepath.FromSlash(kind.Name(b.rules, s)))
}

// write makes a file of slice s by calling content and returns its size.
func (b *builder) write(kind endgame.FileKind, s endgame.Slice, content func(io.Writer) error) (int64, error) {
	return output.Write(b.path(kind, s), kind.Replaceable(b.rules), content)
}

// pairOf returns s and its opposite, or s alone if they are the same.
func pairOf(s endgame.Slice) []endgame.Slice {
	if s == s.Opposite() {
		return []endgame.Slice{s}
	}
	return []endgame.Slice{s, s.Opposite()}
}

// pairSize returns the number of positions of s and its opposite.
func pairSize(r *movegen.Rules, s endgame.Slice) uint64 {
	var n uint64
	for _, s := range pairOf(s) {
		n += endgame.NewLayout(r, s).Size()
	}
	return n
}
