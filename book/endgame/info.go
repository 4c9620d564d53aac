package endgame

import (
	"encoding/json"
	"fmt"
	"io"
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

// WriteJSON writes the descriptions of slices as JSON objects.
func WriteJSON(w io.Writer, infos []Info) error {
	out := json.NewEncoder(w)
	for _, i := range infos {
		all := i.Counts.All()
		err := out.Encode(struct {
			Material  string `json:"material"`
			Pieces    int    `json:"pieces"`
			Positions uint64 `json:"positions"`
			Wins      uint64 `json:"wins"`
			Losses    uint64 `json:"losses"`
			Draws     uint64 `json:"draws"`
			Bytes     int64  `json:"bytes"`
			Distances int64  `json:"distance_bytes,omitempty"`
			Longest   int    `json:"longest,omitempty"`
		}{
			i.Slice.String(), i.Slice.Pieces(), i.Positions, all.Wins, all.Losses, all.Draws,
			i.Bytes, i.Distances, i.Longest,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// WriteTitle writes the head of a table of slices.
func WriteTitle(w io.Writer) {
	fmt.Fprintf(w, "%-11s %12s %12s %12s %12s %11s %6s %10s %5s\n",
		"material", "positions", "wins", "losses", "draws", "bytes", "bits", "distances", "plies")
}

// WriteLine writes a line of the table about i, of that name, with a remark at its end.
func (i Info) WriteLine(w io.Writer, name, remark string) error {
	all := i.Counts.All()
	if remark != "" {
		remark = "  " + remark
	}
	_, err := fmt.Fprintf(w, "%-11s %12d %12d %12d %12d %11d %6.3f %10d %5d%s\n", name, i.Positions, all.Wins, all.Losses, all.Draws,
		i.Bytes, float64(8*i.Bytes)/float64(i.Positions), i.Distances, i.Longest, remark)
	return err
}

// WriteTable writes a line for each slice, and after those of each number of pieces a sum.
func WriteTable(w io.Writer, infos []Info) error {
	WriteTitle(w)
	var sum Info
	for i, info := range infos {
		if err := info.WriteLine(w, info.Slice.String(), ""); err != nil {
			return err
		}
		sum.Positions += info.Positions
		sum.Bytes += info.Bytes
		sum.Distances += info.Distances
		sum.Longest = max(sum.Longest, info.Longest)
		sum.Counts.Add(info.Counts)
		if i+1 == len(infos) || infos[i+1].Slice.Pieces() > info.Slice.Pieces() {
			if err := sum.WriteLine(w, fmt.Sprintf("%d pieces", info.Slice.Pieces()), ""); err != nil {
				return err
			}
			sum = Info{}
		}
	}
	return nil
}
