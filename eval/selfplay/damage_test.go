package selfplay

import (
	"os"
	"path/filepath"
	"testing"

	"stupol/book/endgame"
	"stupol/book/endgame/retrograde"
	"stupol/movegen"
)

// TestDamagedDatabases plays with databases whose damage is seen only when their values
// are read: no game may be written that was played without them.
func TestDamagedDatabases(t *testing.T) {
	r := quick(t, "english", 30)
	r.MaxPlies = 400
	rules, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := retrograde.Databases(t.Context(), rules, retrograde.Options{Pieces: 3, Dir: dir}); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "english", "*.endgame"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)-3] ^= 0x55
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if r.Endgames, err = (endgame.Source{Pieces: 3, Folder: os.DirFS(dir)}).Open(rules); err != nil {
		t.Fatal(err)
	}
	defer r.Endgames.Close()
	r.NewSearcher = searchers(r.Header, r.Endgames)
	w := writer(t, filepath.Join(dir, "games"), r.Header)
	if err := r.Play(t.Context(), w); err == nil {
		t.Error("the damage is not reported")
	}
}
