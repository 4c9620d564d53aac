package endgame

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"stupol/movegen"
)

// TestEmbedded reads every value in the program, checksums included, and
// derives a few of each slice from its successors.
func TestEmbedded(t *testing.T) {
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			d, rng := Embedded(r), rand.New(rand.NewPCG(1, 1))
			if got := d.Pieces(); got != 4 {
				t.Fatalf("all of %d pieces are there, want 4", got)
			}
			pr := d.Prober()
			for _, i := range d.Infos() {
				x := NewLayout(r, i.Slice)
				for range 200 {
					p := x.Position(rng.Uint64N(x.size))
					if got, want := pr.Probe(&p), pr.Derive(&p); got != want {
						t.Fatalf("%s: %v, but its moves make it a %v", r.FEN(&p), got, want)
					}
				}
			}
			if err := d.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// samples returns positions of all slices of d.
func samples(d *Database, n int) []movegen.Position {
	var all []movegen.Position
	rng := rand.New(rand.NewPCG(1, 2))
	for _, i := range d.Infos() {
		x := NewLayout(d.rules, i.Slice)
		for range n {
			all = append(all, x.Position(rng.Uint64N(x.size)))
		}
	}
	return all
}

// embeddedFiles returns the files in the program of r.
func embeddedFiles(t testing.TB, r *movegen.Rules) *Folder {
	t.Helper()
	folder, err := OpenFolder(embeddedFolder, r)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestMemory checks that values do not depend on how much memory they may
// take, nor on who else asks.
func TestMemory(t *testing.T) {
	r := rulesNamed(t, "spanish")
	folder := embeddedFiles(t, r)
	d := New(r)
	for n := 2; n <= 4; n++ {
		for _, s := range Slices(r, n) {
			if err := d.Load(folder, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	positions := samples(d, 100)
	var want []Value
	pr := d.Prober()
	for i := range positions {
		want = append(want, pr.Probe(&positions[i]))
	}
	for _, memory := range []int64{1, 100_000, 1_000_000, 0} {
		d, err := Source{Pieces: 4, Folder: embeddedFolder, Memory: memory}.Open(r)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for seed := range uint64(4) {
			all.Go(func() {
				pr := d.Prober()
				for _, i := range rand.New(rand.NewPCG(seed, 3)).Perm(len(positions)) {
					if got := pr.Probe(&positions[i]); got != want[i] {
						t.Errorf("%d bytes: %s is a %v, want %v", memory, r.FEN(&positions[i]), got, want[i])
						return
					}
				}
			})
		}
		all.Wait()
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMemoryIsKept opens databases with less and less memory: slices of few pieces
// stay in it as long as they take no more than half, and the cache has the rest.
func TestMemoryIsKept(t *testing.T) {
	r := rulesNamed(t, "spanish")
	for _, memory := range []int64{DefaultMemory, 1_000_000, 100_000, 1} {
		d, err := Source{Pieces: 4, Folder: embeddedFolder, Memory: memory}.Open(r)
		if err != nil {
			t.Fatal(err)
		}
		var all, kept int64
		for _, i := range d.Infos() {
			s := d.stored[i.Slice.id()]
			all += s.bytes()
			if !s.cached {
				kept += s.bytes()
			}
		}
		switch {
		case all <= memory && kept < all:
			t.Errorf("%d bytes: %d stay in memory, want all %d", memory, kept, all)
		case all > memory && kept > memory/2:
			t.Errorf("%d bytes: %d stay in memory, want half at most", memory, kept)
		case all > memory && d.opened.cache == nil:
			t.Errorf("%d bytes: no cache", memory)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFaultySource checks what is said about files that are missing or
// damaged, and that the others serve.
func TestFaultySource(t *testing.T) {
	r := rulesNamed(t, "russian")
	const name = "russian/2k-2k.endgame"
	good, err := fs.ReadFile(embeddedFiles(t, r), name)
	if err != nil {
		t.Fatal(err)
	}
	p := lastQuiet(r, Slice{Force{Kings: 2}, Force{Kings: 2}})
	value := Embedded(r).Prober().Probe(&p)
	flipped := func(at int) []byte {
		b := bytes.Clone(good)
		b[at] ^= 1
		return b
	}
	file := func(b []byte) fstest.MapFS { return fstest.MapFS{name: {Data: b}} }
	tests := []struct {
		name   string
		folder fs.FS
		opens  string // in the error of Open
		reads  string // in that of Err, once it was read
		want   Value
	}{
		{"whole", embeddedFolder, "", "", value},
		{"none", fstest.MapFS{}, "of russian: none found", "", value},
		{"others missing", file(good), "russian/1k-3k.endgame: missing", "", value},
		{"cut", file(good[:len(good)-1]), name + ": ", "", value},
		{"a bit in the head", file(flipped(60)), "wrong checksum of header", "", value},
		{"a bit in a block", file(flipped(len(good) - 5)), "russian/1k-3k.endgame: missing", "wrong checksum", Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, memory := range []int64{1, 0} {
				d, err := Source{Pieces: 4, Folder: tt.folder, Memory: memory}.Open(r)
				if !says(err, tt.opens) {
					t.Errorf("Open says %v, want %q", err, tt.opens)
				}
				if got := d.Prober().Probe(&p); got != tt.want {
					t.Errorf("%s: %v, want %v", r.FEN(&p), got, tt.want)
				}
				if err := d.Err(); !says(err, tt.reads) {
					t.Errorf("Err says %v, want %q", err, tt.reads)
				}
				if got := d.Pieces(); got != 4 {
					t.Errorf("complete up to %d pieces, want 4: what the folder lacks is embedded", got)
				}
			}
		})
	}
}

// lastQuiet returns the position without a capture that has the largest number
// in s.
func lastQuiet(r *movegen.Rules, s Slice) movegen.Position {
	x := NewLayout(r, s)
	i := x.size - 1
	p := x.Position(i)
	for ; r.HasCapture(&p); p = x.Position(i) {
		i--
	}
	return p
}

// says reports whether err contains text, or is nil if that is empty.
func says(err error, text string) bool {
	if text == "" || err == nil {
		return err == nil && text == ""
	}
	return strings.Contains(err.Error(), text)
}

func TestUpTo(t *testing.T) {
	r := rulesNamed(t, "english")
	for pieces, want := range []int{1, 1, 2, 3, 4, 4} {
		d := Embedded(r).UpTo(pieces)
		if d.Pieces() != want || d.MostPieces() != want {
			t.Errorf("up to %d: %d and %d pieces, want %d", pieces, d.Pieces(), d.MostPieces(), want)
		}
	}
}

// TestProbesDoNotAllocate once the values are in memory.
func TestProbesDoNotAllocate(t *testing.T) {
	r := rulesNamed(t, "russian")
	for name, memory := range map[string]int64{"slices": 0, "blocks": 1 << 19} {
		t.Run(name, func(t *testing.T) {
			d, err := Source{Pieces: 4, Folder: embeddedFolder, Memory: memory}.Open(r)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.ParseFEN("W:WK1,K2:BK31,K32")
			if err != nil {
				t.Fatal(err)
			}
			pr := d.Prober()
			if got := testing.AllocsPerRun(100, func() { pr.Probe(&p) }); got != 0 {
				t.Errorf("got %v allocations, want 0", got)
			}
		})
	}
}
