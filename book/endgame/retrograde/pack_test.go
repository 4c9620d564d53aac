package retrograde

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"stupol/book/endgame"
	"stupol/movegen"
)

// TestPackMakesTheArchivesInTheProgram, whether the files are in a folder, in another
// order in an archive, or in both.
func TestPackMakesTheArchivesInTheProgram(t *testing.T) {
	for _, r := range movegen.Variants() {
		name := endgame.ArchiveName(r)
		want, err := fs.ReadFile(embedded, name)
		if err != nil {
			t.Fatal(err)
		}
		_, loose := someFiles(t, r.Name, "*")
		half := fstest.MapFS{name: {Data: want}}
		for file := range loose {
			if len(half) < 10 {
				half[file] = loose[file]
			}
		}
		for _, folder := range []fs.FS{embedded, loose, half} {
			var got bytes.Buffer
			if _, err := Pack(&got, folder, r, PackOptions{Pieces: 6, Distances: 6}); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s: the archive in the program differs", name)
			}
		}
	}
}

// TestPack checks which files an archive has and which are refused.
func TestPack(t *testing.T) {
	r, all := someFiles(t, "russian", "*")
	changed := func(name string, data []byte) fstest.MapFS {
		files := fstest.MapFS{}
		for name, file := range all {
			files[name] = file
		}
		if files[name] = (&fstest.MapFile{Data: data}); data == nil {
			delete(files, name)
		}
		return files
	}
	flipped := func(name string) fstest.MapFS {
		data := bytes.Clone(all[name].Data)
		data[len(data)-3] ^= 1
		return changed(name, data)
	}
	everything := PackOptions{Pieces: 6, Distances: 4}
	tests := []struct {
		name   string
		folder fs.FS
		with   PackOptions
		want   Packed
		says   string
	}{
		{"all", all, everything, Packed{41, 41}, ""},
		{"few pieces", all, PackOptions{Pieces: 3, Distances: 4}, Packed{16, 16}, ""},
		{"few distances", all, PackOptions{Pieces: 4, Distances: 3}, Packed{41, 16}, ""},
		{"no distances", all, PackOptions{Pieces: 4}, Packed{41, 0}, ""},
		{"one distance missing", changed("russian/2k-1k.distance", nil), everything, Packed{41, 40}, ""},
		{"one missing", changed("russian/2k-1k.endgame", nil), everything, Packed{}, "endgame database russian/2k-1k.endgame: missing"},
		{"one damaged", flipped("russian/2k-1k.endgame"), everything, Packed{}, "endgame database russian/2k-1k.endgame: byte 108: block 0: wrong checksum"},
		{"a distance damaged", flipped("russian/2k-1k.distance"), everything, Packed{}, "endgame database russian/2k-1k.distance: byte 108: block 0: wrong checksum"},
		{"another in its place", changed("russian/2k-1k.endgame", all["russian/1k-2k.endgame"].Data), everything, Packed{}, "russian/2k-1k.endgame: byte 16: not the slice"},
		{"a damaged archive", changed("russian.zip", []byte("PK")), everything, Packed{}, "endgame databases russian.zip: the list of files, before byte 2: "},
		{"none", fstest.MapFS{}, everything, Packed{}, "no endgame databases of russian"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var archive bytes.Buffer
			got, err := Pack(&archive, tt.folder, r, tt.with)
			if tt.says != "" {
				if err == nil || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("error %v, want one with %q", err, tt.says)
				}
				return
			}
			if err != nil || got != tt.want {
				t.Fatalf("%+v, %v, want %+v", got, err, tt.want)
			}
			read, err := Read(fstest.MapFS{"russian.zip": {Data: archive.Bytes()}}, r, 6)
			if err != nil {
				t.Fatal(err)
			}
			distances := 0
			for _, i := range read.Infos() {
				if i.Distances > 0 {
					distances++
				}
			}
			if n := len(read.Infos()); n != got.Values || distances != got.Distances {
				t.Errorf("%d values and %d distances can be read, want %+v", n, distances, got)
			}
		})
	}
}

// TestGoesOnFromArchive builds where an archive has all files but one.
func TestGoesOnFromArchive(t *testing.T) {
	r := rulesNamed(t, "english")
	var built []string
	o := Options{Pieces: 4, Dir: t.TempDir()}
	o.Done = func(i endgame.Info, again bool) {
		if again {
			built = append(built, i.Slice.String())
		}
	}
	archive, err := fs.ReadFile(embedded, "english.zip")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(o.Dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cut, err := fs.ReadFile(embeddedFiles(t, r), "english/1k-2m.endgame")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(o.Dir, "english"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("english.zip", archive)
	write("english/1k-2m.endgame", cut[:200]) // goes before the one in the archive
	if err := Databases(t.Context(), r, o); err != nil {
		t.Fatal(err)
	}
	if want := []string{"1k-2m", "2m-1k"}; !slices.Equal(built, want) {
		t.Errorf("built %q, want %q", built, want)
	}
	write("english.zip", archive[:300])
	if err := Databases(t.Context(), r, o); err == nil || !strings.Contains(err.Error(), "english.zip: the list of files, before byte 300") {
		t.Errorf("with a damaged archive: %v", err)
	}
}
