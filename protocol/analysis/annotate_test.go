package analysis

import (
	"regexp"
	"strings"
	"testing"

	"stupol/protocol/pdn"
)

// written returns the games as stupol analyze writes them.
func written(t *testing.T, games []*Game) string {
	t.Helper()
	var out strings.Builder
	w := pdn.NewWriter(&out)
	for _, g := range games {
		if err := w.Write(g.Annotated()); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func TestAnnotated(t *testing.T) {
	got := written(t, analyzed(t, internationalGame))
	for _, want := range []string{
		"[Annotator \"Stupol\"]\n",
		" [%clk 0:10:00] calm} 18-22! {[%eval ",
		" [%clk 0:09:58]} 2. 32-27 {",
		" 16-21 $", " (2... 12-18 {known})", "keeps",
	} {
		if !strings.Contains(strings.ReplaceAll(got, "\n", " "), strings.ReplaceAll(want, "\n", " ")) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if better := regexp.MustCompile(`\(2\.\.\. \d+-\d+\s3\. `); !better.MatchString(got) {
		t.Errorf("no better line in\n%s", got)
	}
	for _, unwanted := range []string{"9.99", "2... 16-21", "1... 18-22"} {
		if strings.Contains(got, unwanted) {
			t.Errorf("%q in\n%s", unwanted, got)
		}
	}
}

// TestAnnotatedAgain analyzes games that have been analyzed: nothing is added, and what
// somebody else has written is as before.
func TestAnnotatedAgain(t *testing.T) {
	const file = internationalGame + "\n" + russianGame + "\n" + englishGame + "\n" + endgameGame
	games := analyzed(t, file)
	once := written(t, games)
	again := analyzed(t, once)
	if twice := written(t, again); twice != once {
		t.Errorf("got\n%s\nwant\n%s", twice, once)
	}
	for i, g := range games {
		if faults := g.Annotated().Replay(g.Rules).Faults; len(faults) > 0 {
			t.Errorf("game %d: %v", g.Number, faults[0])
		}
		if len(g.Record.Plies) != len(again[i].Record.Plies) {
			t.Errorf("game %d has %d plies, had %d", g.Number, len(again[i].Record.Plies), len(g.Record.Plies))
		}
		cleaned := again[i].Annotated()
		withoutAnnotations(&cleaned.Line)
		plain := g.Record
		withoutAnnotations(&plain.Line)
		cleaned.Tags, plain.Tags = nil, nil
		if got, want := cleaned.String(), plain.String(); got != want {
			t.Errorf("without annotations it is\n%s\nwas\n%s", got, want)
		}
	}
}

func TestAnnotatorsStay(t *testing.T) {
	for before, want := range map[string]string{"": "Stupol", "Ann": "Ann; Stupol", "Ann; Stupol": "Ann; Stupol"} {
		games := gamesOf(t, "[GameType \"20\"]\n[Annotator \""+before+"\"]\n\n1. 32-28 *\n")
		newAnalysis(games)
		if got := games[0].Annotated().Tag("Annotator"); got != want {
			t.Errorf("%q becomes %q, want %q", before, got, want)
		}
	}
}

// TestGlyphsStay analyses a game twice in which a person has given glyphs.
func TestGlyphsStay(t *testing.T) {
	g := analyzed(t, "[GameType \"20\"]\n[Annotator \"Ann; Stupol\"]\n\n1. 32-28 $2 {Ann: too early.} 19-23 $7 2. 28x19 $4 {Blunder. Or so.} (2. 28x20) 14x23 {The only move.} (2... 13x24 {Ann}) *\n")
	got := strings.Join(strings.Fields(written(t, g)), " ")
	if !strings.Contains(got, "32-28 $2") || !strings.Contains(got, "19-23 $7") || strings.Contains(got, "28x19 $4") ||
		!strings.Contains(got, "13x24 {Ann}") || strings.Contains(got, "28x20") {
		t.Errorf("got\n%s", got)
	}
}

// TestSignsOfAuthorsStay analyses games in which the author has given a blunder a sign, in both
// forms: the analysis does not add its own, and the same again says the same.
func TestSignsOfAuthorsStay(t *testing.T) {
	for as, want := range map[string]string{"16-21!": "16-21!", "16-21 $1": "16-21!", "16-21?": "16-21?", "16-21 $4": "16-21??", "16-21 $146": "16-21 $146 $4", "16-21*": "16-21*"} {
		g := analyzed(t, strings.Replace(internationalGame, "16-21", as, 1))
		once := written(t, g)
		if got := strings.Join(strings.Fields(once), " "); !strings.Contains(got, " "+want+" {[%eval ") || !strings.Contains(got, "{Blunder. ") {
			t.Errorf("%s: want %q in\n%s", as, want, once)
		}
		again := analyzed(t, once)
		if twice := written(t, again); twice != once {
			t.Errorf("%s: then\n%s\nwant\n%s", as, twice, once)
		}
		given := GivenNAG(again[0].Record, &again[0].Record.Plies[3])
		if (given == 4) != (as == "16-21 $146") {
			t.Errorf("%s: the analysis has given %d", as, given)
		}
	}
}

func TestSetEval(t *testing.T) {
	variation := pdn.Note{Variation: new(pdn.Line)}
	tests := []struct {
		notes []pdn.Note
		want  string
	}{
		{nil, "[%eval 0.10]"},
		{[]pdn.Note{{Comment: "good"}}, "[%eval 0.10] good"},
		{[]pdn.Note{{Comment: "[%clk 0:01] [%eval -3.00] good"}}, "[%eval 0.10] [%clk 0:01] good"},
		{[]pdn.Note{{Comment: "[%eval broken"}}, "[%eval 0.10] [%eval broken"},
		{[]pdn.Note{variation}, "[%eval 0.10]"},
	}
	for _, tt := range tests {
		ply := pdn.Ply{Notes: tt.notes}
		setEval(&ply, "0.10")
		if got := ply.Notes[0].Comment; got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestDatabasesAreNamed looks for what the databases say, where they begin to say it.
func TestDatabasesAreNamed(t *testing.T) {
	got := strings.ReplaceAll(written(t, analyzed(t, endgameGame)), "\n", " ")
	for _, want := range []string{"30-24 {[%eval #-5]} {By the endgame databases Black wins.}", "{Blunder. By the endgame databases 1-23 wins and this move draws.}"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "databases"); n != 2 {
		t.Errorf("the databases are named %d times", n)
	}
}

// TestBetterLineIsWrittenOnce writes a game in which somebody has looked at the better line.
func TestBetterLineIsWrittenOnce(t *testing.T) {
	g := analyzed(t, internationalGame)[0]
	want := written(t, []*Game{g})
	j := find(t, g, 4)
	better := g.variation(&g.positions[j.move.from], j.Best)
	notes := &g.Record.Plies[3].Notes
	*notes = append(*notes, pdn.Note{Variation: better})
	if got := written(t, []*Game{g}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	better.Plies[0].Notes = []pdn.Note{{Comment: "mine"}}
	if got := written(t, []*Game{g}); !strings.Contains(got, "{mine}") {
		t.Errorf("what was said of the line is not in\n%s", got)
	}
}

// TestWhyIsWritten: the comment that says why stands between the verdict and the better line, is not
// written again, and is left out if nobody wants it.
func TestWhyIsWritten(t *testing.T) {
	games := analyzed(t, russianGame)
	got := strings.Join(strings.Fields(written(t, games)), " ")
	if why := regexp.MustCompile(`\{Blunder\. [^}]*\} \{Why: [^}]*: [^}]*\} \(5\.\.\. `); !why.MatchString(got) {
		t.Errorf("no reason in\n%s", got)
	}
	again := strings.Join(strings.Fields(written(t, analyzed(t, written(t, games)))), " ")
	if n := strings.Count(again, whyRemark); n != strings.Count(got, whyRemark) {
		t.Errorf("then there are %d reasons", n)
	}
	if reason := games[0].Explained().Moves[9].Reason; reason == nil || len(reason.Words) == 0 || !strings.Contains(got, reason.Words[0]) {
		t.Errorf("for programs the reason is %+v", reason)
	}
	if games[0].Data().Moves[9].Reason != nil {
		t.Error("a reason that nobody has asked for")
	}
	games[0].Silent = true
	if got := written(t, games); strings.Contains(got, whyRemark) || !strings.Contains(got, "Blunder. ") {
		t.Errorf("nobody wants reasons:\n%s", got)
	}
}

// TestWhyOfAPersonStays: only between a verdict and its line is such a comment one of an analysis.
func TestWhyOfAPersonStays(t *testing.T) {
	g := gamesOf(t, "[GameType \"20\"]\n[Annotator \"Stupol\"]\n\n1. 32-28 {Why: because.} 19-23 *\n")
	newAnalysis(g)
	if got := written(t, g); !strings.Contains(got, "{Why: because.}") {
		t.Errorf("it is gone:\n%s", got)
	}
}
