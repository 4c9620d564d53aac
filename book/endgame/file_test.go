package endgame

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"stupol/movegen"
)

// buildFiles builds the databases of a variant and returns its folder.
func buildFiles(t *testing.T, r *movegen.Rules, pieces int) string {
	t.Helper()
	dir := t.TempDir()
	if err := Build(context.Background(), r, BuildOptions{Pieces: pieces, Threads: 2, Dir: dir}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFilesHoldValues checks that a database read from files gives the values
// of the one that was solved, for all positions of up to three pieces.
func TestFilesHoldValues(t *testing.T) {
	r := rulesNamed(t, "pool")
	solved, err := Solve(context.Background(), r, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Open(os.DirFS(buildFiles(t, r, 3)), r, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := opened.Pieces(); got != 3 {
		t.Errorf("complete up to %d pieces, want 3", got)
	}
	for _, i := range opened.Infos() {
		if err := opened.Verify(context.Background(), i.Slice, 2); err != nil {
			t.Error(err)
		}
	}
	want, got := solved.Prober(), opened.Prober()
	for pieces := 2; pieces <= 3; pieces++ {
		for _, s := range Slices(r, pieces) {
			x := newLayout(r, s)
			for i := range x.size {
				p := x.position(i)
				if got, want := got.Probe(&p), want.Probe(&p); got != want {
					t.Fatalf("%s: %v, want %v", r.FEN(&p), got, want)
				}
				gotPlies, gotOK := got.Distance(&p)
				wantPlies, wantOK := want.Distance(&p)
				if gotPlies != wantPlies || gotOK != wantOK {
					t.Fatalf("%s: %d plies (%v), want %d (%v)", r.FEN(&p), gotPlies, gotOK, wantPlies, wantOK)
				}
			}
		}
	}
}

// TestCounts compares the counts of two pieces with those of the naive solver,
// which counts both sides to move.
func TestCounts(t *testing.T) {
	r := movegen.International()
	want := map[Slice]*Counts{}
	for p, o := range naiveOutcomes(r, 2) {
		s, _ := sliceOf(&p)
		if want[s] == nil {
			want[s] = &Counts{}
		}
		if p.Turn == movegen.White {
			continue
		}
		if r.HasCapture(&p) {
			want[s].Captures.count(o.value)
		} else {
			want[s].Quiet.count(o.value)
		}
	}
	d, err := Open(os.DirFS(buildFiles(t, r, 2)), r, 2)
	if err != nil {
		t.Fatal(err)
	}
	var all uint64
	for _, i := range d.Infos() {
		if i.Counts != *want[i.Slice] {
			t.Errorf("%v: counts %+v, want %+v", i.Slice, i.Counts, *want[i.Slice])
		}
		all += i.Counts.All().Total()
	}
	if want := uint64(8845); all != want {
		t.Errorf("%d positions, want %d", all, want)
	}
}

// someBlocks is a slice with a file of several blocks, of Russian draughts.
var someBlocks = threeAgainstOne.Opposite()

// russianKings returns the files of the Russian endings with kings alone that
// someBlocks depends on.
func russianKings(t *testing.T) (*movegen.Rules, fstest.MapFS) {
	t.Helper()
	d, files := NewDatabase(rulesNamed(t, "russian")), fstest.MapFS{}
	for kings := uint8(1); kings <= 3; kings++ {
		if _, err := d.solve(context.Background(), Slice{Force{Kings: kings}, king}, 2, func(uint64) {}); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range d.tables {
		if table == nil {
			continue
		}
		counts, err := d.settle(context.Background(), table, 2, func(uint64) {})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := table.write(&b, d.rules, counts); err != nil {
			t.Fatal(err)
		}
		files[valueFiles.name(d.rules, table.slice)] = &fstest.MapFile{Data: b.Bytes()}
	}
	return d.rules, files
}

// TestBuildGoesOn checks that files that are whole are not built again, and
// that one that is missing or damaged is.
func TestBuildGoesOn(t *testing.T) {
	r := rulesNamed(t, "english")
	dir := buildFiles(t, r, 3)
	lost := filepath.Join(dir, "english", "1m-1k.endgame")
	cut := filepath.Join(dir, "english", "2m-1m.endgame")
	before, err := os.ReadFile(cut)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(lost), os.WriteFile(cut, before[:200], 0o666)); err != nil {
		t.Fatal(err)
	}
	var built []string
	note := func(i Info, again bool) {
		if again {
			built = append(built, i.Slice.String())
		}
	}
	err = Build(context.Background(), r, BuildOptions{Pieces: 3, Threads: 1, Dir: dir, Done: note})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(built, " "), "1k-1m 1m-1k 1m-2m 2m-1m"; got != want {
		t.Errorf("built %s, want %s", got, want)
	}
	after, err := os.ReadFile(cut)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file built again differs (%v)", err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "english", "*"))
	if want := 2 * (4 + 12); err != nil || len(names) != want {
		t.Errorf("%d files, want %d: %v (%v)", len(names), want, names, err)
	}
}

// TestBuildRefuses checks that a build leaves files alone that are not its own,
// and finds them before it builds.
func TestBuildRefuses(t *testing.T) {
	r := rulesNamed(t, "english")
	newer, err := os.ReadFile(filepath.Join(buildFiles(t, r, 2), "english", "1k-1m.endgame"))
	if err != nil {
		t.Fatal(err)
	}
	newer[8]++
	other, err := fs.ReadFile(embeddedFolder(t), "russian/1k-1m.endgame")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, file string
		content    []byte
	}{
		{"text", "1m-1m.endgame", []byte("a letter to my aunt")},
		{"text for distances", "1k-1k.distance", []byte(strings.Repeat("a letter to my aunt\n", 100))},
		{"another game", "1k-1m.endgame", other},
		{"a newer version", "1k-1m.endgame", newer},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "english")
			name := filepath.Join(folder, tt.file)
			if err := errors.Join(os.Mkdir(folder, 0o777), os.WriteFile(name, tt.content, 0o666)); err != nil {
				t.Fatal(err)
			}
			err := Build(t.Context(), r, BuildOptions{Pieces: 2, Threads: 1, Dir: filepath.Dir(folder)})
			if err == nil || !strings.Contains(err.Error(), tt.file+": the file exists and is not") {
				t.Error(err)
			}
			if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, tt.content) {
				t.Errorf("the file has changed (%v)", err)
			}
			if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
				t.Errorf("%d files, want 1 (%v)", len(files), err)
			}
		})
	}
}

// TestBuildFrugally checks that files do not depend on whether the values that
// are not needed leave the memory.
func TestBuildFrugally(t *testing.T) {
	r, dir := rulesNamed(t, "czech"), t.TempDir()
	b := builder{
		BuildOptions: BuildOptions{Threads: 2, Dir: dir, Done: func(Info, bool) {}, Advance: func(uint64) {}},
		ctx:          t.Context(), resident: 1,
	}
	if err := os.Mkdir(filepath.Join(dir, "czech"), 0o777); err != nil {
		t.Fatal(err)
	}
	d, err := solveAll(r, 3, b.pair)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range Slices(r, 3) {
		if d.tables[s.id()] != nil {
			t.Errorf("%v is still in memory", s)
		}
		got, err := os.ReadFile(filepath.Join(dir, valueFiles.name(r, s)))
		if err != nil {
			t.Fatal(err)
		}
		want, err := fs.ReadFile(embeddedFolder(t), valueFiles.name(r, s))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the file of %v differs from the one in the program", s)
		}
	}
}

// TestAdvance checks that a build counts every position, built or kept.
func TestAdvance(t *testing.T) {
	r, dir := rulesNamed(t, "italian"), t.TempDir()
	want := Positions(r, 2) + Positions(r, 3)
	for _, which := range []string{"built", "kept"} {
		var done atomic.Uint64
		o := BuildOptions{Pieces: 3, Threads: 2, Dir: dir, Advance: func(n uint64) { done.Add(n) }}
		if err := Build(t.Context(), r, o); err != nil {
			t.Fatal(err)
		}
		if got := done.Load(); got != want {
			t.Errorf("%d positions %s, want %d", got, which, want)
		}
	}
}

// TestDamage checks that a file that is not what it should be is refused, and
// where it is said to be wrong.
func TestDamage(t *testing.T) {
	r, files := russianKings(t)
	s := someBlocks
	file := files[valueFiles.name(r, s)].Data
	_, entries, err := readHead(file, valueFiles, r, newLayout(r, s))
	if err != nil || len(entries) < 3 {
		t.Fatalf("%d blocks (%v), want 3", len(entries), err)
	}
	start, first, second := headSize(len(entries)), int(entries[0].Length), int(entries[1].Length)
	tests := []struct {
		name   string
		damage func(b []byte) []byte
		want   string
	}{
		{"empty", func([]byte) []byte { return nil }, "byte 0: the file ends within the header"},
		{"not ours", func(b []byte) []byte { b[0] ^= 1; return b }, "byte 0: not an endgame database"},
		{"version", func(b []byte) []byte { b[8]++; return b }, "byte 8: version 2, want 1"},
		{"block size", func(b []byte) []byte { b[12]++; return b }, "byte 12: "},
		{"variant", func(b []byte) []byte { copy(b[16:], "english"); return b }, "byte 16: not the slice 1k-3k of russian"},
		{"material", func(b []byte) []byte { b[33]++; return b }, "byte 16: not the slice 1k-3k of russian"},
		{"counts", func(b []byte) []byte { b[48]++; return b }, "wrong checksum of header"},
		{"list of blocks", func(b []byte) []byte { b[96]++; return b }, "wrong checksum of header"},
		{"header cut", func(b []byte) []byte { return b[:100] }, "byte 100: the file ends within the list"},
		{"block cut", func(b []byte) []byte { return b[:len(b)-1] }, "the file ends within block"},
		{"flipped bit", func(b []byte) []byte { b[start+5] ^= 8; return b }, "block 0: wrong checksum"},
		{"swapped blocks", func(b []byte) []byte {
			swapped := append(bytes.Clone(b[start+first:start+first+second]), b[start:start+first]...)
			copy(b[start:], swapped)
			return b
		}, "block 0: wrong checksum"},
		{"more", func(b []byte) []byte { return append(b, 0) }, "1 bytes follow"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := readTable(tt.damage(bytes.Clone(file)), r, s)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// sign makes the checksums of a damaged file right again.
func sign(b []byte) []byte {
	blocks := int(binary.LittleEndian.Uint32(b[36:]))
	size := headSize(blocks)
	at := size
	for i := range blocks {
		entry := b[96+8*i:]
		end := at + int(binary.LittleEndian.Uint32(entry))
		binary.LittleEndian.PutUint32(entry[4:], checksum(b[at:end]))
		at = end
	}
	binary.LittleEndian.PutUint32(b[size-4:], checksum(b[:size-4]))
	return b
}

// TestVerify checks that verification passes what Build makes, and finds
// what checksums cannot.
func TestVerify(t *testing.T) {
	ctx := context.Background()
	r, files := russianKings(t)
	d, err := Open(files, r, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range d.Infos() {
		if err := d.Verify(ctx, i.Slice, 2); err != nil {
			t.Error(err)
		}
	}
	s := someBlocks
	name, file := valueFiles.name(r, s), files[valueFiles.name(r, s)].Data
	_, entries, err := readHead(file, valueFiles, r, newLayout(r, s))
	if err != nil {
		t.Fatal(err)
	}
	start := headSize(len(entries))
	first, second := int(entries[0].Length), int(entries[1].Length)
	tests := []struct {
		name   string
		damage func(t *testing.T) []byte
		want   string
	}{
		{"a wrong value", func(t *testing.T) []byte { return withValue(t, r, d.tables[s.id()], d.infos[s.id()].Counts) }, "stored as a"},
		{"wrong counts", func(*testing.T) []byte { b := bytes.Clone(file); b[48]++; return sign(b) }, "the counts are"},
		{"swapped blocks", func(*testing.T) []byte {
			b := bytes.Clone(file)
			copy(b[start:], append(bytes.Clone(file[start+first:start+first+second]), file[start:start+first]...))
			binary.LittleEndian.PutUint32(b[96:], uint32(second))
			binary.LittleEndian.PutUint32(b[104:], uint32(first))
			return sign(b)
		}, "stored as a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			damaged := *d
			if err := damaged.load(fstest.MapFS{name: {Data: tt.damage(t)}}, s); err != nil {
				t.Fatal(err)
			}
			if err := damaged.Verify(ctx, s, 2); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// withValue returns a file of t in which the value of one quiet position is
// another.
func withValue(t *testing.T, r *movegen.Rules, from *table, c Counts) []byte {
	t.Helper()
	wrong := &table{from.layout, append([]uint32(nil), from.words...)}
	i := from.size / 2
	for p := wrong.position(i); r.HasCapture(&p) || wrong.at(i) != Draw; p = wrong.position(i) {
		i++
	}
	wrong.replace(i, Win)
	var b bytes.Buffer
	if err := wrong.write(&b, r, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOpenIncomplete checks what is known when files are missing.
func TestOpenIncomplete(t *testing.T) {
	r := rulesNamed(t, "italian")
	dir := buildFiles(t, r, 3)
	if err := os.Remove(filepath.Join(dir, "italian", "2k-1k.endgame")); err != nil {
		t.Fatal(err)
	}
	d, err := Open(os.DirFS(dir), r, 4)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Pieces(); got != 2 {
		t.Errorf("complete up to %d pieces, want 2", got)
	}
	if _, err := Open(fstest.MapFS{}, r, 4); err == nil {
		t.Error("an empty folder opens")
	}
}

// FuzzReadTable checks that no file makes the reader do worse than refuse it.
func FuzzReadTable(f *testing.F) {
	r := rulesNamed(f, "english")
	d, err := Solve(context.Background(), r, 2, 1)
	if err != nil {
		f.Fatal(err)
	}
	s := Slice{king, king}
	var b bytes.Buffer
	if err := d.tables[s.id()].write(&b, r, Counts{}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:120])
	f.Fuzz(func(t *testing.T, file []byte) {
		t0, _, err := readTable(file, r, s)
		if err == nil && uint64(len(t0.words)) != (t0.size+perWord-1)/perWord {
			t.Errorf("%d words", len(t0.words))
		}
	})
}
