package words

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// language returns the language of a name.
func language(t *testing.T, name string) *Language {
	t.Helper()
	l, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestNamed(t *testing.T) {
	for _, name := range Names() {
		l := language(t, strings.ToUpper(name))
		if got := l.Tag(); got != name && name != "pt" {
			t.Errorf("the language %s is %s", name, got)
		}
	}
	for _, name := range []string{"heard", "xx", "", "../words"} {
		if _, err := Named(name); err == nil || !strings.Contains(err.Error(), "de, en, es") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestSay(t *testing.T) {
	for _, tt := range []struct{ language, want string }{
		{"en", "0 moves, 1 move, 2 moves, 5 moves, 12 moves, 21 moves, 22 moves"},
		{"de", "0 Züge, 1 Zug, 2 Züge, 5 Züge, 12 Züge, 21 Züge, 22 Züge"},
		{"fr", "0 coup, 1 coup, 2 coups, 5 coups, 12 coups, 21 coups, 22 coups"},
		{"pl", "0 ruchów, 1 ruch, 2 ruchy, 5 ruchów, 12 ruchów, 21 ruchów, 22 ruchy"},
		{"pt", "0 lance, 1 lance, 2 lances, 5 lances, 12 lances, 21 lances, 22 lances"},
		{"ru", "0 ходов, 1 ход, 2 хода, 5 ходов, 12 ходов, 21 ход, 22 хода"},
	} {
		var got []string
		for _, n := range []int{0, 1, 2, 5, 12, 21, 22} {
			got = append(got, language(t, tt.language).Say("{n} move|{n} moves", "n", n))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.language, got, tt.want)
		}
	}
	if got := language(t, "pl").Say("nobody has said {what}", "what", "this"); got != "nobody has said this" {
		t.Errorf("without a translation: %q", got)
	}
}

func TestWhole(t *testing.T) {
	for name, want := range map[string]string{
		"en": "-12 999 1,000 12,345 -123,456 200,000 1,234,567",
		"de": "-12 999 1.000 12.345 -123.456 200.000 1.234.567",
		"es": "-12 999 1000 12.345 -123.456 200.000 1.234.567",
		"fr": "-12 999 1_000 12_345 -123_456 200_000 1_234_567",
		"it": "-12 999 1000 12.345 -123.456 200.000 1.234.567",
		"nl": "-12 999 1.000 12.345 -123.456 200.000 1.234.567",
		"pl": "-12 999 1000 12_345 -123_456 200_000 1_234_567",
		"pt": "-12 999 1.000 12.345 -123.456 200.000 1.234.567",
		"ru": "-12 999 1_000 12_345 -123_456 200_000 1_234_567",
	} {
		var got []string
		for _, n := range []int64{-12, 999, 1000, 12345, -123456, 200000, 1234567} {
			got = append(got, language(t, name).Whole(n))
		}
		if got := strings.NewReplacer("\u00a0", "_", "\u202f", "_").Replace(strings.Join(got, " ")); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := language(t, "ru").Say("{n} game of {file}|{n} games of {file}", "n", 12345, "file", "2000"); got != "12\u00a0345 партий из 2000" {
		t.Errorf("a number in a text: %q", got)
	}
	if got := (*Language)(nil).Say("{n} node|{n} nodes", "n", int64(200000)); got != "200,000 nodes" {
		t.Errorf("in English: %q", got)
	}
	const want = "[1,000] [  12,345] [12,345  ] [7s] [2000] [-1,000,000]"
	if got := Sprintf("[%d] [%8d] [%-8d] [%v] [%s] [%v]", 1000, int64(12345), uint64(12345), 7*time.Second, "2000", -1000000); got != want {
		t.Errorf("in a format: %s, want %s", got, want)
	}
}

func TestHeardTexts(t *testing.T) {
	const said = "Blunder. By the endgame databases 32-28 wins and this move draws."
	for name, want := range map[string]string{
		"en": said,
		"nl": "Blunder. Volgens de eindspeldatabase: 32-28 wint en deze zet maakt remise.",
		"pl": "Gruby błąd. Według bazy końcówek 32-28 wygrywa, a ten ruch remisuje.",
		"ru": "Зевок. По базе окончаний 32-28 выигрывает, а этот ход ведёт к ничьей.",
	} {
		if got := language(t, name).Heard(said); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := language(t, "pl").Heard("Draw: 25-move rule"); got != "Remis: reguła 25 ruchów" {
		t.Errorf("%q", got)
	}
	if got := language(t, "de").Heard("nobody knows this"); got != "nobody knows this" {
		t.Errorf("what is not in the catalogue: %q", got)
	}
}

func ExampleLanguage_Say() {
	polish, err := Named("pl")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(polish.Say("{n} blunder|{n} blunders", "n", 3))
	// Output: 3 grube błędy
}

// TestSorted: a text stands in one place of each catalogue, where two people who add others do
// not meet.
func TestSorted(t *testing.T) {
	for _, name := range Names() {
		if name == "en" {
			continue // the texts themselves
		}
		text, err := Files.ReadFile(name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		before := ""
		for _, line := range regexp.MustCompile(`(?m)^\t("(?:[^"\\]|\\.)*"): `).FindAllStringSubmatch(string(text), -1) {
			key, err := strconv.Unquote(line[1])
			if err != nil || key <= before {
				t.Errorf("%s: %q stands before %q, %v", name, before, key, err)
			}
			before = key
		}
	}
}

// TestCount counts one, none and many.
func TestCount(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{Count(1, "game"), "1 game"}, {Count(0, "game"), "0 games"}, {Count(int64(12_345), "ply"), "12,345 plies"},
		{Count(2, "search"), "2 searches"}, {Count(2, "day"), "2 days"}, {Count(uint64(1), "entry"), "1 entry"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

func TestSaid(t *testing.T) {
	for said, want := range map[Said]string{
		"illegal":                          `"illegal"`,
		"there is no {such} text":          `"there is no {such} text"`,
		"25-move rule":                     `{"text":"{n}-move rule","values":{"n":"25"}}`,
		`move 1: "32-28": illegal`:         `{"text":"move {move}: {text}","values":{"move":"1","text":{"text":"\"{text}\": {reason}","values":{"reason":"illegal","text":"32-28"}}}}`,
		"Draw: 25-move rule":               `{"text":"Draw: {reason}","values":{"reason":{"text":"{n}-move rule","values":{"n":"25"}}}}`,
		"what belongs to <a> is not there": `"what belongs to \u003ca\u003e is not there"`,
	} {
		got, err := json.Marshal(said)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", said, got, err, want)
		}
		var back Said
		if err := json.Unmarshal(got, &back); err != nil || back != said {
			t.Errorf("%s is read as %q, %v", got, back, err)
		}
	}
}
