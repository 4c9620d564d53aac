package eval

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"stupol/movegen"
)

// rulesOf returns the variants with those names.
func rulesOf(t testing.TB, names ...string) (all []*movegen.Rules) {
	t.Helper()
	for _, name := range names {
		r, err := movegen.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// randomWeights returns random weights for r. Those of patterns survive packing unchanged.
func randomWeights(r *movegen.Rules) *Weights {
	rng := rand.New(rand.NewPCG(3, 4))
	upTo := func(limit int) int16 { return int16(rng.IntN(2*limit+1) - limit) }
	w := NewWeights(r)
	w.Note = "random"
	for _, table := range w.tables() {
		for i := range table {
			table[i] = Weight{upTo(50) * packedUnit, upTo(50) * packedUnit, upTo(10) * leadUnit}
		}
	}
	return w
}

// score computes the score of features f from the definition.
func (w *Weights) score(f *Features) float64 {
	var opening, ending float64
	add := func(v Weight, n int32) {
		opening += float64(v.Opening) * float64(n)
		ending += float64(v.Ending) * float64(n)
	}
	add(w.Turn[0], 1)
	for i, n := range f.Counts {
		add(w.Counts[i], n)
	}
	for sq := range movegen.Square(63) {
		if f.OurKings.Has(sq) {
			add(w.Kings[sq], 1)
		}
		if f.TheirKings.Has(sq) {
			add(w.Kings[sq], -1)
		}
	}
	var lead float64
	addWithLead := func(v Weight, n int32) {
		add(v, n)
		lead += float64(v.Lead) * float64(f.Lead)
	}
	for i := range w.Patterns {
		addWithLead(w.Patterns[i][f.Ours[i]], 1)
		addWithLead(w.Patterns[i][f.Theirs[i]], -1)
		for k := range SubpatternsPerPattern {
			addWithLead(w.Subpatterns[i][k][SubpatternIndex(f.Ours[i], k)], 1)
			addWithLead(w.Subpatterns[i][k][SubpatternIndex(f.Theirs[i], k)], -1)
		}
	}
	return (opening*f.Opening + ending*(1-f.Opening) + lead) / Unit
}

func TestLearnedIsTheSumOfItsFeatures(t *testing.T) {
	evaluators := map[*movegen.Rules]*Evaluator{}
	weights := map[*movegen.Rules]*Weights{}
	variants := rulesOf(t, "international", "breakthrough", "italian")
	for _, r := range variants {
		w := randomWeights(r)
		e, err := w.Evaluator()
		if err != nil {
			t.Fatal(err)
		}
		weights[r], evaluators[r] = w, e
	}
	eachRandomPosition(t, 5, variants, func(t *testing.T, r *movegen.Rules, p *movegen.Position) {
		e := evaluators[r]
		f := e.Features(p)
		want := weights[r].score(&f)
		got := float64(e.Evaluate(p))
		want /= float64(f.Divisor(want))
		// The phase is rounded to a 1024th, the score to a whole number.
		if tolerance := 2 + math.Abs(want)/100; math.Abs(got-want) > tolerance {
			t.Fatalf("%+v: got %v, want %v", *p, got, want)
		}
		q := upsideDown(r, p)
		if turned := e.Evaluate(&q); float64(turned) != got {
			t.Fatalf("%+v turned round: got %d, want %v", *p, turned, got)
		}
	})
}

func TestPatternIndex(t *testing.T) {
	tests := []struct {
		variant      string
		white, black []int
		pattern      int
		ours, theirs uint32
		name         string
	}{
		{"international", []int{21}, nil, 0, 1, 0, "our man on the first square"},
		{"international", nil, []int{22}, 0, 6, 0, "their man on the second"},
		{"international", []int{46}, nil, 0, 59049, 0, "our man in the corner"},
		{"international", []int{50}, nil, 3, 177147, 0, "our man on the last square of the last pattern"},
		{"international", nil, []int{30}, 0, 0, 1, "their man on their first square"},
		{"international", []int{12}, nil, 5, 1, 0, "the first square of the last tall pattern ahead"},
		{"international", []int{40}, nil, 8, 177147, 0, "the last square of the last broad pattern in the centre"},
		{"international", []int{33}, nil, 11, 1, 0, "the first square of the last broad pattern at home"},
		{"english", []int{9}, nil, 0, 1, 0, "our man on the first square of a small board"},
		{"english", []int{32}, nil, 2, 177147, 0, "the last square of a small board"},
		{"english", []int{23}, nil, 3, 177147, 6, "the last square of its broad pattern in the centre"},
		{"english", []int{18}, nil, 5, 1, 0, "the first square of the last broad pattern at home"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := rulesOf(t, tt.variant)[0]
			p := at(r, movegen.White, tt.white, tt.black, nil)
			f := Hand(r).Features(&p)
			if f.Ours[tt.pattern] != tt.ours || f.Theirs[tt.pattern] != tt.theirs {
				t.Errorf("got %d and %d, want %d and %d", f.Ours[tt.pattern], f.Theirs[tt.pattern], tt.ours, tt.theirs)
			}
		})
	}
}

// sparseWeights returns random weights for r of which few are not 0, as those of
// windows are after a training.
func sparseWeights(r *movegen.Rules) *Weights {
	w := randomWeights(r)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, table := range w.tables() {
		for i := range table {
			if rng.IntN(30) > 0 {
				table[i] = Weight{}
			}
		}
	}
	return w
}

// denseWeights returns weights for r none of which is 0 and no two neighbours
// of which are alike. Unlike those drawn by lot they are compressed in no time.
func denseWeights(r *movegen.Rules) *Weights {
	w := NewWeights(r)
	n := 0
	for _, table := range w.tables() {
		for i := range table {
			table[i] = Weight{int16(n%101 - 50), int16(n%89 - 600), int16(n%19 - 9)}
			n++
		}
	}
	return w
}

func TestWeightsRoundTrip(t *testing.T) {
	tests := []struct {
		name string
		want *Weights
	}{
		{"sparse", sparseWeights(rulesOf(t, "italian")[0])},
		{"dense", denseWeights(rulesOf(t, "international")[0])},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.Note, tt.want.Scale = tt.name, 143.5
			var file bytes.Buffer
			if _, err := tt.want.WriteTo(&file); err != nil {
				t.Fatal(err)
			}
			got, err := Read(&file)
			if err != nil {
				t.Fatal(err)
			}
			if got.Rules != tt.want.Rules || got.Note != tt.want.Note || got.Scale != tt.want.Scale {
				t.Errorf("got weights of %s, %q, scale %v", got.Rules.Name, got.Note, got.Scale)
			}
			wanted := tt.want.tables()
			for i, table := range got.tables() {
				if !slices.Equal(table, wanted[i]) {
					t.Errorf("table %d is not what was written", i)
				}
			}
		})
	}
}

func TestReadRefusesDamage(t *testing.T) {
	r := rulesOf(t, "english")[0]
	var file bytes.Buffer
	if _, err := NewWeights(r).WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	good := file.Bytes()
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
		{"empty", nil, "shorter than a header"},
		{"another kind of file", change(0, 'X'), "not a weights file"},
		{"a later version", change(8, 8), "version 8"},
		{"an earlier version", change(8, 3), "version 3"},
		{"a network with one first layer", change(8, 6), "version 6"},
		{"another variant", change(16, 'E'), "checksum"},
		{"a flipped bit", change(len(good)-1, ^good[len(good)-1]), "checksum"},
		{"cut short", good[:len(good)-3], "checksum"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(bytes.NewReader(tt.file))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

// version4 returns a file of version 4 with the weights w.
func version4(t *testing.T, w *Weights) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := w.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	const header, scale = 36, 4
	old := slices.Delete(file.Bytes(), header, header+scale)
	binary.LittleEndian.PutUint32(old[8:], noScale)
	binary.LittleEndian.PutUint32(old[12:], crc32.Checksum(old[16:], castagnoli))
	return old
}

func TestVersion4HasTheDefaultScale(t *testing.T) {
	w := NewWeights(rulesOf(t, "english")[0])
	w.Turn[0], w.Note, w.Scale = Weight{1, 2, 3}, "old", 100
	got, err := Read(bytes.NewReader(version4(t, w)))
	if err != nil {
		t.Fatal(err)
	}
	if got.Turn != w.Turn || got.Note != w.Note || got.Scale != DefaultScale {
		t.Errorf("got %v, %q, scale %v", got.Turn, got.Note, got.Scale)
	}
}

func TestScales(t *testing.T) {
	w := NewWeights(rulesOf(t, "english")[0])
	for _, scale := range []float32{0, -1, 0.99, 100_001, float32(math.NaN()), float32(math.Inf(1))} {
		w.Scale = scale
		if _, err := w.WriteTo(io.Discard); err == nil || !strings.Contains(err.Error(), "scale") {
			t.Errorf("scale %v: %v", scale, err)
		}
	}
	w.Scale = 123
	e, err := w.Evaluator()
	if err != nil || e.Scale() != 123 {
		t.Errorf("got %v, %v, want 123", e.Scale(), err)
	}
	if got := Hand(w.Rules).Scale(); got != DefaultScale {
		t.Errorf("by hand: got %v, want %v", got, DefaultScale)
	}
}

func TestTablesRoundTrip(t *testing.T) {
	some := Weight{1, -2, 3}
	for name, want := range map[string][]Weight{
		"all zero":     make([]Weight, 300),
		"the first":    {some, {}, {}},
		"the last":     append(make([]Weight, 300), some),
		"all":          {some, {-1000, 1000, 0}, {math.MinInt16, math.MaxInt16, -1}},
		"one value":    {{}, {Lead: 1}, {}, {Ending: 1}, {}},
		"one weight":   {some},
		"a single one": {{}},
	} {
		t.Run(name, func(t *testing.T) {
			written := appendTable(nil, want)
			got := make([]Weight, len(want))
			rest, err := readTable(append(written, "rest"...), got)
			if err != nil || string(rest) != "rest" {
				t.Fatalf("got %q and %v", rest, err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			for n := range written {
				if _, err := readTable(written[:n], got); err == nil {
					t.Errorf("no error from the first %d bytes of %d", n, len(written))
				}
			}
		})
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add(appendTable(nil, []Weight{{1, 2, 3}, {}, {}, {-4, -5, -6}}))
	f.Add([]byte{4, 0, 0, 0, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		table := make([]Weight, 4)
		if rest, err := readTable(data, table); err == nil {
			again := make([]Weight, 4)
			if _, err := readTable(appendTable(nil, table), again); err != nil || !slices.Equal(table, again) {
				t.Errorf("read %v with %d bytes left, and %v after writing: %v", table, len(rest), again, err)
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	r := rulesOf(f, "english")[0]
	var file bytes.Buffer
	if _, err := NewWeights(r).WriteTo(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if w, err := Read(bytes.NewReader(data)); err == nil {
			if _, err := w.Evaluator(); err != nil && !strings.Contains(err.Error(), "beyond") {
				t.Errorf("weights that were read: %v", err)
			}
		}
	})
}

func BenchmarkLearned(b *testing.B) {
	for _, r := range rulesOf(b, "international", "russian") {
		b.Run("variant="+r.Name, func(b *testing.B) {
			e, err := randomWeights(r).Evaluator()
			if err != nil {
				b.Fatal(err)
			}
			p := r.Start()
			for b.Loop() {
				e.Evaluate(&p)
			}
		})
	}
}
