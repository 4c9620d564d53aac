package endgame

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"stupol/movegen"
)

// A zipped file is one of an archive made by a test.
type zipped struct {
	name    string
	method  uint16
	content []byte
}

// archiveOf returns an archive of files.
func archiveOf(t testing.TB, files ...zipped) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		out, err := w.CreateHeader(&zip.FileHeader{Name: f.name, Method: f.method})
		if err == nil {
			_, err = out.Write(f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// embeddedArchive returns the archive of r in the program.
func embeddedArchive(t testing.TB, r *movegen.Rules) []byte {
	t.Helper()
	b, err := fs.ReadFile(embeddedFolder, ArchiveName(r))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestFolder looks files up that are in a folder, in an archive, in both and nowhere.
func TestFolder(t *testing.T) {
	r := rulesNamed(t, "frysk")
	stored := archiveOf(t, zipped{"frisian/a", zip.Store, []byte("archived")}, zipped{"frisian/b", zip.Store, []byte("archived")})
	both := fstest.MapFS{
		"frisian.zip": {Data: stored}, "frisian/a": {Data: []byte("loose")}, "frisian/c": {Data: []byte("loose")},
	}
	tests := []struct {
		name   string
		folder fstest.MapFS
		want   string // of a, b, c and d
	}{
		{"both", both, "loose archived loose -"},
		{"no archive", fstest.MapFS{"frisian/a": both["frisian/a"]}, "loose - - -"},
		{"no folder", fstest.MapFS{"frisian.zip": both["frisian.zip"]}, "archived archived - -"},
		{"another game", fstest.MapFS{"english.zip": both["frisian.zip"], "english/a": both["frisian/a"]}, "- - - -"},
		{"nothing", fstest.MapFS{}, "- - - -"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder, err := OpenFolder(tt.folder, r)
			if err != nil {
				t.Fatal(err)
			}
			defer folder.Close()
			var got []string
			for _, name := range []string{"frisian/a", "frisian/b", "frisian/c", "frisian/d"} {
				content, err := fs.ReadFile(folder, name)
				info, statErr := folder.Stat(name)
				switch {
				case err == nil && statErr == nil && info.Size() == int64(len(content)):
					got = append(got, string(content))
				case errors.Is(err, fs.ErrNotExist) && errors.Is(statErr, fs.ErrNotExist):
					got = append(got, "-")
				default:
					t.Errorf("%s: %v, %v", name, err, statErr)
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestDamagedArchive checks what is said about archives that are not what they should be,
// and that what is embedded serves instead.
func TestDamagedArchive(t *testing.T) {
	r := rulesNamed(t, "russian")
	good := embeddedArchive(t, r)
	const name = "russian/1k-1k.endgame"
	content, err := fs.ReadFile(embeddedFiles(t, r), name)
	if err != nil {
		t.Fatal(err)
	}
	one := zipped{name, zip.Store, content}
	changed := func(at int, to ...byte) []byte {
		b := bytes.Clone(archiveOf(t, one))
		copy(b[at:], to)
		return b
	}
	length := len(archiveOf(t, one))
	list := bytes.Index(archiveOf(t, one), []byte("PK\x01\x02")) // of one file
	many := make([]zipped, 12_000)
	for i := range many {
		many[i].name = fmt.Sprintf("russian/%060d", i)
	}
	tests := []struct {
		name    string
		archive fstest.MapFile
		want    string // after its name; empty: nothing is wrong
	}{
		{"whole", fstest.MapFile{Data: good}, ""},
		{"empty", fstest.MapFile{}, ": byte 0: the file is empty"},
		{"text", fstest.MapFile{Data: []byte("a letter to my aunt")}, ": the list of files, before byte 19: zip: not a valid zip file"},
		{"a folder", fstest.MapFile{Mode: fs.ModeDir}, ": russian.zip: a folder, not a file"},
		{"cut", fstest.MapFile{Data: good[:len(good)/2]}, fmt.Sprintf(": the list of files, before byte %d: zip: not a valid zip file", len(good)/2)},
		{"a file is listed twice", fstest.MapFile{Data: archiveOf(t, one, one)}, `: the list of files, before byte 612: "russian/1k-1k.endgame" is in it twice`},
		{"a long list", fstest.MapFile{Data: archiveOf(t, many...)}, ": the list of files, before byte 2736022: it is larger than 1 MB"},
		{"not in the list", fstest.MapFile{Data: changed(list, 'X')}, fmt.Sprintf(": the list of files, before byte %d: zip: not a valid zip file", length)},
		{"compressed", fstest.MapFile{Data: archiveOf(t, zipped{name, zip.Deflate, content})}, ": " + name + ": byte 51: it is compressed, not stored as it is"},
		{"no head", fstest.MapFile{Data: changed(0, 'X')}, ": " + name + ": the head before it: zip: not a valid zip file"},
		{"longer than the archive", fstest.MapFile{Data: changed(list+20, 0, 0, 1, 0, 0, 0, 1, 0)}, ": " + name + fmt.Sprintf(": byte %d: %d bytes of it are not there", length, 1<<16-(length-51))},
		{"another file", fstest.MapFile{Data: archiveOf(t, zipped{name, zip.Store, []byte("a letter to my aunt")})}, ": " + name + ": byte 19: the file ends within the header"},
		{"a flipped bit", fstest.MapFile{Data: changed(51+60, content[60]^1)}, ": " + name + ": byte 104: wrong checksum of header and list of blocks"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Source{Pieces: 4, Folder: fstest.MapFS{"russian.zip": &tt.archive}}.Open(r)
			if tt.want == "" && err != nil {
				t.Error(err)
			}
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), "russian.zip"+tt.want) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("Open says\n%v, want\n%q", err, "russian.zip"+tt.want)
			}
			if got := d.Pieces(); got != 4 {
				t.Errorf("complete up to %d pieces, want 4: what the archive lacks is embedded", got)
			}
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDamageInArchive flips a bit in a block: the message names the archive.
func TestDamageInArchive(t *testing.T) {
	r := rulesNamed(t, "russian")
	s := Slice{Force{Kings: 2}, Force{Kings: 2}}
	file := bytes.Clone(embeddedArchive(t, r))
	values, err := embeddedFiles(t, r).archive.files[ValueFile.Name(r, s)].DataOffset()
	if err != nil {
		t.Fatal(err)
	}
	file[values+1000] ^= 1
	d, err := Source{Pieces: 4, Folder: fstest.MapFS{"russian.zip": {Data: file}}}.Open(r)
	if err != nil {
		t.Fatal(err)
	}
	p := lastQuiet(r, s)
	if got := d.Prober().Probe(&p); got != Unknown {
		t.Errorf("%s: a %v", r.FEN(&p), got)
	}
	const want = "endgame database russian.zip: russian/2k-2k.endgame: byte 132: block 0: wrong checksum"
	if err := d.Err(); err == nil || err.Error() != want {
		t.Errorf("Err says %v, want %s", err, want)
	}
}

// closed counts how often the files of a folder are closed.
type closed struct {
	fs.FS
	open map[string]int
}

type closedFile struct {
	fs.File
	io.ReaderAt
	close func()
}

func (c closed) Open(name string) (fs.File, error) {
	file, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	c.open[name]++
	in, _ := file.(io.ReaderAt)
	return closedFile{file, in, func() { c.open[name]-- }}, nil
}

func (f closedFile) Close() error {
	f.close()
	return f.File.Close()
}

// TestArchiveIsClosed with the database.
func TestArchiveIsClosed(t *testing.T) {
	folder := closed{embeddedFolder, map[string]int{}}
	d, err := Source{Pieces: 4, Folder: folder}.Open(rulesNamed(t, "russian"))
	if err != nil {
		t.Fatal(err)
	}
	if folder.open["russian.zip"] != 1 {
		t.Errorf("open: %v", folder.open)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	for name, n := range folder.open {
		if n != 0 {
			t.Errorf("%s is open %d times", name, n)
		}
	}
}

// TestOpenAllocatesLittle opens what a program opens before its first search.
func TestOpenAllocatesLittle(t *testing.T) {
	r := movegen.International()
	files := len(embeddedFiles(t, r).archive.files)
	if got, most := testing.AllocsPerRun(10, func() { openEmbedded(r) }), 20*files; got > float64(most) {
		t.Errorf("%v allocations for %d files, want %d at most", got, files, most)
	}
}

// FuzzArchive checks that no archive makes the reader do worse than refuse it.
func FuzzArchive(f *testing.F) {
	r := rulesNamed(f, "english")
	var some []zipped
	files := embeddedFiles(f, r)
	for _, s := range Slices(r, 2) {
		for _, name := range []string{ValueFile.Name(r, s), DistanceFile.Name(r, s)} {
			content, err := fs.ReadFile(files, name)
			if err != nil {
				f.Fatal(err)
			}
			some = append(some, zipped{name, zip.Store, content})
		}
	}
	f.Add(archiveOf(f, some...))
	f.Add(archiveOf(f, some[0]))
	f.Add(archiveOf(f, zipped{some[0].name, zip.Deflate, some[0].content}))
	f.Add(slices.Concat([]byte("PK"), archiveOf(f, some[1])))
	f.Add(archiveOf(f, some...)[:300])
	f.Fuzz(func(t *testing.T, file []byte) {
		d, err := Source{Pieces: 2, Folder: fstest.MapFS{"english.zip": {Data: file}}}.Open(r)
		if err != nil && !strings.Contains(err.Error(), "english.zip") && !strings.Contains(err.Error(), "english/") && !strings.Contains(err.Error(), "none found") {
			t.Errorf("no file is named: %v", err)
		}
		defer d.Close()
		pr := d.Prober()
		for _, s := range Slices(r, 2) {
			p := lastQuiet(r, s)
			pr.Distance(&p)
		}
	})
}
