package watch

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/protocol/words"
)

func TestReport(t *testing.T) {
	s := New(Options{})
	m := newMatch(t, 4, hostile)
	standings := play(t, s, m)
	h := m.Header()
	var b bytes.Buffer
	if err := WriteReport(&b, m, &h, standings, s.games, "Stupol test", nil); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if strings.Contains(page, "<script") || strings.Contains(page, "\x00") {
		t.Error("the page has the name of an engine as it is")
	}
	for _, want := range []string{"&lt;script&gt;alert(1)", "Games: 4 of 4", "limit: 50 nodes", "drawn after 12 moves of each side", `id="g2-2-24"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "<details>"); n != 4 {
		t.Errorf("%d games", n)
	}
}

// english are words that no other of the languages has.
var english = regexp.MustCompile(`\b(the|and|with|for|move|moves|against|games|drawn|won|White|Black|both|after|by|took|know)\b|\{\w+\}`)

// languages calls visit with all languages.
func languages(t *testing.T, visit func(name string, l *words.Language)) {
	t.Helper()
	for _, name := range words.Names() {
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		visit(name, l)
	}
}

// TestReportInLanguages writes a report of a match with conditions of all kinds.
func TestReportInLanguages(t *testing.T) {
	s := New(Options{})
	m := newMatch(t, 4, "A")
	m.SPRT = &match.SPRT{Elo0: -2.5, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	standings := play(t, s, m)
	for i := range s.games {
		s.games[i].Opening = ""
	}
	h := m.Header()
	h.Openings, h.Draws = "x", "y"
	h.Adjudication = match.Adjudication{Resign: match.ResignRule{Score: 1000, Moves: 4}, Draw: match.DrawRule{Score: 10, Moves: 1, From: 40}, Endgames: 4, MaxMoves: 12}
	h.Engines[0].Limits = peer.Limits{Depth: 3, Time: time.Minute, Increment: 600 * time.Millisecond, Moves: 40, Pace: 1000}
	h.Engines[1].Limits = peer.Limits{Nodes: 50, MoveTime: 100 * time.Millisecond, Time: time.Hour}
	h.Programs = map[string]match.Program{"A": {Says: "A 1", File: "0", Weights: "1", Book: "2"}}
	h.Engines[1].Command = []string{"./x"}
	for name, want := range map[string]string{
		"en": "SPRT on normalized Elo: −2.5 against 5, alpha 0.05, beta 0.05: LLR", "de": "0,1 s pro Zug", "ru": "60 с и 0,6 с на ход на 40 ходов",
		"pl": "wygrana, gdy według obu graczy ta sama strona ma przez 4 ruchy przewagę 10,00 piona", "fr": "par bases de finales jusqu’à 4 pièces",
	} {
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteReport(&b, m, &h, standings, s.games, "Stupol", l); err != nil {
			t.Fatal(err)
		}
		if text := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(html.UnescapeString(b.String())); !strings.Contains(text, want) {
			t.Errorf("%s: no %q", name, want)
		}
	}
	languages(t, func(name string, l *words.Language) {
		var b bytes.Buffer
		if err := WriteReport(&b, m, &h, standings, s.games, "Stupol", l); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), `<html lang="`+l.Tag()+`">`) {
			t.Errorf("%s: the report does not say its language", name)
		}
		_, body, _ := strings.Cut(b.String(), "<body>")
		text := html.UnescapeString(regexp.MustCompile(`<[^>]*aria-label="([^"]*)"[^>]*>|<[^>]*>`).ReplaceAllString(body, " $1 "))
		if found := english.FindAllString(text, -1); found != nil && name != "en" {
			t.Errorf("%s: English words: %q", name, found)
		}
	})
}

// TestLimits counts with the plural forms of languages.
func TestLimits(t *testing.T) {
	for name, want := range map[string]string{
		"en": "1 node, 2 nodes a millisecond", "de": "1 Stellung, 2 Stellungen pro Millisekunde", "fr": "1 position, 2 positions par milliseconde",
		"pl": "1 pozycja, 2 pozycje na milisekundę", "ru": "1 позиция, 2 позиции в миллисекунду",
	} {
		l, err := words.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := limits(peer.Limits{Nodes: 1, Pace: 2}, l); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestReasons says in all languages how games may end.
func TestReasons(t *testing.T) {
	reasons := []string{
		"adjudication: move limit", "endgame database: won", "no legal move", "25-move rule", "resignation by Black", "no move by White",
		"crash: exit status 1 by White", "time loss: took 2s of 1s by Black", "time loss: no move after 1.5s by White",
		"illegal move: 32-28 by Black", "White claims a draw; endgame database: drawn",
		"unfounded claim: a win, which neither the rules nor the endgame databases know by Black",
		"no move: it ended the game for no reason by White", "time loss: it ended the game after 2s of 1s by White",
	}
	for _, v := range []match.Verdict{match.Undecided, match.AcceptH0, match.AcceptH1} {
		reasons = append(reasons, v.String())
	}
	for _, r := range movegen.Variants() {
		reasons = append(reasons, r.Title)
	}
	languages(t, func(name string, l *words.Language) {
		for _, reason := range reasons {
			got := l.Heard(reason)
			if found := english.FindString(strings.Replace(got, "exit status", "", 1)); name != "en" && (found != "" || got == reason && reason != "Frysk!") {
				t.Errorf("%s: %q is %q", name, reason, got)
			}
		}
	})
}
