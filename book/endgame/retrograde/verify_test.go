package retrograde

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"stupol/book/endgame"
	"stupol/eval/files/sealed"
	"stupol/movegen"
)

// someFiles returns those files of a variant in the program whose names match.
func someFiles(t *testing.T, variant, pattern string) (*movegen.Rules, fstest.MapFS) {
	t.Helper()
	r, files := rulesNamed(t, variant), fstest.MapFS{}
	archive, err := zip.OpenReader("../embedded/" + endgame.ArchiveName(r))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, f := range archive.File {
		if matches, err := path.Match(endgame.GameName(r)+"/"+pattern, f.Name); err != nil || !matches {
			continue
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = &fstest.MapFile{Data: data}
	}
	if len(files) == 0 {
		t.Fatal("no files")
	}
	return r, files
}

// headSize returns the size of what comes before that many blocks.
func headSize(blocks int) int { return 96 + 8*blocks + 4 }

// sign makes the checksums of a damaged file right again.
func sign(b []byte) []byte {
	blocks := int(binary.LittleEndian.Uint32(b[36:]))
	size := headSize(blocks)
	at := size
	for i := range blocks {
		entry := b[96+8*i:]
		end := at + int(binary.LittleEndian.Uint32(entry))
		binary.LittleEndian.PutUint32(entry[4:], sealed.Checksum(b[at:end]))
		at = end
	}
	binary.LittleEndian.PutUint32(b[size-4:], sealed.Checksum(b[:size-4]))
	return b
}

// TestVerify checks that verification passes what Build makes, and finds
// what checksums cannot.
func TestVerify(t *testing.T) {
	ctx := t.Context()
	r, files := someFiles(t, "russian", "?k-?k.endgame")
	d, err := Read(files, r, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range d.Infos() {
		if err := Verify(ctx, d, i.Slice, 2, 1); err != nil {
			t.Error(err)
		}
	}
	s := endgame.Slice{Us: endgame.Force{Kings: 1}, Them: endgame.Force{Kings: 3}} // a file of three blocks
	name, file := endgame.ValueFile.Name(r, s), files[endgame.ValueFile.Name(r, s)].Data
	start := headSize(int(binary.LittleEndian.Uint32(file[36:])))
	first, second := int(binary.LittleEndian.Uint32(file[96:])), int(binary.LittleEndian.Uint32(file[104:]))
	tests := []struct {
		name   string
		damage func(t *testing.T) []byte
		want   string
	}{
		{"a wrong value", func(t *testing.T) []byte { return withValue(t, r, d, s) }, "stored as a"},
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
			if err := damaged.Load(fstest.MapFS{name: {Data: tt.damage(t)}}, s); err != nil {
				t.Fatal(err)
			}
			if err := Verify(ctx, &damaged, s, 2, 1); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// TestVerifyOneIn checks that one value in ten is looked at, in all places and the same ones again,
// and that counts, which then say nothing, are left alone.
func TestVerifyOneIn(t *testing.T) {
	r, files := someFiles(t, "russian", "?k-?k.endgame")
	d, err := Read(files, r, 4)
	if err != nil {
		t.Fatal(err)
	}
	s := endgame.Slice{Us: endgame.Force{Kings: 2}, Them: endgame.Force{Kings: 2}}
	if err := Verify(t.Context(), d, s, 2, 10); err != nil {
		t.Fatal(err)
	}
	values := d.Values(s)
	v := verifier{d.Prober(), r, values, 10}
	var looked, size uint64
	for from := uint64(0); from < values.Size(); from += chunk {
		to := min(from+chunk, values.Size())
		counts, err := v.chunk(from, to)
		again, _ := v.chunk(from, to)
		if err != nil || counts != again {
			t.Errorf("positions %d to %d: %v, then %v: %v", from, to, counts, again, err)
		}
		all := counts.All()
		if n := float64(all.Total()); to-from == chunk && (n < chunk*0.09 || n > chunk*0.11) {
			t.Errorf("positions %d to %d: %v are looked at", from, to, n)
		}
		looked, size = looked+all.Total(), size+to-from
	}
	if share := float64(looked) / float64(size); share < 0.098 || share > 0.102 {
		t.Errorf("%v of all positions are looked at", share)
	}
	wrong := endgame.NewValues(values.Layout)
	for i := range values.Size() {
		wrong.Set(i, endgame.Win)
	}
	d.SetValues(wrong)
	if err := Verify(t.Context(), d, s, 2, 1000); err == nil || !strings.Contains(err.Error(), "stored as a") {
		t.Errorf("error %v where all values are wins", err)
	}
}

// withValue returns a file of slice s in which the value of one quiet position is
// another.
func withValue(t *testing.T, r *movegen.Rules, d *endgame.Database, s endgame.Slice) []byte {
	t.Helper()
	info, _ := d.Info(s)
	from := d.Values(s)
	wrong := endgame.NewValues(from.Layout)
	for i := range from.Size() {
		wrong.Set(i, from.At(i))
	}
	i := from.Size() / 2
	for p := wrong.Position(i); r.HasCapture(&p) || wrong.At(i) != endgame.Draw; p = wrong.Position(i) {
		i++
	}
	wrong.Replace(i, endgame.Win)
	var b bytes.Buffer
	if err := endgame.WriteValues(&b, r, wrong, info.Counts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestVerifyDistance checks that a distance which does not follow from the
// moves is found.
func TestVerifyDistance(t *testing.T) {
	r, files := someFiles(t, "pool", "*")
	const name = "pool/1m-2k.distance"
	lost, err := r.ParseFEN("W:W25:BK1,K9")
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read(files, r, 3)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := endgame.SliceOf(&lost)
	info, _ := d.Info(s)
	if err := Verify(t.Context(), d, s, 2, 1); err != nil {
		t.Fatal(err)
	}
	x := endgame.NewLayout(r, s)
	halves := make([]uint8, x.Size())
	for i := range halves {
		p := x.Position(uint64(i))
		plies, _ := d.Prober().Distance(&p)
		halves[i] = uint8(plies / 2)
	}
	halves[x.Index(&lost)]++
	var wrong bytes.Buffer
	if err := endgame.WriteDistances(&wrong, r, x, info.Counts, halves); err != nil {
		t.Fatal(err)
	}
	files[name].Data = wrong.Bytes()
	if d, err = Read(files, r, 3); err != nil {
		t.Fatal(err)
	}
	if err := Verify(t.Context(), d, s, 2, 1); err == nil || !strings.Contains(err.Error(), "plies from the end, but its moves make that") {
		t.Errorf("Verify says %v", err)
	}
}
