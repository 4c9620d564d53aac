package peer

import (
	"path/filepath"
	"reflect"
	"testing"

	"stupol/search"
)

// TestExecutable finds programs as starting them does.
func TestExecutable(t *testing.T) {
	for _, tt := range []struct{ name, dir, want string }{
		{"./scan", "/opt", "/opt/scan"},
		{"bin/scan", "", "bin/scan"},
		{"/usr/bin/scan", "/opt", "/usr/bin/scan"},
		{"no-such-program", "/opt", "no-such-program"},
	} {
		e := EngineConfig{Command: []string{filepath.FromSlash(tt.name)}, Dir: filepath.FromSlash(tt.dir)}
		if got := e.Executable(); got != filepath.FromSlash(tt.want) {
			t.Errorf("%s in %s: got %s, want %s", tt.name, tt.dir, got, tt.want)
		}
	}
}

func TestLimitsValidate(t *testing.T) {
	tests := []struct {
		limits Limits
		valid  bool
	}{
		{Limits{}, false},
		{Limits{Nodes: 1}, true},
		{Limits{Nodes: -1}, false},
		{Limits{Nodes: 1, Increment: 1}, false},
		{Limits{Time: 1, Increment: 1, Moves: 40}, true},
		{Limits{Time: 1, Pace: 50}, true},
		{Limits{MoveTime: 1, Pace: 50}, true},
		{Limits{Nodes: 1, Pace: 50}, false},
		{Limits{Time: 1, Pace: -50}, false},
	}
	for _, tt := range tests {
		if err := tt.limits.Validate(); (err == nil) != tt.valid {
			t.Errorf("%+v: got %v, want valid: %v", tt.limits, err, tt.valid)
		}
	}
}

// A parameter of an engine in this process can be a constant of the search.
func TestConstantParam(t *testing.T) {
	e := EngineConfig{Name: "a", Protocol: Self, Params: map[string]string{"search.lmr-from": "2", "tt-size": "12"}}
	v, constants, err := e.Values()
	if err != nil {
		t.Fatal(err)
	}
	want, err := search.NewConstants(map[string]int{"lmr-from": 2})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(constants, want) || v.TTSize != 12 {
		t.Errorf("constants %v, a table of 2^%d; want %v, 2^12", constants, v.TTSize, want)
	}
}
