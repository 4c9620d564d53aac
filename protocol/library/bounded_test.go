package library

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"stupol/movegen"
)

// TestStatementsAreBounded asks in many ways, each with other values: what is prepared does not
// become more with the values, and not too much with the ways. Large parameters are let go.
func TestStatementsAreBounded(t *testing.T) {
	l, r := newLibrary(t), movegen.International()
	addText(t, l, "a.pdn", makeGames(r, 20, 1))
	find := func(q Query) {
		t.Helper()
		if _, err := l.Count(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	find(Query{IDs: []Range{{1, 2}}})
	before := len(l.db.statements)
	for i := range int64(100) {
		find(Query{IDs: []Range{{i, i + 5}}})
	}
	if n := len(l.db.statements); n != before {
		t.Errorf("%d statements, %d after 100 other ranges", before, n)
	}
	start := r.Start()
	for ways := range 1 << 9 {
		q := Query{}
		for i, set := range []func(){
			func() { q.Rules = r }, func() { q.Rules, q.Position = r, &start }, func() { q.Player = "a" }, func() { q.Event = "b" },
			func() { q.FirstYear = ways }, func() { q.LastYear = 2000 + ways }, func() { q.Outcomes = []movegen.Outcome{movegen.Drawn, movegen.WhiteWins} },
			func() { q.IDs = []Range{{1, 5}, {int64(ways), 9}} }, func() { q.Removed = true },
		} {
			if ways>>i&1 != 0 {
				set()
			}
		}
		find(q)
	}
	if n := len(l.db.statements); n > mostStatements {
		t.Errorf("%d statements", n)
	}
}

// TestStatementInUse has a statement under way while so many others are carried out that one
// has to go.
func TestStatementInUse(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "a.pdn", makeGames(movegen.International(), 20, 1))
	rows := 0
	err := l.db.query("SELECT id FROM game", func(*sqlite3.Stmt) error {
		rows++
		for i := range mostStatements {
			if _, err := l.db.number(fmt.Sprintf("SELECT %d", i+rows*mostStatements)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || rows != 20 {
		t.Errorf("%d rows, error %v", rows, err)
	}
}

// TestRanges finds games by many numbers and by ranges that overlap.
func TestRanges(t *testing.T) {
	l := newLibrary(t)
	addText(t, l, "a.pdn", makeGames(movegen.International(), 30, 1))
	var many []Range
	for i := range int64(5000) {
		many = append(many, Range{2 * i, 2 * i})
	}
	for _, tt := range []struct {
		name string
		ids  []Range
		want string
	}{
		{"none", []Range{}, ""},
		{"one", []Range{{3, 5}}, "3 4 5 "},
		{"two that overlap, in disorder", []Range{{9, 11}, {2, 3}, {10, 12}}, "2 3 9 10 11 12 "},
		{"thousands", many[:5000], "2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 "},
	} {
		var got strings.Builder
		err := l.Find(t.Context(), Query{IDs: tt.ids}, func(f Found) error {
			fmt.Fprintf(&got, "%d ", f.ID)
			return nil
		})
		if got.String() != tt.want || err != nil {
			t.Errorf("%s: %q, error %v, want %q", tt.name, got.String(), err, tt.want)
		}
	}
}

// TestInPlace removes a library that is open, and puts another one in its place.
func TestInPlace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.games")
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.InPlace(); err != nil {
		t.Error("as it was:", err)
	}
	if err := os.Rename(name, name+".old"); err != nil {
		t.Skip("a file that is open cannot be renamed here:", err)
	}
	if err := l.InPlace(); !errors.Is(err, ErrMissing) {
		t.Error("renamed:", err)
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.InPlace(); err == nil || errors.Is(err, ErrMissing) {
		t.Error("replaced:", err)
	}
}
