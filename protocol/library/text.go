package library

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/words"
)

// String names the players, the event and the date of a game.
func (f Found) String() string {
	text := f.White + " - " + f.Black
	for _, part := range []string{f.Event, f.Date} {
		if part != "" {
			text += ", " + part
		}
	}
	return text
}

// A Table is a list of games, a line each.
type Table struct{ *tabwriter.Writer }

// NewTable begins a table on w. Who makes it has to flush it.
func NewTable(w io.Writer) Table {
	t := Table{output.NewTable(w)}
	fmt.Fprintln(t, "game\tvariant\twhite\tblack\tevent\tdate\tresult\tplies\tply")
	return t
}

// Add adds a game.
func (t Table) Add(f Found) error {
	_, err := fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\n", f.ID, f.Variant, movegen.Visible(f.White), movegen.Visible(f.Black),
		movegen.Visible(f.Event), movegen.Visible(f.Date), f.Result, f.Plies, f.Ply)
	return err
}

// Score returns what White made of the games with a known result, from 0 to 1, a draw
// counting half. It is not known if there are none.
func (r Results) Score() (score float64, known bool) {
	decided := r.Games - r.Unknown
	if decided == 0 {
		return 0, false
	}
	return (float64(r.White) + float64(r.Drawn)/2) / float64(decided), true
}

// Write writes a table for people.
func (st Stats) Write(w io.Writer) error {
	table := output.NewTable(w)
	fmt.Fprintln(table, "move\tgames\twhite\tdraw\tblack\tunknown\tscore\tchance")
	line := func(name string, r Results, chance string) {
		score := "-"
		if s, known := r.Score(); known {
			score = fmt.Sprintf("%.1f %%", 100*s)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", name, r.Games, r.White, r.Drawn, r.Black, r.Unknown, score, chance)
	}
	for _, m := range st.Moves {
		chance := "-"
		if m.Analysed > 0 {
			chance = fmt.Sprintf("%.0f %%", 100*m.Chance)
		}
		line(m.Text, m.Results, chance)
	}
	if st.Ended != nil {
		line("(end)", *st.Ended, "-")
	}
	line("all", st.Games, "-")
	return table.Flush()
}

// Write writes it for people.
func (i Info) Write(w io.Writer) error {
	words.Fprintf(w, "%s, %d removed, %d that cannot be replayed; %s, %s, schema %d\n",
		words.Count(i.Games, "game"), i.Removed, i.Rejected, words.Count(i.Places, "position"), words.Count(i.Bytes, "byte"), i.Version)
	table := output.NewTable(w)
	for _, v := range i.Variants {
		fmt.Fprintf(table, "%s\t%d\n", v.Variant, v.Games)
	}
	for _, s := range i.Sources {
		state := ""
		if !s.Complete {
			state = "not to its end"
		}
		switch {
		case s.Unsettled > 0:
			state += words.Sprintf("; %d results taken for White's points first without asking: stupol games results", s.Unsettled)
		case s.Results == pdn.FirstPlayerFirst.String():
			state += "; results name the first player's points first"
		}
		fmt.Fprintf(table, "%s\t%d\t%s\n", movegen.Visible(s.Name), s.Games, strings.TrimPrefix(state, "; "))
	}
	return table.Flush()
}
