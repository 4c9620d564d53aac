package library

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// oldEnglish is a file of English draughts in which results name Black's points first, and
// who has won by the moves: in the first game Black, in the second White.
const oldEnglish = `[White "A"]
[Black "B"]
[Date "1900"]
[Result "1-0"]

1. 9-13 22-18 2. 10-14 1-0

[White "C"]
[Black "D"]
[Result "0-1"]

1. 9-13 {as usual} 22-18 0-1

[White "E"]
[Black "F"]
[Result "1/2-1/2"]

1. 9-13 22-18 1/2-1/2
`

// outcomesOf returns the outcomes of all games, in their order, with what they are as text.
func outcomesOf(t *testing.T, l *Library) (outcomes []string, texts []string) {
	t.Helper()
	for id := int64(1); ; id++ {
		g, err := l.Game(context.Background(), id)
		if errors.Is(err, ErrNoGame) {
			return outcomes, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		outcomes, texts = append(outcomes, g.Result), append(texts, g.Text)
	}
}

// rows returns all rows of a query as text.
func rows(t *testing.T, l *Library, sql string) (all []string) {
	t.Helper()
	err := l.db.query(sql, func(s *sqlite3.Stmt) error {
		var row []string
		for i := range s.DataCount() {
			row = append(row, s.ColumnText(i))
		}
		all = append(all, strings.Join(row, "|"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAddTurns adds files in which results name Black's points first.
func TestAddTurns(t *testing.T) {
	for _, tt := range []struct {
		name, text    string
		order         pdn.ResultOrder
		results, want string
	}{
		{"as the games say", oldEnglish, pdn.OrderByGames, "first-player", "black, white, draw"},
		{"as the user says", oldEnglish, pdn.WhiteFirst, "white", "white, black, draw"},
		{"White begins", strings.NewReplacer("9-13 22-18 2. 10-14", "22-18 10-14", "9-13 {as usual} 22-18", "22-18 9-13", "9-13 22-18", "22-18").Replace(oldEnglish), pdn.OrderByGames, "", "white, black, draw"},
		{"named", strings.ReplaceAll(oldEnglish, "[Result", "[GameType \"21\"]\n[Result") + strings.ReplaceAll(oldEnglish, "[White", "[GameType \"21\"]\n[White \"X\"]\n[Other"), pdn.OrderByGames, "first-player", "black, white, draw, black, white, draw"},
	} {
		l := openAs(t, filepath.Join(t.TempDir(), "games"))
		source := sourceOf("old.pdn", []byte(tt.text))
		source.Results = tt.order
		added, err := l.Add(context.Background(), source, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		outcomes, texts := outcomesOf(t, l)
		if got := strings.Join(outcomes, ", "); got != tt.want || added.Results != tt.results {
			t.Errorf("%s: %s, want %s; read as %q, want %q\n%s", tt.name, got, tt.want, added.Results, tt.results, texts)
		}
		if info, err := l.Info(context.Background()); err != nil || info.Sources[0].Results != tt.results || info.Sources[0].Unsettled != 0 {
			t.Errorf("%s: %+v, %v", tt.name, info.Sources, err)
		}
		source.Results = pdn.WhiteFirst
		if _, err := l.Add(context.Background(), source, nil, nil); (err != nil) != (tt.results == "first-player") {
			t.Errorf("%s: added again as White's points first: %v", tt.name, err)
		}
	}
}

// TestSettle reads a library anew that a version without the column results has made. It
// becomes what a new one is, and what the user has done to it stays.
func TestSettle(t *testing.T) {
	ctx := context.Background()
	text := oldEnglish + strings.NewReplacer("\"A\"", "\"G\"", "\"C\"", "\"H\"", "\"E\"", "\"I\"").Replace(oldEnglish)
	name := filepath.Join(t.TempDir(), "games")
	l := openAs(t, name)
	source := sourceOf("old.pdn", []byte(text))
	source.Results = pdn.WhiteFirst
	if _, err := l.Add(ctx, source, nil, nil); err != nil {
		t.Fatal(err)
	}
	start := movegen.NewGame(mustLookup(t, "english")).Start()
	k := keyOf(saltOf(mustLookup(t, "english")), &start)
	all, err := l.db.count(k, "")
	if err == nil {
		err = l.db.addToTally(k, all) // as if there were thousands of them
	}
	for _, sql := range []string{"ALTER TABLE source DROP COLUMN results", "PRAGMA user_version = 1", `UPDATE game SET tags = '[["Site","Delft"],["Site","edited"]]' WHERE id = 4`} {
		if err == nil {
			err = l.db.conn.Exec(sql)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Remove(ctx, Query{IDs: []Range{{First: 5, Last: 5}}}); err != nil {
		t.Fatal(err)
	}
	before, _ := outcomesOf(t, l)
	unchanged := rows(t, l, "SELECT id, removed, white, black, event, date, year, plies, start, hex(moves), hex(scores), hex(fingerprint), source, number FROM game")
	l.Close()

	reading, err := OpenReadOnly(name) // needs no new version
	if err != nil {
		t.Fatal(err)
	}
	told, err := reading.Results(ctx)
	if err != nil || len(told) != 1 || told[0].Asked || told[0].Order != "white" || told[0].Fits != "first-player" || told[0].Games.FirstPlayer != 4 {
		t.Errorf("%+v, %v", told, err)
	}
	if files, games, err := reading.Unsettled(ctx); files != 1 || games != 4 || err != nil {
		t.Errorf("%d games of %d files, %v", games, files, err)
	}
	reading.Close()

	l = openAs(t, name)
	settled, err := l.Settle(ctx, pdn.OrderByGames, nil)
	if err != nil || len(settled) != 1 || settled[0].Turned != 4 || settled[0].Order != "first-player" {
		t.Fatalf("%+v, %v", settled, err)
	}
	after, texts := outcomesOf(t, l)
	for i, was := range before {
		want := map[string]string{"white": "black", "black": "white", "draw": "draw"}[was]
		if after[i] != want || was != "draw" && !strings.Contains(texts[i], "[OriginalResult \"") {
			t.Errorf("game %d: %s, was %s:\n%s", i+1, after[i], was, texts[i])
		}
	}
	if !strings.Contains(texts[1], "{as usual}") || !strings.Contains(texts[3], "Delft") {
		t.Errorf("the comment or the tag is lost:\n%s\n%s", texts[1], texts[3])
	}
	if got := rows(t, l, "SELECT tags FROM game WHERE id = 4"); got[0] != `[["Site","Delft"],["Site","edited"],["OriginalResult","1-0"]]` {
		t.Errorf("tags %s", got)
	}
	if got := rows(t, l, "SELECT id, removed, white, black, event, date, year, plies, start, hex(moves), hex(scores), hex(fingerprint), source, number FROM game"); !reflect.DeepEqual(got, unchanged) {
		t.Errorf("%q becomes %q", unchanged, got)
	}
	counted, err := l.db.count(k, "")
	if err != nil {
		t.Fatal(err)
	}
	tally, err := l.db.tally(k)
	if got, want := tally.sorted(), counted.sorted(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the tally has %+v, the games %+v", got, want)
	}
	if again, err := l.Settle(ctx, pdn.OrderByGames, nil); err != nil || len(again) != 0 {
		t.Errorf("settled again: %+v, %v", again, err)
	}
	if back, err := l.Settle(ctx, pdn.WhiteFirst, []int64{1}); err != nil || back[0].Turned != 4 {
		t.Errorf("turned back: %+v, %v", back, err)
	}
	if undone, texts := outcomesOf(t, l); !reflect.DeepEqual(undone, before) || strings.Contains(strings.Join(texts, ""), "OriginalResult") {
		t.Errorf("%v becomes %v", before, undone)
	}
}

// openAs opens a library, until the end of the test.
func openAs(t *testing.T, name string) *Library {
	t.Helper()
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// mustLookup returns the rules with that name.
func mustLookup(t *testing.T, name string) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
