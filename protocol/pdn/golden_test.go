package pdn

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"stupol/movegen"
)

var update = flag.Bool("update", false, "write testdata/variants.pdn anew")

// TestGolden reads a file with a game of every variant, all in the form in
// which they are written, and writes it.
func TestGolden(t *testing.T) {
	const name = "testdata/variants.pdn"
	if *update {
		if err := os.WriteFile(name, []byte(variantGames()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	w, s := NewWriter(&got), NewSurvey(nil)
	for _, g := range readString(t, string(want)) {
		s.Add(g)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if got.String() != string(want) {
		t.Errorf("the file was written as\n%s", got.String())
	}
	if report := s.Report(); report.Games != 15 || report.Clean != 15 || report.Guessed != nil {
		t.Errorf("the file has %d games, %d clean, guessed as %v, want 15 clean ones that name their rules",
			report.Games, report.Clean, report.Guessed)
	}
}

// variantGames returns a short game of every variant, and a Portuguese one.
func variantGames() string {
	var text strings.Builder
	for i, r := range movegen.Variants() {
		played := randomGame(r, uint64(i), 30)
		tags := []Tag{{"Event", "A game of " + r.Title}, {"TimeControl", "600+5"}}
		text.WriteString((&Record{Game: played, Outcome: movegen.Drawn, Remarks: []Remark{{Clocked: true, Clock: 10 * time.Minute}}, Tags: tags}).PDN().String())
		if r.Name == "spanish" {
			tags = append(tags, Tag{"GameType", "28"})
			text.WriteString((&Record{Game: played, Outcome: movegen.WhiteWins, Tags: tags}).PDN().String())
		}
	}
	return text.String()
}
