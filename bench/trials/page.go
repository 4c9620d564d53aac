package trials

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"stupol/protocol/words"
)

// These are the most letters that a cell of a page, and the idea of a trial, may have. What
// is longer is a note.
const (
	longestCell = 200
	longestIdea = longestCell - 20 // without the game
)

// ReadRows reads the rows of a page: lines of JSON. The error names the row by its number.
func ReadRows(in io.Reader) (rows []*Row, err error) {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	for {
		r := new(Row)
		err := d.Decode(r)
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err == nil {
			err = r.validate()
		}
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		rows = append(rows, r)
	}
}

// Generate makes the tables of the EXPERIMENTS.md in a folder anew from the rows in the
// experiments.jsonl there.
func Generate(folder string) error {
	before, after, err := generated(folder)
	if err != nil || before == after {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "EXPERIMENTS.md"), []byte(after), 0o666)
}

// generated returns the page of a folder, and what it ought to be.
func generated(folder string) (before, after string, err error) {
	page, err := os.ReadFile(filepath.Join(folder, "EXPERIMENTS.md"))
	if err != nil {
		return "", "", err
	}
	file, err := os.Open(filepath.Join(folder, "experiments.jsonl"))
	if err != nil {
		return "", "", err
	}
	defer file.Close()
	rows, err := ReadRows(file)
	if err == nil {
		after, err = Page(string(page), rows)
	}
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", file.Name(), err)
	}
	return string(page), after, nil
}

// validate returns an error if the row cannot be one of a page. That of a trial has no
// verdict but the one that follows from its results.
func (r *Row) validate() error {
	switch {
	case r.Idea == "":
		return errors.New("no idea")
	case strings.ContainsAny(r.Note, "\r\n"):
		return errors.New("a note of more than one line")
	case r.Pairs == nil && !slices.Contains([]Said{SaidH1, SaidH0, SaidOpen, BrokenOff, NoTest}, r.Said):
		return fmt.Errorf("said %q, which is nothing that a test says", r.Said)
	case r.Pairs == nil:
	case r.Games+r.Result+string(r.Said)+r.Done != "":
		return errors.New("games, result, said or done beside pairs, from which they follow")
	case r.Bounds == nil || len(r.Sides) != 2:
		return errors.New("pairs without elo_bounds and two sides")
	case slices.Min(r.Pairs[:]) < 0 || slices.Max(r.Pairs[:]) > maxPairs:
		return fmt.Errorf("pairs %v", *r.Pairs)
	}
	if r.Pairs != nil {
		if err := r.test().Validate(); err != nil {
			return err
		}
	}
	for _, c := range columns {
		if cell := c.cell(r); strings.ContainsAny(cell, "|\r\n") || utf8.RuneCountInString(cell) > longestCell {
			return fmt.Errorf("%s %q: more than one line of %d letters, or a |", c.head, cell, longestCell)
		}
	}
	return nil
}

// maxPairs is more than any match has.
const maxPairs = 1 << 30

// place is where a page has a table: its name, and what is to be replaced.
var place = regexp.MustCompile(`(?s)<!-- rows: ([^\n]*?) -->\n(.*?)<!-- end of rows -->\n`)

// Page returns the page with the tables that the rows make, each in place of what is
// between two lines:
//
//	<!-- rows: NAME OF THE TABLE -->
//	<!-- end of rows -->
//
// It fails if a row is of no table of the page.
func Page(page string, rows []*Row) (string, error) {
	tables := map[string][]*Row{}
	for _, r := range rows {
		tables[r.Table] = append(tables[r.Table], r)
	}
	for i, found := range place.FindAllStringSubmatch(page, -1) {
		name := found[1]
		of := tables[name]
		delete(tables, name)
		if i == 0 {
			of = append(slices.Clone(tables[""]), of...)
			delete(tables, "")
		}
		page = strings.Replace(page, found[0], fmt.Sprintf("<!-- rows: %s -->\n%s<!-- end of rows -->\n", name, table(of)), 1)
	}
	for name, rows := range tables {
		return "", fmt.Errorf("%d rows, of which one is %q, are of table %q, which is not in the page", len(rows), rows[0].Idea, name)
	}
	return page, nil
}

// table returns the rows as a table in Markdown, and their notes.
func table(rows []*Row) string {
	var text strings.Builder
	used := slices.DeleteFunc(slices.Clone(columns), func(c column) bool {
		return !slices.ContainsFunc(rows, func(r *Row) bool { return c.cell(r) != "" })
	})
	line := func(cell func(column) string) {
		for _, c := range used {
			fmt.Fprintf(&text, "| %s ", cell(c))
		}
		text.WriteString("|\n")
	}
	line(func(c column) string { return c.head })
	line(func(column) string { return "---" })
	var notes []string
	for _, r := range rows {
		mark := ""
		if r.Note != "" {
			notes = append(notes, fmt.Sprintf("%d. %s\n", len(notes)+1, r.Note))
			mark = fmt.Sprintf(" (%d)", len(notes))
		}
		line(func(c column) string {
			cell := c.cell(r)
			if c.head == columns[0].head {
				cell += mark
			}
			return cell
		})
	}
	if len(notes) > 0 {
		text.WriteString("\n" + strings.Join(notes, ""))
	}
	return text.String()
}

// A column of a table: its head, and what a row has there.
type column struct {
	head string
	cell func(*Row) string
}

// columns are those of all tables. One that is empty in all rows is left out.
var columns = []column{
	{"idea", func(r *Row) string { return r.Idea }},
	{"conditions", func(r *Row) string { return r.Conditions }},
	{"games", func(r *Row) string {
		if r.Pairs != nil {
			return words.Sprintf("%d", 2*r.Pairs.Count())
		}
		return r.Games
	}},
	{"ms, processor, positions, depth of a move", func(r *Row) string {
		var sides []string
		for _, s := range r.Sides {
			sides = append(sides, s.String())
		}
		return strings.Join(sides, "; ")
	}},
	{"loss", func(r *Row) string { return r.Loss }},
	{"Elo or result", func(r *Row) string {
		if r.Pairs != nil {
			return elo(r.test().Elo(*r.Pairs))
		}
		return r.Result
	}},
	{"test", (*Row).said},
	{"verdict", func(r *Row) string {
		if r.Pairs != nil {
			return r.verdict()
		}
		return r.Done
	}},
	{"commit", func(r *Row) string { return r.Commit }},
}
