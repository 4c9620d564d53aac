package endgame

import (
	"errors"
	"fmt"
	"io/fs"

	"stupol/movegen"
)

// Open reads the databases of r of up to so many pieces from the folder that
// Build was given, and the distances that are there. If slices are missing, as
// in a folder that is not complete yet, the positions in them are Unknown; if
// all are, that is an error, and so is a damaged file.
func Open(folder fs.FS, r *movegen.Rules, pieces int) (*Database, error) {
	d := NewDatabase(r)
	complete, found := true, false
	for n := 2; n <= min(pieces, MaxPieces); n++ {
		for _, s := range Slices(r, n) {
			err := d.load(folder, s)
			if err == nil {
				err = d.loadDistancesIfAny(folder, s)
			}
			switch {
			case errors.Is(err, fs.ErrNotExist):
				complete = false
			case err != nil:
				return nil, err
			default:
				found = true
			}
		}
		if complete {
			d.pieces = n
		}
	}
	if !found {
		return nil, fmt.Errorf("no endgame databases of %s", r.Name)
	}
	return d, nil
}

// load reads the values of slice s.
func (d *Database) load(folder fs.FS, s Slice) error {
	name := valueFiles.name(d.rules, s)
	file, err := fs.ReadFile(folder, name)
	if err != nil {
		return fmt.Errorf("endgame database: %w", err)
	}
	t, counts, err := readTable(file, d.rules, s)
	if err != nil {
		return fmt.Errorf("endgame database %s: %w", name, err)
	}
	d.tables[s.id()] = t
	d.infos[s.id()] = &Info{Slice: s, Positions: t.size, Counts: counts, Bytes: int64(len(file))}
	return nil
}

// Infos returns what there is to say of the slices of d that have files, with
// few pieces first.
func (d *Database) Infos() []Info {
	var all []Info
	for n := 2; n <= MaxPieces; n++ {
		for _, s := range Slices(d.rules, n) {
			if i := d.infos[s.id()]; i != nil {
				all = append(all, *i)
			}
		}
	}
	return all
}
