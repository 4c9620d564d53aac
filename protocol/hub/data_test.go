package hub

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"stupol/book"
	"stupol/book/endgame/retrograde"
	"stupol/movegen"
	"stupol/search"
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
		{"a damaged file", "set-param name=bb-dir value=damaged\n", 4, "error message=\"endgame database international/1k-1k.endgame: byte 0: not an endgame database\""},
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
	if err := retrograde.Databases(t.Context(), r, retrograde.Options{Pieces: 2, Threads: 1, Dir: dir}); err != nil {
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

// withBook returns o with the book in the program, as the parameters have it at first.
func withBook(o search.Options) search.Options {
	o.Book, o.BookPlies, o.BookMargin = book.Embedded(o.Rules), 0, 0
	if o.Book != nil {
		o.BookPlies, o.BookMargin = 100, 4
	}
	return o
}

// bookFile returns a book of one position.
func bookFile(t *testing.T, r *movegen.Rules) []byte {
	t.Helper()
	start := r.Start()
	edges := make([]book.Edge, len(book.Moves(r, &start)))
	var file bytes.Buffer
	if _, err := book.New(r, book.Header{}, map[book.Key][]book.Edge{book.KeyOf(r, &start): edges}).WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestBook sets the parameters of the opening book and looks at what the engine gets and
// what the GUI is told. The book in the file has one position.
func TestBook(t *testing.T) {
	r := movegen.International()
	frisian, err := movegen.Lookup("frisian")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"one.book":     {Data: bookFile(t, r)},
		"damaged.book": {Data: bookFile(t, r)[:50]},
		"frisian.book": {Data: bookFile(t, frisian)},
	}
	one := search.Options{BookPlies: 100, BookMargin: 4}
	tests := []struct {
		name  string
		said  string
		want  search.Options // the book apart
		size  int            // of the book; 0: none
		heard string         // an error; none if empty
	}{
		{"a file", "set-param name=book-file value=books/one.book\n", one, 1, ""},
		{"no book", "set-param name=book-file value=books/one.book\nset-param name=book value=false\n", search.Options{}, 0, ""},
		{"no plies", "set-param name=book-file value=books/one.book\nset-param name=book-ply value=0\n", search.Options{}, 0, ""},
		{"plies", "set-param name=book-file value=books/one.book\nset-param name=book-ply value=7\n",
			search.Options{BookPlies: 7, BookMargin: 4}, 1, ""},
		{"margin", "set-param name=book-file value=books/one.book\nset-param name=book-margin value=0\n",
			search.Options{BookPlies: 100}, 1, ""},
		{"too many plies", "set-param name=book-file value=books/one.book\nset-param name=book-ply value=1001\n",
			one, 1, "error message=\"set-param: column 31: '1001': must be a whole number from 0 to 1000\""},
		{"a missing file", "set-param name=book-file value=books/none.book\n", search.Options{}, 0, "error message=\"opening book: open none.book"},
		{"a damaged file", "set-param name=book-file value=books/damaged.book\n", search.Options{}, 0,
			"error message=\"books/damaged.book: opening book: damaged: the checksum is wrong\""},
		{"of another game", "set-param name=book-file value=books/frisian.book\n", search.Options{}, 0,
			"error message=\"books/frisian.book: opening book: of Frisian draughts, not of International draughts\""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := &fakeEngine{}
				opts := fakeOptions(e)
				opts.Folder = func(string) fs.FS { return files }
				c := converse(t, opts)
				c.say(tt.said + "init\ninit\npos start\nlevel depth=1\ngo\n")
				heard := c.hear(time.Second)
				size := 0
				if e.options.Book != nil {
					size = e.options.Book.Len()
				}
				if size != tt.size || e.options.BookPlies != tt.want.BookPlies || e.options.BookMargin != tt.want.BookMargin {
					t.Errorf("the engine has a book of %d positions, %d plies, margin %v", size, e.options.BookPlies, e.options.BookMargin)
				}
				if strings.Count(heard, "error") != strings.Count(tt.heard, "error") || !strings.HasPrefix(heard, tt.heard) {
					t.Errorf("got\n%swant %q once", heard, tt.heard)
				}
				if !strings.Contains(heard, "done move=") {
					t.Errorf("no move: %s", heard)
				}
				c.end()
			})
		})
	}
}
