package endgame

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"stupol/book/output"
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

// BuildOptions say what to build and how.
type BuildOptions struct {
	Pieces  int    // all positions of 2 to so many
	Threads int    // that work in parallel
	Dir     string // the files go to a folder in it, named after the variant

	// Done is called after each slice, unless it is nil. It says whether the
	// slice was built, or else kept.
	Done func(i Info, built bool)

	// Advance is called now and then with the number of positions that have
	// been worked on since the last time, unless it is nil. In the end that
	// is all of them. Several goroutines may call it at once.
	Advance func(positions uint64)
}

// Build makes the files of all slices of up to so many pieces. Files that are
// there and whole are kept instead of built again, so that a build that was
// interrupted goes on where it was; a file is complete or not there. Damaged ones
// are replaced. If anything else stands in the place of a file, Build fails before
// it does anything.
func Build(ctx context.Context, r *movegen.Rules, o BuildOptions) error {
	if err := os.MkdirAll(filepath.Join(o.Dir, gameOf(r)), 0o777); err != nil {
		return err
	}
	if o.Advance == nil {
		o.Advance = func(uint64) {}
	}
	if o.Done == nil {
		o.Done = func(Info, bool) {}
	}
	b := builder{BuildOptions: o, ctx: ctx, resident: distancePieces}
	if err := b.checkPlaces(r); err != nil {
		return err
	}
	_, err := solveAll(r, o.Pieces, b.pair)
	return err
}

// A builder is a call of Build.
type builder struct {
	BuildOptions
	ctx      context.Context
	resident int // with more pieces values are in memory only as long as they are needed, and there are no distances
}

// pair reads or builds slice s and its opposite.
func (b builder) pair(d *Database, s Slice) error {
	built := false
	if !b.read(d, s, d.load) {
		if err := b.build(d, s); err != nil {
			return err
		}
		built = true
	} else {
		b.Advance(pairSize(d.rules, s))
	}
	if s.Pieces() <= b.resident && (built || !b.read(d, s, d.loadDistances)) {
		if err := b.buildDistances(d, s); err != nil {
			return err
		}
		built = true
	}
	for _, s := range pairOf(s) {
		b.Done(*d.infos[s.id()], built)
	}
	b.release(d, s)
	return nil
}

// pairSize returns the number of positions of s and its opposite.
func pairSize(r *movegen.Rules, s Slice) uint64 {
	var n uint64
	for _, s := range pairOf(s) {
		n += newLayout(r, s).size
	}
	return n
}

// read adds s and its opposite from their files by calling load, and reports
// whether these are there and whole.
func (b builder) read(d *Database, s Slice, load func(fs.FS, Slice) error) bool {
	for _, s := range pairOf(s) {
		if load(os.DirFS(b.Dir), s) != nil {
			return false
		}
	}
	return true
}

// build adds the values of s and its opposite by solving and writes their
// files.
func (b builder) build(d *Database, s Slice) error {
	if err := b.fetch(d, s); err != nil {
		return err
	}
	tables, err := d.solve(b.ctx, s, b.Threads, b.Advance)
	if err != nil {
		return err
	}
	for _, t := range tables {
		counts, err := d.settle(b.ctx, t, b.Threads, b.Advance)
		if err != nil {
			return err
		}
		size, err := b.write(valueFiles, d.rules, t.slice, func(w io.Writer) error {
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
	if err := d.solveDistances(b.ctx, s, b.Threads); err != nil {
		return err
	}
	for _, s := range pairOf(s) {
		info, distances := d.infos[s.id()], d.distances[s.id()]
		halves := distances.ofLosses(d.rules, d.tables[s.id()])
		size, err := b.write(distanceFiles, d.rules, s, func(w io.Writer) error {
			return distances.write(w, d.rules, info.Counts, halves)
		})
		if err != nil {
			return err
		}
		info.Distances, info.Longest = size, d.longest(halves)
	}
	return nil
}

// checkPlaces returns an error if a file stands where one of ours is to be and is
// no damaged one of the same game.
func (b builder) checkPlaces(r *movegen.Rules) error {
	for n := 2; n <= b.Pieces; n++ {
		kinds := []fileKind{valueFiles}
		if n <= b.resident {
			kinds = append(kinds, distanceFiles)
		}
		for _, s := range Slices(r, n) {
			for _, kind := range kinds {
				if err := kind.replaceable(r)(b.path(kind, r, s)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// path returns the name of a file of slice s.
func (b builder) path(kind fileKind, r *movegen.Rules, s Slice) string {
	return filepath.Join(b.Dir, filepath.FromSlash(kind.name(r, s)))
}

// write makes a file of slice s by calling content and returns its size.
func (b builder) write(kind fileKind, r *movegen.Rules, s Slice, content func(io.Writer) error) (int64, error) {
	return output.Write(b.path(kind, r, s), kind.replaceable(r), content)
}
