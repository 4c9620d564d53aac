package archive

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// TestRewrite writes the moves of the games of a file, and those of standard input, to
// files of their own.
func TestRewrite(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "cup.pdn")
	if err := os.WriteFile(name, []byte("1. 32-28 19-23 *\n\n1. 32-28 19-24 2. 28-99 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var sources []*Source
	for _, name := range []string{name, "-"} {
		s, err := NewSource(name, strings.NewReader("[GameType \"27\"]\n\n1. 11-15 *"), Reading{})
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
	}
	parts := Parts{Folder: folder, Check: func(name string) error {
		if strings.HasSuffix(name, "cup-0003.pdn") {
			return errors.New("exists")
		}
		return nil
	}}
	if err := parts.CheckAll(sources); err != nil {
		t.Error(err)
	}
	var places []string
	w := Rewriter{
		Text: func(g *pdn.Game, r *movegen.Rules, sure bool) (string, []*pdn.Error) {
			if r == nil {
				return "unknown", nil
			}
			return r.Name, g.Replay(r).Faults
		},
		Put: parts.Put, OnFault: func(place string) { places = append(places, strings.TrimPrefix(place, folder)) },
	}
	faulty, err := w.Rewrite(t.Context(), sources)
	if err != nil || faulty != 2 || len(places) != 2 {
		t.Fatalf("%d faulty games, error %v, places %q", faulty, err, places)
	}
	for i, want := range []string{`game 2, ply 3: "28-99": no such square`, `-:1:1: game 1: "GameType": game type "27"`} {
		if !strings.Contains(places[i], want) {
			t.Errorf("got %s, want %s", places[i], want)
		}
	}
	for part, want := range map[string]string{"cup-0001.pdn": "international", "cup-0002.pdn": "international", "games-0001.pdn": "unknown"} {
		if got, err := os.ReadFile(filepath.Join(folder, part)); string(got) != want {
			t.Errorf("%s: %q, %v", part, got, err)
		}
	}
	if err := parts.CheckAll([]*Source{sources[0], sources[0]}); err == nil || !strings.Contains(err.Error(), "would both go to") {
		t.Errorf("the same files twice: %v", err)
	}
	if _, _, err := sources[0].Game(3); err == nil {
		t.Error("there is a third game")
	}
	if g, r, err := sources[0].Game(2); err != nil || r.Name != "international" || len(g.Plies) != 3 {
		t.Errorf("the second game: %v, %v, %v", g, r, err)
	}
}
