package endgame

// Info describes a slice of a database.
type Info struct {
	Slice     Slice
	Positions uint64
	Counts    Counts
	Bytes     int64 // size of its file; 0 if it has none
	Distances int64 // size of the file of its distances; 0 if it has none
	Longest   int   // the largest distance of a quiet lost position; 0 without distances
}

// Tally counts positions by value.
type Tally struct{ Wins, Losses, Draws uint64 }

// Count adds a position with value v.
func (t *Tally) Count(v Value) {
	switch v {
	case Win:
		t.Wins++
	case Loss:
		t.Losses++
	case Draw:
		t.Draws++
	}
}

func (t *Tally) add(u Tally) {
	t.Wins += u.Wins
	t.Losses += u.Losses
	t.Draws += u.Draws
}

// Total returns the number of positions counted.
func (t Tally) Total() uint64 { return t.Wins + t.Losses + t.Draws }

// Counts are the values of the positions of a slice: of those where the side
// to move can capture, and of the others, which are quiet.
type Counts struct{ Quiet, Captures Tally }

// Add adds the counts d.
func (c *Counts) Add(d Counts) {
	c.Quiet.add(d.Quiet)
	c.Captures.add(d.Captures)
}

// All returns the counts of all positions.
func (c Counts) All() Tally {
	c.Quiet.add(c.Captures)
	return c.Quiet
}

// Infos returns the descriptions of the slices of d that have files, with few
// pieces first.
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

// Info returns the description of slice s; ok is false if it has no file.
func (d *Database) Info(s Slice) (i Info, ok bool) {
	if known := d.infos[s.id()]; known != nil {
		return *known, true
	}
	return Info{}, false
}
