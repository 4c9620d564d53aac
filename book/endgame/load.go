package endgame

import (
	"fmt"
	"io/fs"

	"stupol/movegen"
)

// New returns a database of r without any slice, to be filled by Load or
// SetValues. To play with databases use a Source or Embedded.
func New(r *movegen.Rules) *Database { return &Database{rules: r} }

// Load reads the file with the values of slice s into memory.
func (d *Database) Load(folder fs.FS, s Slice) error {
	name := ValueFile.Name(d.rules, s)
	file, err := fs.ReadFile(folder, name)
	if err != nil {
		return fmt.Errorf("endgame database: %w", err)
	}
	t, counts, err := readValues(file, d.rules, s)
	if err != nil {
		return fmt.Errorf("endgame database %s: %w", name, err)
	}
	d.SetValues(t)
	d.SetInfo(Info{Slice: s, Positions: t.size, Counts: counts, Bytes: int64(len(file))})
	return nil
}

// Values returns the values of slice s, or nil if they are not in memory.
func (d *Database) Values(s Slice) *Values { return d.tables[s.id()] }

// SetValues gives d the values of a slice.
func (d *Database) SetValues(t *Values) { d.tables[t.slice.id()] = t }

// DropValues removes the values of slice s from memory.
func (d *Database) DropValues(s Slice) { d.tables[s.id()] = nil }

// SetDistances gives d the distances of the positions of a slice, won ones
// included, as half the plies.
func (d *Database) SetDistances(x *Layout, halves []uint8) {
	d.distances[x.slice.id()] = newDistances(x, halves, true)
}

// SetInfo sets the description of a slice.
func (d *Database) SetInfo(i Info) { d.infos[i.Slice.id()] = &i }
