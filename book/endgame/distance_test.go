package endgame

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"stupol/movegen"
)

// TestEmbeddedDistances derives a few distances of each slice in the program
// from those of its successors.
func TestEmbeddedDistances(t *testing.T) {
	without := map[string]bool{"killer": true, "losing": true, "frisian": true, "frysk": true} // 4 pieces
	for _, r := range movegen.Variants() {
		t.Run(r.Name, func(t *testing.T) {
			d, rng := Embedded(r), rand.New(rand.NewPCG(1, 3))
			pr := d.Prober()
			for _, i := range d.Infos() {
				if i.Slice.Pieces() == 4 && without[r.Name] {
					continue
				}
				x := NewLayout(r, i.Slice)
				for range 50 {
					p := x.Position(rng.Uint64N(x.size))
					v := pr.Probe(&p)
					if v == Draw {
						continue
					}
					got, ok := pr.Distance(&p)
					want, _ := pr.DeriveDistance(&p, v)
					if !ok || got != want {
						t.Fatalf("%s: %d plies (%v), but its moves make that %d", r.FEN(&p), got, ok, want)
					}
				}
			}
			if err := d.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// poolFiles returns the files of three pieces of pool checkers and a lost
// position whose distance is in the one named.
func poolFiles(t *testing.T) (r *movegen.Rules, files fstest.MapFS, name string, lost movegen.Position) {
	t.Helper()
	r, files = rulesNamed(t, "pool"), fstest.MapFS{}
	dir := embeddedFiles(t, r)
	for name := range dir.archive.files {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	lost, err := r.ParseFEN("W:W25:BK1,K9")
	if err != nil {
		t.Fatal(err)
	}
	return r, files, "pool/1m-2k.distance", lost
}

// TestDistanceFiles checks what becomes of files of distances that are missing
// or damaged.
func TestDistanceFiles(t *testing.T) {
	r, files, name, lost := poolFiles(t)
	good := files[name].Data
	flipped := bytes.Clone(good)
	flipped[len(good)-5] ^= 1
	tests := []struct {
		name  string
		data  []byte
		known bool
		says  string // by LoadDistances and once it has been asked for
	}{
		{"whole", good, true, ""},
		{"missing", nil, false, ""},
		{"values in its place", files["pool/1m-2k.endgame"].Data, false, "byte 0: not an endgame database"},
		{"cut", good[:len(good)-1], false, "the file ends within block 0 of 1"},
		{"a flipped bit", flipped, false, "block 0: wrong checksum"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if files[name] = (&fstest.MapFile{Data: tt.data}); tt.data == nil {
				delete(files, name)
			}
			s, _ := SliceOf(&lost)
			all := New(r)
			err := errors.Join(all.Load(files, s), all.LoadDistances(files, s))
			if tt.data == nil && !errors.Is(err, fs.ErrNotExist) || tt.data != nil && !says(err, tt.says) {
				t.Errorf("LoadDistances says %v, want %q", err, tt.says)
			}
			d, err := open(files, r, 3, DefaultMemory, New(r))
			if err != nil {
				t.Fatal(err)
			}
			pr := d.Prober()
			if v := pr.Probe(&lost); v != Loss {
				t.Errorf("%s: %v, want loss", r.FEN(&lost), v)
			}
			if plies, ok := pr.Distance(&lost); ok != tt.known {
				t.Errorf("%s: %d plies (%v), want known: %v", r.FEN(&lost), plies, ok, tt.known)
			}
			if err := d.Err(); !says(err, tt.says) {
				t.Errorf("Err says %v, want %q", err, tt.says)
			}
		})
	}
}

// TestDistanceNotKnown looks at a position of seven pieces, won by a capture into positions
// that are known; another capture blocks the last king at once, which the databases cannot
// know.
func TestDistanceNotKnown(t *testing.T) {
	r := rulesNamed(t, "russian")
	p := positionOf(t, r, "W:WK4,6,12,25,32:B8,K29")
	pr := Embedded(r).Prober()
	if plies, ok := pr.Distance(&p); ok || pr.Probe(&p) != Win {
		t.Errorf("%v in %d plies, but it takes one", pr.Probe(&p), plies)
	}
}
