package endgame

import (
	"bytes"
	"io"
	"io/fs"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"stupol/movegen"
)

// countingFolder counts the bytes that are read from its files.
type countingFolder struct {
	fs.FS
	read *atomic.Int64
}

func (f countingFolder) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return countingFile{file, f.read}, nil
}

type countingFile struct {
	fs.File
	read *atomic.Int64
}

func (f countingFile) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.File.(interface {
		ReadAt([]byte, int64) (int, error)
	}).ReadAt(b, at)
	f.read.Add(int64(n))
	return n, err
}

// inSmallBlocks returns the file of s with blocks of that many positions.
func inSmallBlocks(t *testing.T, r *movegen.Rules, s Slice, positions uint32) []byte {
	t.Helper()
	known := Embedded(r).stored[s.id()]
	all, err := known.file.readAll()
	if err != nil {
		t.Fatal(err)
	}
	h := newHeader(ValueFile, r, known.Layout, known.file.head.Counts)
	h.BlockSize, h.Blocks = positions, uint32((known.size+uint64(positions)-1)/uint64(positions))
	var b bytes.Buffer
	if err := writeBlocks(&b, known.Layout, h, all.packed); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestLargeSlicesAreReadByBlocks, as a search that asks for one value waits for
// all that is read.
func TestLargeSlicesAreReadByBlocks(t *testing.T) {
	r := rulesNamed(t, "russian")
	s := Slice{Force{Kings: 2}, Force{Kings: 2}}
	file := inSmallBlocks(t, r, s, 1024)
	var read atomic.Int64
	folder := countingFolder{fstest.MapFS{ValueFile.Name(r, s): {Data: file}}, &read}
	d, err := Source{Pieces: 4, Folder: folder}.Open(r)
	if d.stored[s.id()].store != d.opened {
		t.Fatal(err)
	}
	defer d.Close()
	entries := d.stored[s.id()].file.entries
	if len(entries) <= wholeBlocks {
		t.Fatalf("%d blocks are not enough", len(entries))
	}
	read.Store(0)
	p, known := lastQuiet(r, s), Embedded(r).Prober()
	pr := d.Prober()
	for range 3 {
		if got, want := pr.Probe(&p), known.Probe(&p); got != want {
			t.Errorf("%s: got a %v, want a %v", r.FEN(&p), got, want)
		}
	}
	if got, want := read.Load(), int64(entries[len(entries)-1].Length); got != want {
		t.Errorf("%d bytes were read for one value, want %d", got, want)
	}
	x, rng := NewLayout(r, s), rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := x.Position(rng.Uint64N(x.size))
		if got, want := pr.Probe(&p), known.Probe(&p); got != want {
			t.Fatalf("%s: got a %v, want a %v", r.FEN(&p), got, want)
		}
	}
	if got := read.Load(); got > int64(len(file)) {
		t.Errorf("%d bytes of a file of %d were read", got, len(file))
	}
	if err := d.Err(); err != nil {
		t.Error(err)
	}
}

// noNetwork is an error that passes.
type noNetwork struct{}

func (noNetwork) Error() string   { return "no network" }
func (noNetwork) Temporary() bool { return true }

// farFolder has files that can be opened, but for a while not read.
type farFolder struct {
	fs.FS
	away  *atomic.Bool
	tries *atomic.Int64
}

func (f farFolder) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	return farFile{file, f}, err
}

type farFile struct {
	fs.File
	folder farFolder
}

func (f farFile) ReadAt(b []byte, at int64) (int, error) {
	if f.folder.away.Load() {
		f.folder.tries.Add(1)
		return 0, noNetwork{}
	}
	return f.File.(io.ReaderAt).ReadAt(b, at)
}

// TestFilesComeBack loses the network before the first value is read: the value is unknown, as
// long as there is no network nothing but an attempt now and then is made, and with it all
// is there again.
func TestFilesComeBack(t *testing.T) {
	r := rulesNamed(t, "russian")
	s := Slice{Force{Kings: 2}, Force{Kings: 2}}
	for name, blockSize := range map[string]uint32{"read as a whole": blockSize, "read by blocks": 1024} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder := farFolder{fstest.MapFS{ValueFile.Name(r, s): {Data: inSmallBlocks(t, r, s, blockSize)}}, new(atomic.Bool), new(atomic.Int64)}
				d, err := Source{Pieces: 4, Folder: folder}.Open(r)
				if d.stored[s.id()].store != d.opened {
					t.Fatal(err)
				}
				defer d.Close()
				p := lastQuiet(r, s)
				known := Embedded(r).Prober().Probe(&p)
				pr := d.Prober()
				folder.away.Store(true)
				for range 100 { // 30 seconds
					if got := pr.Probe(&p); got != Unknown {
						t.Fatalf("without a network: a %v", got)
					}
					time.Sleep(300 * time.Millisecond)
				}
				if got := folder.tries.Load(); got < 2 || got > 4 {
					t.Errorf("%d attempts in half a minute", got)
				}
				folder.away.Store(false)
				time.Sleep(retryAfter)
				if got := pr.Probe(&p); got != known {
					t.Errorf("with the network again: a %v, want a %v", got, known)
				}
				if err := d.Err(); err != nil {
					t.Errorf("what has passed is called damage: %v", err)
				}
			})
		})
	}
}
