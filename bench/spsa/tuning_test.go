package spsa

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/search"
)

// smallSettings returns a tuning of a second.
func smallSettings() Settings {
	var params []Param
	for _, c := range search.AllConstants(movegen.International()) {
		params = append(params, ParamOf(c))
	}
	return Settings{
		Variant: "russian", Nodes: 60, Pairs: 3,
		Plan: Plan{Params: params, Iterations: 4, Rate: 1, Seed: 7},
	}
}

// tuneFile follows the settings with a journal of that name, for that many games
// at most, and returns the values.
func tuneFile(t *testing.T, s Settings, name string, threads, games int) []float64 {
	t.Helper()
	tuning, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	j, err := tuning.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	tuning.Concurrency = threads
	tuning.OnGame = func() {
		if games--; games == 0 {
			stop()
		}
	}
	if err := tuning.Run(ctx, j); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	return tuning.Values()
}

// A tuning takes the same course on any number of threads and after any
// interruption.
func TestTuningRepeats(t *testing.T) {
	const all = 1000
	folder, s := t.TempDir(), smallSettings()
	whole := filepath.Join(folder, "whole")
	want := tuneFile(t, s, whole, 1, all)
	wantFile, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(wantFile), "\n"); lines != 1+s.Iterations {
		t.Errorf("a journal of %d lines, want %d", lines, 1+s.Iterations)
	}
	if before := newState(&s.Plan).values; slices.Equal(want, before) {
		t.Errorf("the values are still %v", want)
	}
	parts := filepath.Join(folder, "parts")
	tuneFile(t, s, parts, 3, 8)
	tuneFile(t, s, parts, 2, 8)
	got := tuneFile(t, s, parts, 1, all)
	gotFile, err := os.ReadFile(parts)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) || string(gotFile) != string(wantFile) {
		t.Errorf("in parts %v, want %v; journals:\n%s%s", got, want, gotFile, wantFile)
	}
}

// No iteration has an opening that another has.
func TestIterationsHaveTheirOpenings(t *testing.T) {
	s := smallSettings()
	tuning, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]int{}
	for iteration := range s.Iterations {
		m := tuning.match()
		for i := range m.Rounds {
			o, err := m.Openings.At(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			hash := o.Game.Position().Hash
			if before, twice := seen[hash]; twice {
				t.Errorf("iteration %d has an opening of iteration %d", iteration, before)
			}
			seen[hash] = iteration
		}
		if err := tuning.add(&match.Tally{Draws: 2 * s.Pairs}); err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) != s.Iterations*s.Pairs {
		t.Errorf("%d openings", len(seen))
	}
}

// Tuned leaves out what is as it was.
func TestTuned(t *testing.T) {
	s := smallSettings()
	s.Params = []Param{{"lmr-from", 5, 1, 9}, {"lmr-depth", 5, 5, 6}}
	tuning, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := tuning.Tuned(); len(got) != 0 {
		t.Errorf("before the first iteration: %v", got)
	}
	tuning.state.values = []float64{7.5, 5.4}
	if got, want := tuning.Tuned(), map[string]int{"lmr-from": 8}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNewErrors(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Settings)
		want  string
	}{
		{"game", func(s *Settings) { s.Variant = "chess" }, `"chess"`},
		{"nodes", func(s *Settings) { s.Nodes = 0 }, "no limit"},
		{"pairs", func(s *Settings) { s.Pairs = 0 }, "at least one pair"},
		{"iterations", func(s *Settings) { s.Iterations = 0 }, "0 iterations"},
		{"rate", func(s *Settings) { s.Rate = 0 }, "a rate of 0"},
		{"nothing", func(s *Settings) { s.Params = nil }, "nothing to tune"},
		{"twice", func(s *Settings) { s.Params[1] = s.Params[0] }, "lmr-from is to be tuned twice"},
		{"range", func(s *Settings) { s.Params[0].Min = 2 }, "lmr-from: 2 to 20 is no range around 1"},
		{"constant", func(s *Settings) { s.Params[0].Name = "x" }, `unknown constant "x"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := smallSettings()
			tt.spoil(&s)
			if _, err := New(s); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// A journal that does not fit is not gone on with.
func TestOpenErrors(t *testing.T) {
	const start = `{"engine":"","variant":"russian","nodes":60,"pairs":3,`
	s := smallSettings()
	name := filepath.Join(t.TempDir(), "journal")
	tuneFile(t, s, name, 1, 2*s.Pairs+1)
	journal, err := os.ReadFile(name)
	if err != nil || !strings.HasPrefix(string(journal), start) {
		t.Fatalf("error %v, journal %s", err, journal)
	}
	header, _, _ := strings.Cut(string(journal), "\n")
	header += "\n"
	result := `{"wins":1,"draws":2,"losses":3}` + "\n"
	tests := []struct{ name, text, want string }{
		{"other settings", strings.Replace(header, `"nodes":60`, `"nodes":61`, 1), "other settings: nodes is 61 there, not 60"},
		{"too few games", header + `{"wins":1}` + "\n", "line 2: a result of 1 game for iteration 1"},
		{"too many iterations", header + strings.Repeat(result, 5), "line 6: a result of 6 games for iteration 5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(name, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
			file, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			tuning, err := New(s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tuning.Open(file); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
