package endgame

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stupol/movegen"
)

// Info describes a slice of a database.
type Info struct {
	Slice     Slice
	Positions uint64
	Counts    Counts
	Bytes     int64 // size of its file; 0 if it has none
	Distances int64 // size of the file of its distances; 0 if it has none
	Longest   int   // the largest distance of a quiet lost position; 0 without distances
}

// distancePieces is how many pieces Build works out distances for. With more
// they would take several times the space of the values, and a search that
// knows these needs them less, since most wins lead to fewer pieces soon.
const distancePieces = 4

// Solve returns the database of all positions of up to so many pieces, worked
// out in memory on so many threads, with the distances that Build makes. Five
// pieces on 100 squares take 400 MB.
func Solve(ctx context.Context, r *movegen.Rules, pieces, threads int) (*Database, error) {
	return solveAll(ctx, r, pieces, func(d *Database, s Slice) error {
		_, err := d.solve(ctx, s, threads)
		if err == nil && s.Pieces() <= distancePieces {
			err = d.solveDistances(ctx, s, threads)
		}
		return err
	})
}

// Build makes the files of all slices of up to so many pieces in a folder
// named after the variant in dir, and returns the database. Slices with files
// that are whole are read instead of built again, so that a build that was
// interrupted goes on where it was; a file is complete or not there. After
// each slice Build calls done, if that is not nil, saying whether it was
// built.
func Build(ctx context.Context, r *movegen.Rules, pieces, threads int, dir string, done func(i Info, built bool)) (*Database, error) {
	if err := os.MkdirAll(filepath.Join(dir, gameOf(r)), 0o777); err != nil {
		return nil, err
	}
	b := builder{ctx, threads, dir, done}
	return solveAll(ctx, r, pieces, b.pair)
}

// solveAll adds all slices of up to so many pieces to a new database by
// calling solve for one slice of every pair.
func solveAll(ctx context.Context, r *movegen.Rules, pieces int, solve func(*Database, Slice) error) (*Database, error) {
	if pieces < 2 || pieces > MaxPieces {
		return nil, fmt.Errorf("%d pieces: databases have 2 to %d", pieces, MaxPieces)
	}
	d := NewDatabase(r)
	for n := 2; n <= pieces; n++ {
		for _, s := range Slices(r, n) {
			if d.tables[s.id()] != nil {
				continue
			}
			if err := solve(d, s); err != nil {
				return nil, err
			}
		}
		d.pieces = n
	}
	return d, nil
}

// A builder is a call of Build.
type builder struct {
	ctx     context.Context
	threads int
	dir     string
	done    func(i Info, built bool)
}

// pair reads or builds slice s and its opposite.
func (b builder) pair(d *Database, s Slice) error {
	built := false
	if !b.read(d, s, d.load) {
		if err := b.build(d, s); err != nil {
			return err
		}
		built = true
	}
	if s.Pieces() <= distancePieces && (built || !b.read(d, s, d.loadDistances)) {
		if err := b.buildDistances(d, s); err != nil {
			return err
		}
		built = true
	}
	for _, s := range pairOf(s) {
		if b.done != nil {
			b.done(*d.infos[s.id()], built)
		}
	}
	return nil
}

// read adds s and its opposite from their files by calling load, and reports
// whether these are there and whole.
func (b builder) read(d *Database, s Slice, load func(fs.FS, Slice) error) bool {
	for _, s := range pairOf(s) {
		if load(os.DirFS(b.dir), s) != nil {
			return false
		}
	}
	return true
}

// build adds the values of s and its opposite by solving and writes their
// files.
func (b builder) build(d *Database, s Slice) error {
	tables, err := d.solve(b.ctx, s, b.threads)
	if err != nil {
		return err
	}
	for _, t := range tables {
		counts, err := d.settle(b.ctx, t, b.threads)
		if err != nil {
			return err
		}
		size, err := b.write(valueFiles.name(d.rules, t.slice), func(w io.Writer) error {
			return t.write(w, d.rules, counts)
		})
		if err != nil {
			return err
		}
		d.infos[t.slice.id()] = &Info{Slice: t.slice, Positions: t.size, Counts: counts, Bytes: size}
	}
	return nil
}

// buildDistances adds the distances of s and its opposite by solving and writes
// their files.
func (b builder) buildDistances(d *Database, s Slice) error {
	if err := d.solveDistances(b.ctx, s, b.threads); err != nil {
		return err
	}
	for _, s := range pairOf(s) {
		info, distances := d.infos[s.id()], d.distances[s.id()]
		halves := distances.ofLosses(d.rules, d.tables[s.id()])
		size, err := b.write(distanceFiles.name(d.rules, s), func(w io.Writer) error {
			return distances.write(w, d.rules, info.Counts, halves)
		})
		if err != nil {
			return err
		}
		info.Distances, info.Longest = size, d.longest(halves)
	}
	return nil
}

// write makes a file by calling content and returns its size. The file has
// another name until all is on disk.
func (b builder) write(name string, content func(io.Writer) error) (int64, error) {
	name = filepath.Join(b.dir, filepath.FromSlash(name))
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.part")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	defer f.Close()
	if err := content(f); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if err := f.Close(); err != nil {
		return 0, err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return 0, err
	}
	return info.Size(), os.Rename(f.Name(), name)
}
