package library

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stupol/protocol/pattern"
)

// benchGames is how many games TestMeasure adds.
var benchGames = flag.Int("games", 0, "measure with so many games: see EXPERIMENTS.md")

// TestMeasure prints how long it takes to add games, and to find them.
func TestMeasure(t *testing.T) {
	if *benchGames == 0 {
		t.Skip("only with -games")
	}
	r := rulesNamed(t, "international")
	text := makeGames(r, *benchGames, 1)
	name := filepath.Join(t.TempDir(), "x.games")
	l, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	added := addText(t, l, "x.pdn", text)
	t.Logf("%d games, %d bytes of PDN added in %v", added.Added, len(text), time.Since(began))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes a game", info.Size()/int64(added.Added))
	if l, err = OpenReadOnly(name); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	measureStats(t, l)
	squares, err := pattern.Parse(r, "W28,32,33:B19,23:E24")
	if err != nil {
		t.Fatal(err)
	}
	least := time.Hour
	found := 0
	for range 5 {
		began := time.Now()
		if found, err = l.Count(context.Background(), Query{Rules: r, Pattern: &squares}); err != nil {
			t.Fatal(err)
		}
		least = min(least, time.Since(began))
	}
	t.Logf("pattern of six squares in %v: %d games", least, found)
}

// measureStats prints how long the statistics take of positions after few moves and many.
func measureStats(t *testing.T, l *Library) {
	r := rulesNamed(t, "international")
	game := r.Start()
	for ply := range 14 {
		least := time.Hour
		var st Stats
		for range 5 {
			began := time.Now()
			var err error
			if st, err = l.Stats(context.Background(), r, &game, Query{}); err != nil {
				t.Fatal(err)
			}
			least = min(least, time.Since(began))
		}
		t.Logf("ply %d: %d games in %v", ply, st.Games.Games, least)
		if len(st.Moves) == 0 {
			return
		}
		game = r.Play(&game, st.Moves[0].Played())
	}
}
