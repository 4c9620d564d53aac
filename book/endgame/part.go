package endgame

import "slices"

// UpTo returns the part of d with at most that many pieces. It shares the values
// with d.
func (d *Database) UpTo(pieces int) *Database {
	if pieces >= d.MostPieces() {
		return d
	}
	part := New(d.rules)
	for n := 2; n <= pieces; n++ {
		for _, s := range Slices(d.rules, n) {
			id := s.id()
			part.tables[id], part.stored[id], part.infos[id] = d.tables[id], d.stored[id], d.infos[id]
			part.distances[id] = d.distances[id]
		}
	}
	part.stores = d.stores
	return part
}

// has reports whether slice s is there.
func (d *Database) has(s Slice) bool { return d.tables[s.id()] != nil || d.stored[s.id()] != nil }

// Pieces returns the number of pieces up to which all positions are known, or 1.
func (d *Database) Pieces() int {
	n := 1
	for n < MaxPieces && d.complete(n+1) {
		n++
	}
	return n
}

// complete reports whether all slices of n pieces are there.
func (d *Database) complete(n int) bool {
	return !slices.ContainsFunc(Slices(d.rules, n), func(s Slice) bool { return !d.has(s) })
}

// MostPieces returns the number of pieces of the largest slice there is, or 1
// if there is none. If files are missing it may be more than Pieces.
func (d *Database) MostPieces() int {
	n := MaxPieces
	for n > 1 && !slices.ContainsFunc(Slices(d.rules, n), d.has) {
		n--
	}
	return n
}

// Err returns the first damage that was found while values were read, or nil.
// The positions of a damaged slice are Unknown.
func (d *Database) Err() error {
	for _, st := range d.stores {
		if err := st.damage.Load(); err != nil {
			return *err
		}
	}
	return nil
}

// Close closes the files of d, which must not be used any more. What Embedded
// and UpTo return needs no closing.
func (d *Database) Close() error {
	if d.opened == nil {
		return nil
	}
	return d.opened.close()
}
