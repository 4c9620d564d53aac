package endgame

import (
	"io/fs"

	"stupol/movegen"
)

// Database holds the values of slices of one rule set. Once it is filled, any number of goroutines may read it, each through a Prober of its
// own.
type Database struct {
	rules     *movegen.Rules
	tables    [sliceIDs]*Values
	stored    [sliceIDs]*storedSlice // of slices whose values are not in tables
	infos     [sliceIDs]*Info        // of slices with files
	stores    []*store               // that stored slices belong to
	opened    *store                 // the one to be closed with d; nil: none
	distances [sliceIDs]*distances   // of those slices that have them
}

// Rules returns the rules by which the values hold.
func (d *Database) Rules() *movegen.Rules { return d.rules }

// Prober looks positions up. It must not be used by two goroutines at once.
type Prober struct {
	db   *Database
	line []movegen.Move // scratch

	recent recentBlocks
}

// Prober returns a new Prober of d.
func (d *Database) Prober() *Prober {
	return &Prober{db: d, line: make([]movegen.Move, 0, 256)}
}

// Rules returns the rules of the database.
func (pr *Prober) Rules() *movegen.Rules { return pr.db.rules }

// Probe returns the value of p for the side to move, or Unknown if p is not
// in the database. Positions with a capture to play are not stored: all
// captures are followed until none is left. Frisian counts of king moves in p
// are ignored.
func (pr *Prober) Probe(p *movegen.Position) Value { return pr.value(*p, pr.line[:0]) }

// value is Probe; the moves of the positions before p are in line. Passing p
// by value keeps it off the heap.
func (pr *Prober) value(p movegen.Position, line []movegen.Move) Value {
	r := pr.db.rules
	switch {
	case r.Goal == movegen.FirstKing && p.Kings != 0:
		if p.KingsOf(p.Turn.Opponent()) != 0 {
			return Loss
		}
		return Win
	case p.Pieces[p.Turn&1] == 0:
		return withoutMove(r)
	case r.HasCapture(&p):
		return pr.captures(p, line)
	}
	return pr.ProbeQuiet(&p)
}

// ProbeQuiet is Probe for a position in which the side to move has a move but
// no capture, and nobody has won, for callers that know this already.
func (pr *Prober) ProbeQuiet(p *movegen.Position) Value {
	s, ok := SliceOf(p)
	if !ok {
		return Unknown
	}
	id := s.id()
	if t := pr.db.tables[id]; t != nil {
		return t.At(t.Index(p))
	}
	if s := pr.db.stored[id]; s != nil {
		return s.value(pr, p)
	}
	return Unknown
}

// captures returns the value of p, in which the side to move can capture.
func (pr *Prober) captures(p movegen.Position, line []movegen.Move) Value {
	moves := pr.db.rules.Captures(line, &p)
	return pr.best(p, moves, len(line))
}

// Derive returns the value of p that follows from those of its successors.
func (pr *Prober) Derive(p *movegen.Position) Value {
	moves := pr.db.rules.Moves(pr.line[:0], p)
	if len(moves) == 0 {
		return withoutMove(pr.db.rules)
	}
	return pr.best(*p, moves, 0)
}

// best returns the value of p if its moves are line[first:].
func (pr *Prober) best(p movegen.Position, line []movegen.Move, first int) Value {
	best := Loss
	for _, m := range line[first:] {
		if v := pr.after(p, m, line); v.betterThan(best) {
			best = v
		}
		if best == Win {
			break
		}
	}
	return best
}

// after returns the value of playing m in p, for the side that plays it.
func (pr *Prober) after(p movegen.Position, m movegen.Move, line []movegen.Move) Value {
	return pr.value(pr.next(p, m), line).Flipped()
}

// next returns the position after playing m in p.
func (pr *Prober) next(p movegen.Position, m movegen.Move) movegen.Position {
	q := pr.db.rules.Play(&p, m)
	q.Runs = [2]movegen.KingRun{}
	return q
}

// New returns a database of r without any slice, to be filled by Load or
// SetValues. To play with databases use a Source or Embedded.
func New(r *movegen.Rules) *Database { return &Database{rules: r} }

// Load reads the file with the values of slice s into memory. Folder is what
// retrograde.Databases was given, or a Folder.
func (d *Database) Load(folder fs.FS, s Slice) error {
	content, file, err := readData(folder, ValueFile.Name(d.rules, s))
	if err != nil {
		return err
	}
	t, counts, err := readValues(content, d.rules, s)
	if err != nil {
		return file.fault(err)
	}
	d.SetValues(t)
	d.SetInfo(Info{Slice: s, Positions: t.size, Counts: counts, Bytes: file.size})
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
