package names

import (
	"encoding/csv"
	"os"
	"strings"
	"testing"

	"stupol/eval/files/input"
	"stupol/movegen"
	"stupol/protocol/pdn/archive"
)

// written are the positions of the table as texts, and what stands there: a check of its own, that has
// the table and the rules only.
func written(t *testing.T, game string) map[string]string {
	t.Helper()
	f, err := os.Open("openings.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	r, err := movegen.Lookup(game)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, row := range rows[1:] {
		if row[0] != game {
			continue
		}
		p := r.Start()
		for _, m := range line(t, r, row[2]) {
			p = r.Play(&p, m)
		}
		if fen := r.FEN(&p); names[fen] == "" {
			names[fen] = row[1]
		}
	}
	return names
}

// TestGames looks at the games of a file: OPENINGS=games.pdn. Each must have the name of the last of its
// positions that has one in the table, and the moves of its ballot only if that is later.
func TestGames(t *testing.T) {
	file := os.Getenv("OPENINGS")
	if file == "" {
		t.Skip("no file of games")
	}
	in, err := input.NewSource(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	source, err := archive.SourceOf(in, archive.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for record, err := range source.Games() {
		if err != nil {
			t.Fatal(err)
		}
		r, err := source.Survey.Rules(record)
		if err != nil || r.Name != "english" && r.Name != "russian" {
			continue
		}
		g := record.Replay(r).Game(nil)
		count[r.Name]++
		names := written(t, r.Name)
		p := r.Start()
		name, ballot := "", ""
		start := g.Start()
		if r.FEN(&start) != r.FEN(&p) {
			continue
		}
		for i, m := range g.Moves() {
			p = r.Play(&p, m)
			n, ok := names[r.FEN(&p)]
			switch {
			case n != "":
				name, ballot = n, ""
			case ok && i == 2:
				ballot = "ballot"
			}
		}
		got := Of(r, start, g.Moves()).String()
		if !strings.HasPrefix(got, name) || (name == "" && ballot == "") != (got == "") || (ballot != "") != (strings.Count(got, " ") >= 2 && got[len(got)-1] <= '9') {
			t.Errorf("game %d: got %q, want %q %s", count[r.Name], got, name, ballot)
		}
		if got != "" {
			count[r.Name+", with a name"]++
		}
	}
	t.Logf("%v", count)
}
