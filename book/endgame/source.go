package endgame

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"stupol/movegen"
)

// A Source says which databases to open, where they are and how much memory they
// may take.
type Source struct {
	Pieces int   // the most pieces to look up; below 2: none
	Folder fs.FS // has databases as doc.go says, in files such that ReadAt works; nil: those embedded
	Memory int64 // bytes for values; 0: DefaultMemory
}

// DefaultMemory has room for five pieces on 64 squares.
const DefaultMemory = 64 << 20

// Open opens the databases of r. Slices that Folder lacks are taken from the
// embedded databases. Slices that are missing in both, or damaged, are left out:
// then there is an error, but also a database with all the others. Values are
// read when they are first needed; Err reports damage that is found then.
//
// If all values fit into Memory, they stay there once read. If not, the slices
// with the fewest pieces stay, in at most half of it, and a cache of blocks of
// the other slices has the rest.
func (s Source) Open(r *movegen.Rules) (*Database, error) {
	if s.Folder == nil || s.Pieces < 2 {
		return Embedded(r).UpTo(s.Pieces), nil
	}
	d, err := open(s.Folder, r, s.Pieces, cmp.Or(s.Memory, DefaultMemory), Embedded(r))
	if d == nil {
		d = Embedded(r).UpTo(s.Pieces)
	}
	return d, err
}

// open does the work of Source.Open, with the slices of other for those that
// folder lacks.
func open(folder fs.FS, r *movegen.Rules, pieces int, memory int64, other *Database) (*Database, error) {
	o := opener{db: New(r), other: other}
	var err error
	if o.folder, err = OpenFolder(folder, r); err != nil {
		o.damage = append(o.damage, err)
	}
	for n := 2; n <= min(pieces, MaxPieces); n++ {
		o.add(n)
	}
	if o.found == nil && o.damage == nil {
		o.damage = append(o.damage, fmt.Errorf("endgame databases of %s: none found", r.Name))
	}
	if err := o.allotMemory(memory); err != nil {
		return nil, errors.Join(err, o.folder.Close())
	}
	return o.db, o.err()
}

// An opener opens the files of a folder.
type opener struct {
	folder *Folder
	db     *Database
	other  *Database      // has what the folder lacks
	found  []*storedSlice // of the folder, with few pieces first
	damage []error
}

// add adds the slices of n pieces.
func (o *opener) add(n int) {
	missing, before := "", len(o.found)
	for _, s := range Slices(o.db.rules, n) {
		f, err := openSlice(o.folder, o.db.rules, s)
		if err == nil {
			known := &storedSlice{Layout: f.layout, file: f}
			o.found = append(o.found, known)
			o.db.add(known)
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			o.damage = append(o.damage, err)
		} else if missing == "" {
			missing = ValueFile.Name(o.db.rules, s)
		}
		if known := o.other.stored[s.id()]; known != nil {
			o.db.add(known)
		}
	}
	if missing != "" && len(o.found) > before {
		o.damage = append(o.damage, fmt.Errorf("endgame database %s: missing", missing))
	}
}

// add adds a slice that is in a file.
func (d *Database) add(s *storedSlice) {
	d.stored[s.slice.id()] = s
	d.infos[s.slice.id()] = &Info{Slice: s.slice, Positions: s.size, Counts: s.file.head.Counts, Bytes: s.file.size}
}

// allotMemory decides which slices stay in memory and which go through the cache.
func (o *opener) allotMemory(memory int64) error {
	var bytes [MaxPieces + 1]int64 // by pieces
	var all int64
	for _, s := range o.found {
		bytes[s.slice.Pieces()] += s.bytes()
		all += s.bytes()
	}
	kept, cache := MaxPieces, int64(0) // up to that many pieces stay
	if all > memory {
		kept, cache = 1, memory
		for kept < MaxPieces && bytes[kept+1] <= cache-memory/2 {
			kept++
			cache -= bytes[kept]
		}
	}
	st, err := newStore(cache)
	if err != nil {
		return err
	}
	st.folder = o.folder
	o.addDistances(st)
	o.db.opened, o.db.stores = st, append([]*store{st}, o.other.stores...)
	var blocks uint64
	for _, s := range o.found {
		n := len(s.file.entries)
		s.store, s.first, s.cached = st, blocks, s.slice.Pieces() > kept
		if !s.cached && n > wholeBlocks {
			s.blocks = make([]atomic.Pointer[block], n)
		}
		st.files = append(st.files, s.file)
		blocks += uint64(n)
	}
	return nil
}

// addDistances adds the distances of all slices that have some. Damaged ones count
// as missing: then only the shortest way to win is unknown.
func (o *opener) addDistances(st *store) {
	for n := 2; n <= DistancePieces; n++ {
		for _, s := range Slices(o.db.rules, n) {
			known := o.other.distances[s.id()]
			if _, err := fs.Stat(o.folder, DistanceFile.Name(o.db.rules, s)); err == nil {
				known = distancesLater(o.folder, o.db.rules, s, st.note)
			}
			o.db.distances[s.id()] = known
		}
	}
}

// err returns the first error and the number of the others as one.
func (o *opener) err() error {
	switch n := len(o.damage); n {
	case 0:
		return nil
	case 1:
		return o.damage[0]
	default:
		return fmt.Errorf("%w, and %d more such faults", o.damage[0], n-1)
	}
}
