package eval

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"
)

// fileOf returns w as a file.
func fileOf(t testing.TB, w *Weights) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := w.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestWeightsRoundTrip(t *testing.T) {
	want := randomWeights(t, rulesOf(t, "italian")[0])
	want.Note, want.Scale = "two\nlines", 143.5
	got, err := Read(bytes.NewReader(fileOf(t, want)))
	if err != nil {
		t.Fatal(err)
	}
	if got.Rules != want.Rules || got.Note != want.Note || got.Scale != want.Scale {
		t.Errorf("got weights of %s, %q, scale %v", got.Rules.Name, got.Note, got.Scale)
	}
	if !bytes.Equal(got.Network.Append(nil), want.Network.Append(nil)) {
		t.Error("the network is not what was written")
	}
}

func TestReadRefusesDamage(t *testing.T) {
	good := fileOf(t, randomWeights(t, rulesOf(t, "english")[0]))
	change := func(at int, value byte) []byte {
		bad := bytes.Clone(good)
		bad[at] = value
		return bad
	}
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "not a weights file"},
		{"another kind of file", change(0, 'X'), "not a weights file"},
		{"a later version", change(8, 8), "version 8"},
		{"patterns", change(8, 5), "version 5"},
		{"another variant", change(16, 'E'), "checksum"},
		{"a flipped bit", change(len(good)-1, ^good[len(good)-1]), "checksum"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(bytes.NewReader(tt.file))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
	for n := 0; n < len(good); n += 1 + n/64 { // dense where the header is
		if _, err := Read(bytes.NewReader(good[:n])); err == nil {
			t.Fatalf("the first %d bytes of %d can be read", n, len(good))
		}
	}
}

func TestScales(t *testing.T) {
	w := randomWeights(t, rulesOf(t, "english")[0])
	for _, scale := range []float32{0, -1, 0.99, 100_001, float32(math.NaN()), float32(math.Inf(1))} {
		w.Scale = scale
		if _, err := w.WriteTo(io.Discard); err == nil || !strings.Contains(err.Error(), "scale") {
			t.Errorf("scale %v: %v", scale, err)
		}
	}
	w.Scale = 123
	if got := w.Evaluator().Scale(); got != 123 {
		t.Errorf("got %v, want 123", got)
	}
	if got := Hand(w.Rules).Scale(); got != handScale {
		t.Errorf("by hand: got %v, want %v", got, handScale)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(fileOf(f, randomWeights(f, rulesOf(f, "english")[0])))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		p := w.Rules.Start()
		w.Evaluator().Evaluate(&p)
	})
}
