package plain

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/charmap"
)

// russian is text of a Russian file.
const russian = "[White \"Иванов Пётр\"]\n[Black \"Сёмин\"]\n\n1. c3-d4 {Начало игры Кол} d6-c5 2-0\n"

// encoded returns a text in a code page.
func encoded(t *testing.T, page *charmap.Charmap, text string) string {
	t.Helper()
	bytes, err := page.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// read returns what a Reader reads of a text, and what it has found.
func read(t *testing.T, text string, e Encoding) (plain, found string, err error) {
	t.Helper()
	r := NewReader(iotest.OneByteReader(strings.NewReader(text)), e)
	b, err := io.ReadAll(r)
	return string(b), r.Found(), err
}

func TestEncodings(t *testing.T) {
	western := "[White \"Müller\"]\n[Black \"Weiß, créée\"]\n1. 32-28 {à} *"
	polish := "[White \"Żółw\"] {żółć}"
	for _, tt := range []struct {
		name, text string
		e          Encoding
		want       string
		found      string
	}{
		{"ASCII", "1. 32-28 *", Auto, "1. 32-28 *", ""},
		{"UTF-8", russian + western + polish, Auto, russian + western + polish, ""},
		{"Windows-1251", encoded(t, charmap.Windows1251, russian), Auto, russian, "Windows-1251"},
		{"Windows-1251 with much before it", strings.Repeat("1. 32-28 19-23 *\n", 5000) + encoded(t, charmap.Windows1251, russian), Auto,
			strings.Repeat("1. 32-28 19-23 *\n", 5000) + russian, "Windows-1251"},
		{"Windows-1252", encoded(t, charmap.Windows1252, western), Auto, western, "Windows-1252"},
		{"a byte of Latin-1 in UTF-8", russian + "{Wei\xDF}" + polish, Auto, russian + "{Weiß}" + polish, "Windows-1252"},
		{"a character of UTF-8 in Latin-1", encoded(t, charmap.Windows1252, western) + "Weiß", Auto, western + "Weiß", "Windows-1252"},
		{"a character that is cut off", "{\xC3", Auto, "{Ã", "Windows-1252"},
		{"Windows-1252 asked for", "Weiß", Windows1252, "WeiÃŸ", "Windows-1252"},
		{"Windows-1251 asked for", "\xCF\xB8", Windows1251, "Пё", "Windows-1251"},
		{"UTF-8 asked for", encoded(t, charmap.Windows1251, "Иванов"), UTF8, "Èâàíîâ", "Windows-1252"},
		{"a byte that is no character", "Wei\xDF \x81", Auto, "Weiß \uFFFD", "Windows-1252"},
	} {
		got, found, err := read(t, tt.text, tt.e)
		if got != tt.want || found != tt.found || err != nil {
			t.Errorf("%s: %q, %q, %v, want %q, %q", tt.name, got, found, err, tt.want, tt.found)
		}
	}
}

// TestRefused reads what is no file of games. All of it is refused by its name.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{"PK\x03\x04rest", "a ZIP archive"}, {"\x1F\x8B\x08", "a gzip archive"}, {"\x89PNG\r\n", "a PNG picture"},
		{"%PDF-1.4\n", "a PDF document"}, {"{\\rtf1 x}", "an RTF document"}, {"SQLite format 3\x00", "a library"}, {"\x7FELF\x02", "a program"},
		{"a\x00b\x00c\x00d", "a binary file"}, {"\xFF\xFE[\x00", "UTF-16"},
		{`{"name": "stupol", "version": 1}`, "JSON, value 1: no game"}, {`[1, 2]`, "JSON, value 1: no game"}, {` [ "1. 32-28" ]`, "no game"},
		{`{"moves": ["32-28"]}`, "no game"}, {"{\"pdn\": \"*\"}\n{\"x\": 1}", "JSON, value 2: no game"}, {`[]`, ""}, {`{"a": 1`, "JSON, value 1"},
		{`[{"pdn": "*"}`, "JSON, behind value 1: unexpected EOF"}, {`[{"pdn": "*"}] {}`, "JSON, behind value 1: more"},
		{`{"pdn": "*"} {"pdn": "*"} *`, "JSON, value 3"}, {`[` + strings.Repeat(`"1. 32-28", `, 5000), "no game"}, {`{"a": nope}`, "JSON, value 1"},
		{`{"pdn": "` + strings.Repeat("x", mostJSON) + `"}`, "longer than 4 MB"},
	} {
		_, _, err := read(t, tt.file, Auto)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.40q: %v, want %q", tt.file, err, tt.want)
		}
	}
	for _, text := range []string{
		"{\"Best game\" of the year} 1. 32-28 *", "[Event \"x\"]", "[ White \"x\"]", "{}", "[[[[", "", "PK 1. 32-28", "1. 32-28\x00 *", "32-28" + strings.Repeat("\x00", 900),
		strings.Repeat("\x00", 900) + "1. 32-28 *", "[0", "[1] 1. 32-28 *", "[1, 2", "[] 1. 32-28 *", `{"a": "b"} 1. 32-28 *`, `{"a"} /FEN "W:WK1:B2"/`, `[{"a":` + "\n\n[Event \"x\"]",
	} {
		if got, found, err := read(t, text, Auto); got != text || found != "" || err != nil {
			t.Errorf("%q: %q, %q, %v", text, got, found, err)
		}
	}
}

// TestJSON reads games as lidraughts.org sends them.
func TestJSON(t *testing.T) {
	const one = `{"id":"q7ZvsdUF","rated":true,"variant":"frisian","speed":"blitz","createdAt":1514505150384,"status":"resign",` +
		`"players":{"white":{"user":{"name":"Ana \"A\"","id":"ana"},"rating":1500,"ratingDiff":-4},"black":{"aiLevel":3}},` +
		`"winner":"black","opening":{"code":"x","name":"Roozenburg","ply":3},"initialFen":"W:W31:B20","moves":"32-28 19-23 28x19",` +
		`"clocks":[18003,17990],"analysis":[{"eval":12}],"clock":{"initial":180,"increment":2,"totalTime":260},"odd name":null}`
	want := `[Site "https://lidraughts.org/q7ZvsdUF"]
[Rated "true"]
[GameType "40"]
[Speed "blitz"]
[Date "2017.12.28"]
[UTCDate "2017.12.28"]
[UTCTime "23:52:30"]
[Termination "resign"]
[White "Ana \"A\""]
[PlayersWhiteUserId "ana"]
[WhiteElo "1500"]
[WhiteRatingDiff "-4"]
[Black "Lidraughts AI level 3"]
[ECO "x"]
[Opening "Roozenburg"]
[OpeningPly "3"]
[FEN "W:W31:B20"]
[ClockTotalTime "260"]
[TimeControl "180+2"]
[Result "0-2"]

{analysis: [("eval":12)]}
32-28
{[%clk 0:03:00]}
19-23
{[%clk 0:02:59]}
28x19
0-2


`
	other := `{"pdn":"[White \"Eva\"]\n\n1. 32-28 1-1","id":"x"}`
	more := "[Site \"https://lidraughts.org/x\"]\n[White \"Eva\"]\n\n1. 32-28 1-1\n\n\n"
	for _, text := range []string{one + "\n" + other, "[" + one + ",\n" + other + "]", "\uFEFF " + one + other + "\n"} {
		if got, found, err := read(t, text, Auto); got != want+more || found != "JSON" || err != nil {
			t.Errorf("%q, %v:\n%s\nwant\n%s", found, err, got, want+more)
		}
	}
}

// FuzzReader reads anything: what is no text is an error, and text in UTF-8 stays.
func FuzzReader(f *testing.F) {
	for _, text := range []string{russian, "{\"pdn\": \"1. 32-28 *\"}", "[{\"moves\": \"32-28\", \"clocks\": [1], \"a\": {\"b\": [2]}}]", "Wei\xDF", "PK\x03\x04"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, e uint8) {
		r := NewReader(strings.NewReader(text), Encoding(e%4))
		got, err := io.ReadAll(r)
		if err != nil || r.Found() == "JSON" {
			return
		}
		if again, found, err := read(t, string(got), UTF8); err == nil && again != string(got) && found != "JSON" {
			t.Errorf("%q is read as %q, and that as %q", text, got, again)
		}
	})
}
