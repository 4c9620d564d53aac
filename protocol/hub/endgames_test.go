package hub

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"stupol/book/endgame/build"
	"stupol/movegen"
)

// TestEndgames sets the parameters of databases and looks at what the engine
// gets and what the GUI is told.
func TestEndgames(t *testing.T) {
	tests := []struct {
		name   string
		said   string
		pieces int    // that the engine can look up
		heard  string // an error; none if empty
	}{
		{"nothing set", "", 4, ""},
		{"none", "set-param name=bb-size value=0\n", 1, ""},
		{"fewer", "set-param name=bb-size value=3\n", 3, ""},
		{"more than there are", "set-param name=bb-size value=7\n", 4, ""},
		{"the name of those in the program", "set-param name=bb-dir value=embedded\n", 4, ""},
		{"an empty folder", "set-param name=bb-dir value=empty\n", 4, "error message=\"endgame databases of international: none found\""},
		{"a damaged file", "set-param name=bb-dir value=damaged\n", 4, "error message=\"endgame database international/1k-1k.endgame: byte 0: not an endgame database, and 1 more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &fakeEngine{}
				opts := fakeOptions(e)
				opts.Folder = func(name string) fs.FS {
					if name == "empty" {
						return fstest.MapFS{}
					}
					return fstest.MapFS{"international/1k-1k.endgame": {Data: make([]byte, 200)}}
				}
				c := converse(t, opts)
				c.say(tt.said + "init\ninit\npos start\nlevel depth=1\ngo\n")
				heard := c.hear(time.Second)
				if got := e.options.Endgames.MostPieces(); got != tt.pieces {
					t.Errorf("the engine has %d pieces, want %d", got, tt.pieces)
				}
				if strings.Count(heard, "error") != strings.Count(tt.heard, "error") || !strings.HasPrefix(heard, tt.heard) {
					t.Errorf("got\n%swant %q once", heard, tt.heard)
				}
				c.end()
			})
		})
	}
}

// TestDamageFoundLater tells once of values that cannot be read, after the
// search in which that was seen.
func TestDamageFoundLater(t *testing.T) {
	r, dir := movegen.International(), t.TempDir()
	if err := build.Databases(t.Context(), r, build.Options{Pieces: 2, Threads: 1, Dir: dir}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "international", "1k-1k.endgame")
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)-1] ^= 1
	if err := os.WriteFile(name, file, 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := r.ParseFEN("W:WK1:BK5")
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{}
		opts := fakeOptions(e)
		opts.Folder = os.DirFS
		c := converse(t, opts)
		c.say("set-param name=bb-dir value=" + dir + "\ninit\n")
		if got := c.hear(time.Second); got != "ready\n" {
			t.Errorf("got %q, want ready", got)
		}
		e.options.Endgames.Prober().Probe(&p) // as a search would
		c.say("level depth=1\ngo\n")
		got := c.hear(time.Second)
		if done, after, _ := strings.Cut(got, "done move"); done == "" || !strings.Contains(after, "1k-1k.endgame: byte") {
			t.Errorf("got %q, want an error after done", got)
		}
		c.say("level depth=1\ngo\n")
		if got := c.hear(time.Second); strings.Contains(got, "error") {
			t.Errorf("got %q, want no error again", got)
		}
		c.end()
	})
}
