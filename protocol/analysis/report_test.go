package analysis

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"stupol/protocol/words"
)

// report returns the report on the games of a file.
func report(t *testing.T, file string) string {
	t.Helper()
	var out bytes.Buffer
	if err := WriteReport(&out, analyzed(t, file), About{Program: "Stupol 1.0", Budget: "4000 nodes", File: "games.pdn"}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// checkPage fails unless a page is well-formed and needs nothing but itself.
func checkPage(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	ids, links := map[string]bool{}, []string{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "script", "link", "iframe", "img", "object", "base", "form":
			t.Errorf("the page has <%s>", start.Name.Local)
		}
		for _, a := range start.Attr {
			switch name := a.Name.Local; {
			case name == "id" && ids[a.Value]:
				t.Errorf("two things are called %s", a.Value)
			case name == "id":
				ids[a.Value] = true
			case name == "href":
				links = append(links, a.Value)
			case name == "src" || strings.HasPrefix(name, "on"):
				t.Errorf("the page has %s=%q", name, a.Value)
			}
		}
	}
	for _, link := range links {
		if name, inside := strings.CutPrefix(link, "#"); !inside || !ids[name] {
			t.Errorf("a link to %q, which is not on the page", link)
		}
	}
	outside := regexp.MustCompile(`(?i)(https?:|url\(|@import|javascript)`)
	if found := outside.FindAllString(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), -1); found != nil {
		t.Errorf("the page asks for %q", found)
	}
}

func TestReport(t *testing.T) {
	page := report(t, internationalGame)
	checkPage(t, page)
	for _, want := range []string{
		"<title>Ann – Bob</title>", `<span class="result">2-0</span>`, "International draughts",
		`id="game-1-ply-4"`, `2… 16-21<span class="blunder">??</span>`, `<path class="mark mistake"`, ">accuracy<", ">average loss<",
		"prefers-color-scheme: dark", "@media print", "4000 nodes", "The scale is 100.",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if better := regexp.MustCompile(`2… \d+-\d+</span> <span>3\. `); !better.MatchString(page) {
		t.Error("no better line")
	}
	if got := strings.Count(page, `viewBox="0 0 360 `); got < 3 {
		t.Errorf("%d pictures and narrow graphs", got)
	}
}

// TestAuthorsSignsInReport looks at signs that people have written, as symbols or as glyphs: they
// stand between the move and the sign of the analysis, which has its own place. Glyphs that an
// earlier analysis has given are none of theirs.
func TestAuthorsSignsInReport(t *testing.T) {
	const sign = "Grey signs are those of the file"
	page := report(t, strings.NewReplacer("16-21", "16-21?!", "32-27 ", "32-27 $5 $16 ").Replace(internationalGame))
	checkPage(t, page)
	for _, want := range []string{
		`2… 16-21<span class="authors">?!</span> <span class="blunder">??</span>`, `">16-21<span class="authors">?!</span> <span class="blunder">??</span></a>`,
		`>18-22<span class="authors">!</span></td>`, `>32-27<span class="authors">!?</span>`, sign,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	unmarked := strings.ReplaceAll(internationalGame, "!", "")
	if page := report(t, unmarked); strings.Contains(page, `class="authors"`) || strings.Contains(page, sign) {
		t.Error("a file without signs has some in its report")
	}
	annotated := analyzed(t, unmarked)[0].Annotated().String()
	if !strings.Contains(annotated, "$4") {
		t.Fatal("the analysis gives no glyph: ", annotated)
	}
	if page := report(t, annotated); strings.Contains(page, `class="authors"`) {
		t.Error("the glyphs of an earlier analysis are taken for those of the author")
	}
}

// TestReportInPolish reads a report in another language: nothing of it is English.
func TestReportInPolish(t *testing.T) {
	polish, err := words.Named("pl")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	games := analyzed(t, internationalGame+"\n"+endgameGame)
	if err := WriteReport(&out, games, About{Program: "Stupol 1.0", Budget: "4000 pozycji", File: "partie.pdn", Language: polish}); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	checkPage(t, page)
	for _, want := range []string{
		`<html lang="pl">`, "<title>Analiza</title>", "2 partie z partie.pdn", "Warcaby międzynarodowe", ">dokładność<", "Szanse białych", "znane bazom końcówek", "exp(−ocena",
		"<title>Warcaby międzynarodowe (stupolowe), W:", "4000 pozycji na każdy ważny ruch", "traci 5% szansy", "Według bazy końcówek",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	_, body, _ := strings.Cut(page, "<body>")
	text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")
	if english := regexp.MustCompile(`\b(the|of|is|move|moves|draw|chance|White|Black)\b`).FindAllString(text, -1); english != nil {
		t.Errorf("English words: %q", english)
	}
}

func TestReportOfSeveralGames(t *testing.T) {
	const strange = `[White "</title><script>alert(1)</script>"]
[Black "http://example.com"]
[Event "a \"b\" & c {{.}}"]
[GameType "25"]

1. a3-b4 f6-e5 2. g3-f4 e5xg3 3. f2xh4 h6-g5 4. h4xf6 e7xg5 5. b4-c5 d6xb4 *
`
	page := report(t, strings.Join([]string{englishGame, endgameGame, strange, "[GameType \"20\"]\n\n*\n", "[GameType \"20\"]\n\n1. 32-28 32-28 *\n"}, "\n"))
	if strings.Contains(page, "<script") || !strings.Contains(page, "a &#34;b&#34; &amp; c {{.}}") {
		t.Error("what a tag says is not escaped")
	}
	checkPage(t, strings.ReplaceAll(page, "http://example.com", ""))
	for _, want := range []string{`href="#game-2"`, `id="game-5"`, "5 games of games.pdn", "endgame databases", "replayed only in part"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestColumns(t *testing.T) {
	for rows, want := range map[int][]int{0: nil, 7: {7}, 10: {10}, 25: {10, 10, 5}, 61: {21, 21, 19}} {
		got := columns(make([]rowView, rows))
		if len(got) != len(want) {
			t.Errorf("%d rows make %d columns", rows, len(got))
			continue
		}
		for i := range got {
			if len(got[i]) != want[i] {
				t.Errorf("%d rows: column %d has %d", rows, i+1, len(got[i]))
			}
		}
	}
}

// TestLinksToLessons looks at the links to a board.
func TestLinksToLessons(t *testing.T) {
	tests := []struct {
		file, black string
	}{
		{internationalGame, "http://localhost/#learn=black&v=international&m=34-30.18-22.32-27.16-21."},
		{endgameGame, "http://localhost/#learn=black&v=international&f=W:W30,K46:BK1,K5&m=30-24.1-7.24-19.5x23x19.46x5x23"},
		{"[GameType \"20\"]\n\n1. 32-28 19-23 *\n", ""},
	}
	for _, tt := range tests {
		g := analyzed(t, tt.file)[0]
		v, err := viewer{g, nil}.view("http://localhost/")
		if err != nil || !strings.HasPrefix(v.Black.Learn, tt.black) || (v.Black.Learn == "") != (tt.black == "") {
			t.Errorf("got %q, %v, want %q", v.Black.Learn, err, tt.black)
		}
		if v.Black.LearnAt != "stupol web, localhost" {
			t.Errorf("the board is at %q", v.Black.LearnAt)
		}
		if v, _ := (viewer{g, nil}).view("https://club.example/board/"); v.Black.LearnAt != "club.example/board" {
			t.Errorf("the board of a club is at %q", v.Black.LearnAt)
		}
		if v, _ := (viewer{g, nil}).view(""); v.Black.Learn != "" {
			t.Errorf("without a board there is the link %q", v.Black.Learn)
		}
	}
}

// TestReportSaysWhy in three languages, and never in a text that has not been translated.
func TestReportSaysWhy(t *testing.T) {
	games := analyzed(t, internationalGame)
	for name, want := range map[string]string{"en": "<b>Why</b> ", "nl": "<b>Waarom</b> ", "ru": "<b>Почему</b> "} {
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := WriteReport(&out, games, About{Program: "Stupol 1.0", Budget: "4000 nodes", Language: l}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) || regexp.MustCompile(`class="why">[^\n]*\{\w+\}`).MatchString(out.String()) {
			t.Errorf("%s: no %q, or a name in braces", name, want)
		}
	}
}
