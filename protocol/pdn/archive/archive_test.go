package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/protocol/pdn"
)

// TestFile appends games, also to what another program left, and to nothing that is no file
// of games.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pdn")
	if keys, err := Keys(name); err != nil || len(keys) != 0 {
		t.Errorf("keys %v, error %v of no file", keys, err)
	}
	if _, err := Read(name); err == nil || !strings.HasSuffix(err.Error(), "there is no such file") {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(name, []byte("[White \"A\"]\n\n1. 32-28 *"), 0o666); err != nil {
		t.Fatal(err)
	}
	added := &pdn.Game{Tags: []pdn.Tag{{Name: "White", Value: "B"}}, Result: pdn.NoResult}
	for range 2 {
		f, err := Open(name)
		if err == nil {
			err = f.Add(added)
		}
		if err == nil {
			err = f.Sync()
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	games, err := Read(name)
	if err != nil || len(games) != 3 || games[0].Tag("White") != "A" || games[2].Tag("White") != "B" {
		t.Errorf("%d games, error %v", len(games), err)
	}
	keys, err := Keys(name)
	if err != nil || len(keys) != 2 || !keys[KeyOf(added)] {
		t.Errorf("%d keys, error %v", len(keys), err)
	}

	letter := filepath.Join(t.TempDir(), "letter")
	if err := os.WriteFile(letter, []byte("Dear aunt"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(letter); err == nil {
		t.Error("games are appended to a letter")
	}
}

// TestNoFile keeps games nowhere.
func TestNoFile(t *testing.T) {
	f, err := Open("")
	if err != nil || f != nil {
		t.Fatal(f, err)
	}
	defer f.Close()
	if f.Add(&pdn.Game{}) != nil || f.Sync() != nil {
		t.Error("no file refuses a game")
	}
}

func TestAreGames(t *testing.T) {
	tests := []struct {
		name, text string
		want       bool
	}{
		{"games", "[Event \"x\"]\n\n1. 32-28 *\n", true},
		{"games of Windows", "\ufeff[Event \"x\"]\r\n\r\n1. 32-28 *\r\n", true},
		{"games after a remark", "% mine\n[White \"A\"]\n*\n", true},
		{"games cut off", "[Event \"x\"]\n\n1. 32-28 {thinking", true},
		{"moves", "1. 32-28 19-23 2. 28x19 14x23 2-0\n", true},
		{"log", "2026-11-22 10:00:00.000 #0 - listening on 127.0.0.1:27531\n", false},
		{"letter", "Dear aunt, 1. thank you for the board\n", false},
		{"list", "1. milk\n2. eggs\n", false},
		{"configuration", "[scan]\ncommand = \"scan hub\"\n", false},
		{"JSON", "[1, \"x\"]\n", false},
		{"positions", "W:W31-50:B1-20\n", false},
		{"program", "\x7fELF\x02\x01\x01\x00\x00", false},
		{"zeros", strings.Repeat("\x00", 5000), false},
	}
	for _, tt := range tests {
		if got := areGames(strings.NewReader(tt.text)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
