package build

import (
	"errors"
	"fmt"
	"io/fs"

	"stupol/book/endgame"
	"stupol/movegen"
)

// Read reads the databases of r of up to that many pieces from the folder that
// Databases was given into memory, and the distances that are there. Unlike
// endgame.Source it reads and checks every byte. If slices are missing, as in a
// folder that is not complete yet, the positions in them are Unknown; if all are,
// that is an error, and so is a damaged file.
func Read(folder fs.FS, r *movegen.Rules, pieces int) (*endgame.Database, error) {
	d := endgame.New(r)
	found := false
	for n := 2; n <= min(pieces, endgame.MaxPieces); n++ {
		for _, s := range endgame.Slices(r, n) {
			err := readSlice(d, folder, s)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			found = found || err == nil
		}
	}
	if !found {
		return nil, fmt.Errorf("no endgame databases of %s", r.Name)
	}
	return d, nil
}

// readSlice reads the values of s, and its distances if there are any.
func readSlice(d *endgame.Database, folder fs.FS, s endgame.Slice) error {
	if err := d.Load(folder, s); err != nil {
		return err
	}
	if err := d.LoadDistances(folder, s); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
