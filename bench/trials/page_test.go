package trials

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestPages wants the pages of the repository to be what their rows make, and a row for
// every row of a table in them.
func TestPages(t *testing.T) {
	for _, folder := range []string{"../../search", "../../eval/train"} {
		before, after, err := generated(folder)
		if err != nil {
			t.Error(err)
		} else if before != after {
			t.Errorf("%s/EXPERIMENTS.md is not what its rows make: go generate ./%s", folder, strings.TrimPrefix(folder, "../../"))
		}
	}
}

const (
	trialRow = `{"idea":"a","conditions":"50ms a move","pairs":[5,60,400,150,20],"elo_bounds":[0,5],"timed":true,"sides":[{"ms":50,"positions":9,"depth":8},{"ms":50.2,"positions":9,"depth":8}]}`
	oldRow   = `{"table":"old","idea":"b","games":"400","result":"+3","said":"no test","done":"in","note":"More of it."}`
)

// TestPage puts rows in their tables, twice with the same result.
func TestPage(t *testing.T) {
	page := "# Ideas\n\n<!-- rows: new -->\n<!-- end of rows -->\n\nwords\n\n<!-- rows: old -->\n| x |\n<!-- end of rows -->\n"
	rows, err := ReadRows(strings.NewReader(trialRow + "\n\n" + oldRow + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := `# Ideas

<!-- rows: new -->
| idea | conditions | games | ms, processor, positions, depth of a move | Elo or result | test | verdict |
| --- | --- | --- | --- | --- | --- | --- |
| a | 50ms a move | 1,270 | 50, -, 9, 8; 50.2, -, 9, 8 | +33 [+23, +42] | [0, 5] H1, LLR 3.29 | in |
<!-- end of rows -->

words

<!-- rows: old -->
| idea | games | Elo or result | test | verdict |
| --- | --- | --- | --- | --- |
| b (1) | 400 | +3 | no test | in |

1. More of it.
<!-- end of rows -->
`
	for range 2 {
		if page, err = Page(page, rows); err != nil || page != want {
			t.Fatalf("error %v, got\n%s\nwant\n%s", err, page, want)
		}
	}
	if _, err := Page("# Ideas\n", rows); err == nil {
		t.Error("rows of no table are taken")
	}
}

// TestReadRows refuses what is no row, and a verdict that does not follow from the results.
func TestReadRows(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"syntax", oldRow + "\n{", "row 2: unexpected EOF"},
		{"setting", `{"ideas":"a"}`, `unknown field "ideas"`},
		{"no idea", `{"said":"no test"}`, "no idea"},
		{"a verdict", strings.Replace(trialRow, "{", `{"done":"in",`, 1), "beside pairs, from which they follow"},
		{"no sides", `{"idea":"a","pairs":[5,60,400,150,20],"elo_bounds":[0,5]}`, "without elo_bounds and two sides"},
		{"bounds", strings.Replace(trialRow, "[0,5]", "[5,0]", 1), "elo0 5 is not below elo1 0"},
		{"pairs", strings.Replace(trialRow, "[5,60", "[-5,60", 1), "pairs [-5"},
		{"nothing said", `{"idea":"a","done":"in"}`, `said ""`},
		{"a long cell", `{"idea":"` + strings.Repeat("long ", 41) + `","said":"no test"}`, "more than one line of 200 letters"},
		{"two cells", `{"idea":"a | b","said":"no test"}`, "or a |"},
	} {
		if _, err := ReadRows(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.name, err, tt.want)
		}
	}
}

// FuzzReadRows wants rows that can be written and read again, and a table of as many lines.
func FuzzReadRows(f *testing.F) {
	f.Add(trialRow)
	f.Add(oldRow + "\n" + trialRow)
	f.Add(`{"idea":"a","pairs":[0,0,0,0,0],"elo_bounds":[-300,300],"sides":[{},{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := ReadRows(strings.NewReader(text))
		if err != nil {
			return
		}
		notes := 0
		for _, r := range rows {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := ReadRows(strings.NewReader(string(line))); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if r.Note != "" {
				notes++
			}
		}
		if notes > 0 {
			notes++
		}
		if got := strings.Count(table(rows), "\n"); len(rows) > 0 && got != len(rows)+2+notes {
			t.Errorf("%d lines for %d rows and their notes", got, len(rows))
		}
	})
}
