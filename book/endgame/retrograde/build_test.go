package retrograde

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"golang.org/x/sync/errgroup"

	"stupol/book/endgame"
	"stupol/movegen"
)

// embedded is the folder of the archives in the program.
var embedded = os.DirFS("../embedded")

// embeddedFiles returns the files in the program of r.
func embeddedFiles(t *testing.T, r *movegen.Rules) *endgame.Folder {
	t.Helper()
	folder, err := endgame.OpenFolder(embedded, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() })
	return folder
}

// buildFiles builds the databases of a variant and returns its folder.
func buildFiles(t *testing.T, r *movegen.Rules, pieces int) string {
	t.Helper()
	dir := t.TempDir()
	if err := Databases(t.Context(), r, Options{Pieces: pieces, Threads: 2, Dir: dir}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFilesHoldValues checks that a database read from files gives the values
// of the one that was solved, for all positions of up to three pieces.
func TestFilesHoldValues(t *testing.T) {
	r := rulesNamed(t, "pool")
	memory, err := solved(t.Context(), r, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Read(os.DirFS(buildFiles(t, r, 3)), r, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := opened.Pieces(); got != 3 {
		t.Errorf("complete up to %d pieces, want 3", got)
	}
	for _, i := range opened.Infos() {
		if err := Verify(t.Context(), opened, i.Slice, 2, 1); err != nil {
			t.Error(err)
		}
	}
	want, got := memory.Prober(), opened.Prober()
	for pieces := 2; pieces <= 3; pieces++ {
		for _, s := range endgame.Slices(r, pieces) {
			x := endgame.NewLayout(r, s)
			for i := range x.Size() {
				p := x.Position(i)
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
	want := map[endgame.Slice]*endgame.Counts{}
	for p, o := range naiveOutcomes(r, 2) {
		s, _ := endgame.SliceOf(&p)
		if want[s] == nil {
			want[s] = &endgame.Counts{}
		}
		if p.Turn == movegen.White {
			continue
		}
		if r.HasCapture(&p) {
			want[s].Captures.Count(o.value)
		} else {
			want[s].Quiet.Count(o.value)
		}
	}
	d, err := Read(os.DirFS(buildFiles(t, r, 2)), r, 2)
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

// TestGoesOn checks that files that are whole are not built again, and
// that one that is missing or damaged is.
func TestGoesOn(t *testing.T) {
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
	note := func(i endgame.Info, again bool) {
		if again {
			built = append(built, i.Slice.String())
		}
	}
	err = Databases(t.Context(), r, Options{Pieces: 3, Threads: 1, Dir: dir, Done: note})
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

// TestRefuses checks that a build leaves files alone that are not its own,
// and finds them before it builds.
func TestRefuses(t *testing.T) {
	r := rulesNamed(t, "english")
	newer, err := os.ReadFile(filepath.Join(buildFiles(t, r, 2), "english", "1k-1m.endgame"))
	if err != nil {
		t.Fatal(err)
	}
	newer[8]++
	other, err := fs.ReadFile(embeddedFiles(t, rulesNamed(t, "russian")), "russian/1k-1m.endgame")
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
			err := Databases(t.Context(), r, Options{Pieces: 2, Threads: 1, Dir: filepath.Dir(folder)})
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

// frugal returns a builder in a folder that keeps no values longer than they are needed.
func frugal(t *testing.T, r *movegen.Rules, dir string) *builder {
	t.Helper()
	b := &builder{
		Options: Options{
			Threads: 2, Dir: dir, Done: func(endgame.Info, bool) {}, Advance: func(uint64) {},
			Shard: func(int) bool { return true },
		},
		ctx: t.Context(), rules: r, db: endgame.New(r), resident: 1,
	}
	if err := os.MkdirAll(filepath.Join(dir, r.Name), 0o777); err != nil {
		t.Fatal(err)
	}
	var err error
	if b.files, err = endgame.OpenFolder(os.DirFS(dir), r); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.files.Close() })
	return b
}

// sameAsEmbedded checks that the file of a slice is the one in the program.
func sameAsEmbedded(t *testing.T, r *movegen.Rules, dir string, s endgame.Slice) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(dir, endgame.ValueFile.Name(r, s)))
	if err != nil {
		t.Fatal(err)
	}
	want, err := fs.ReadFile(embeddedFiles(t, r), endgame.ValueFile.Name(r, s))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the file of %v differs from the one in the program", s)
	}
}

// TestFrugally checks that files do not depend on whether the values that
// are not needed leave the memory.
func TestFrugally(t *testing.T) {
	r, dir := rulesNamed(t, "czech"), t.TempDir()
	b := frugal(t, r, dir)
	if err := eachPair(r, 3, b.pair); err != nil {
		t.Fatal(err)
	}
	for _, s := range endgame.Slices(r, 3) {
		if b.db.Values(s) != nil {
			t.Errorf("%v is still in memory", s)
		}
		sameAsEmbedded(t, r, dir, s)
	}
}

// TestGoesOnWithMore goes on with a slice in which one move may take two pieces: it needs files of
// three and of two pieces, none of which is in memory. So seven pieces need those of six and five.
func TestGoesOnWithMore(t *testing.T) {
	r := rulesNamed(t, "breakthrough")
	dir := buildFiles(t, r, 3)
	s := endgame.Slice{Us: endgame.Force{Men: 2}, Them: endgame.Force{Men: 2}}
	if err := frugal(t, r, dir).buildValues(s); err != nil {
		t.Fatal(err)
	}
	sameAsEmbedded(t, r, dir, s)
}

// TestNeedsAll checks that a slice is not solved where one is missing that moves lead to.
func TestNeedsAll(t *testing.T) {
	r := rulesNamed(t, "breakthrough")
	for _, tt := range []struct {
		name            string
		pieces, missing int
	}{{"that a capture leads to", 4, 3}, {"that a capture of two leads to", 4, 2}} {
		t.Run(tt.name, func(t *testing.T) {
			d := endgame.New(r)
			for n := 2; n < tt.pieces; n++ {
				for _, s := range endgame.Slices(r, n) {
					if n != tt.missing {
						if err := d.Load(embeddedFiles(t, r), s); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			s := endgame.Slice{Us: endgame.Force{Men: 2}, Them: endgame.Force{Men: 2}}
			if _, err := solve(t.Context(), d, s, 2, func(uint64) {}); err == nil || !strings.Contains(err.Error(), "missing") {
				t.Errorf("error %v", err)
			}
		})
	}
	promotes := endgame.Slice{Us: endgame.Force{Men: 1}, Them: endgame.Force{Men: 1}}
	if _, err := solve(t.Context(), endgame.New(rulesNamed(t, "russian")), promotes, 2, func(uint64) {}); err == nil {
		t.Error("a promotion to a slice that is missing is no error")
	}
}

// TestBuildShards checks that three shards that work at the same time make the files of one
// build, each its own.
func TestBuildShards(t *testing.T) {
	r, dir := rulesNamed(t, "spanish"), t.TempDir()
	const shards = 3
	var built, waited atomic.Int32
	group, ctx := errgroup.WithContext(t.Context())
	for i := range shards {
		o := Options{Pieces: 3, Threads: 1, Dir: dir}
		o.Shard = func(pair int) bool { return pair%shards == i }
		o.Wait = func(endgame.Slice, error) { waited.Add(1) }
		o.Done = func(_ endgame.Info, again bool) {
			if again {
				built.Add(1)
			}
		}
		group.Go(func() error { return Databases(ctx, r, o) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := built.Load(); got != 4+12 {
		t.Errorf("%d slices built, want %d", got, 4+12)
	}
	if waited.Load() == 0 {
		t.Error("no shard has waited for another")
	}
	for pieces := 2; pieces <= 3; pieces++ {
		for _, s := range endgame.Slices(r, pieces) {
			for _, kind := range []endgame.FileKind{endgame.ValueFile, endgame.DistanceFile} {
				got, err := os.ReadFile(filepath.Join(dir, kind.Name(r, s)))
				if err != nil {
					t.Fatal(err)
				}
				want, err := fs.ReadFile(embeddedFiles(t, r), kind.Name(r, s))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s differs from the one in the program", kind.Name(r, s))
				}
			}
		}
	}
}

// TestWaitsUntilStopped checks that a shard whose others are missing ends when it is told
// to.
func TestWaitsUntilStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	o := Options{Pieces: 2, Threads: 1, Dir: t.TempDir()}
	o.Shard = func(int) bool { return false }
	o.Wait = func(endgame.Slice, error) { stop() }
	if err := Databases(ctx, rulesNamed(t, "pool"), o); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestWaitsForRepair checks that a shard waits for another one to replace a damaged file.
func TestWaitsForRepair(t *testing.T) {
	r := rulesNamed(t, "italian")
	dir := buildFiles(t, r, 3)
	damaged := filepath.Join(dir, endgame.ValueFile.Name(r, endgame.Slices(r, 2)[0]))
	whole, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	bad := slices.Clone(whole)
	bad[len(bad)-1] ^= 1
	if err := os.WriteFile(damaged, bad, 0o666); err != nil {
		t.Fatal(err)
	}
	o := Options{Pieces: 3, Threads: 1, Dir: dir, Shard: func(int) bool { return false }}
	waited := false
	o.Wait = func(endgame.Slice, error) {
		waited = true
		if err := os.WriteFile(damaged, whole, 0o666); err != nil {
			t.Error(err)
		}
	}
	if err := Databases(t.Context(), r, o); err != nil || !waited {
		t.Errorf("waited: %v, %v", waited, err)
	}
}

// TestAdvance checks that a build counts every position, built or kept.
func TestAdvance(t *testing.T) {
	r, dir := rulesNamed(t, "italian"), t.TempDir()
	want := endgame.Positions(r, 2) + endgame.Positions(r, 3)
	for _, which := range []string{"built", "kept"} {
		var done atomic.Uint64
		o := Options{Pieces: 3, Threads: 2, Dir: dir, Advance: func(n uint64) { done.Add(n) }}
		if err := Databases(t.Context(), r, o); err != nil {
			t.Fatal(err)
		}
		if got := done.Load(); got != want {
			t.Errorf("%d positions %s, want %d", got, which, want)
		}
	}
}

// TestReadIncomplete checks what is known when files are missing.
func TestReadIncomplete(t *testing.T) {
	r := rulesNamed(t, "italian")
	dir := buildFiles(t, r, 3)
	if err := os.Remove(filepath.Join(dir, "italian", "2k-1k.endgame")); err != nil {
		t.Fatal(err)
	}
	d, err := Read(os.DirFS(dir), r, 4)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.Pieces(); got != 2 {
		t.Errorf("complete up to %d pieces, want 2", got)
	}
	if _, err := Read(fstest.MapFS{}, r, 4); err == nil {
		t.Error("an empty folder opens")
	}
}

// BenchmarkDatabases builds databases on one thread. What the program is optimized by has it: see
// CONTRIBUTING.md.
func BenchmarkDatabases(b *testing.B) {
	for name, pieces := range map[string]int{"russian": 4, "international": 3} {
		r, err := movegen.Lookup(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("game="+name, func(b *testing.B) {
			for b.Loop() {
				if err := Databases(b.Context(), r, Options{Pieces: pieces, Threads: 1, Dir: b.TempDir()}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
