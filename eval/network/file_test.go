package network

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	r := rulesOf(t, "english")
	want := randomNetwork(t, r, Shape{128, 1}, true).Append(nil)
	n, err := Decode(r, want)
	if err != nil {
		t.Fatal(err)
	}
	if got := n.Append(nil); !bytes.Equal(got, want) {
		t.Error("decodes to another network")
	}
	largest := Shape{MaxWidth, MaxWindows}
	if got, want := MaxBytes(r), len(randomNetwork(t, r, largest, false).Append(nil)); got != want {
		t.Errorf("the largest network has %d bytes, want %d", got, want)
	}
	for text, bad := range map[string][]byte{
		"shorter than the width": want[:3],
		"needs more than":        want[:len(want)-1],
		"1 bytes after":          append(bytes.Clone(want), 0),
		"a network of width":     append([]byte{65, 0, 1, 0}, want[4:]...),
		"multiple of 64":         append([]byte{0, 128, 1, 0}, want[4:]...),
		"3 sets of windows":      append([]byte{128, 0, 3, 0}, want[4:]...),
	} {
		if _, err := Decode(r, bad); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("got %v, want %q", err, text)
		}
	}
}

func FuzzDecode(f *testing.F) {
	r := rulesOf(f, "english")
	f.Add(randomNetwork(f, r, Shape{64, MaxWindows}, true).Append(nil))
	f.Add(randomNetwork(f, r, Shape{Width: 64}, true).Append(nil))
	f.Add([]byte{64, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := Decode(r, b)
		if err != nil {
			return
		}
		if got := n.Append(nil); !bytes.Equal(got, b) {
			t.Error("decodes to another network")
		}
		var a Accumulator
		p := r.Start()
		if got, want := n.Evaluate(&a, &p), n.slow(r, &p); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

func TestQuantize(t *testing.T) {
	r := rulesOf(t, "english")
	p := NewParameters(r, Shape{64, MaxWindows})
	p.All[5] = float32(math.NaN())
	if _, err := Quantize(r, p); err == nil || !strings.Contains(err.Error(), "NaN") {
		t.Errorf("got %v", err)
	}
	p = NewParameters(r, Shape{64, MaxWindows})
	for i := range p.All {
		p.All[i] = 1000
	}
	n, err := Quantize(r, p)
	if err != nil {
		t.Fatal(err)
	}
	// The sums of a full board must not overflow.
	var a Accumulator
	start := r.Start()
	n.Evaluate(&a, &start)
	for side, view := range a.transformers[Transformers-1].views {
		for i, sum := range view[:n.width] {
			if sum < 24*1000 {
				t.Fatalf("sum %d of side %d is %d", i, side, sum)
			}
		}
	}
	if _, err := New(r, Shape{Width: 65}); err == nil {
		t.Error("a width of 65 is allowed")
	}
}

// TestRounding sends 100.6/127 through one neuron of each layer.
func TestRounding(t *testing.T) {
	r := rulesOf(t, "english")
	p := NewParameters(r, Shape{Width: 64})
	for i := range p.Transformers {
		p.Transformers[i].Biases[0] = 100.6 / ActiveUnit
	}
	for i := range p.Buckets {
		h := &p.Buckets[i]
		h.Second[0], h.Third[0], h.Output[0] = 1, 1, 1
	}
	n, err := Quantize(r, p)
	if err != nil {
		t.Fatal(err)
	}
	start := r.Start()
	if got, want := n.Evaluate(new(Accumulator), &start), int32(101*WeightUnit); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}
