package search

import (
	"reflect"
	"strings"
	"testing"

	"stupol/movegen"
)

// TestConstantsAreThoseNamed sets one constant after the other: the one of that
// name changes, and no other. What each of them does is for the tests of the
// reductions and of reverse futility to say.
func TestConstantsAreThoseNamed(t *testing.T) {
	usual := reflect.ValueOf(*usualConstants())
	if got, want := len(AllConstants()), usual.NumField(); got != want {
		t.Errorf("%d constants have names, of %d", got, want)
	}
	for _, c := range AllConstants() {
		t.Run(c.Name, func(t *testing.T) {
			if c.Value < c.Min || c.Value > c.Max || c.Min == c.Max || c.Use == "" {
				t.Errorf("%+v makes no sense", c)
			}
			other := c.Max
			if other == c.Value {
				other = c.Min
			}
			constants, err := NewConstants(map[string]int{c.Name: other})
			if err != nil {
				t.Fatal(err)
			}
			got := reflect.ValueOf(*constants)
			for i := range got.NumField() {
				field, want := got.Type().Field(i).Name, usual.Field(i).Int()
				if strings.EqualFold(field, strings.ReplaceAll(c.Name, "-", "")) {
					want = int64(other)
				}
				if v := got.Field(i).Int(); v != want {
					t.Errorf("%s is %d, want %d", field, v, want)
				}
			}
		})
	}
}

// TestConstantsAreUsed gives an engine constants of its own, and none.
func TestConstantsAreUsed(t *testing.T) {
	own, err := NewConstants(map[string]int{"lmr-from": 7})
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[*Constants]*Constants{nil: usualConstants(), own: own} {
		e, err := New(Options{Rules: movegen.International(), Threads: 2, Constants: given, TableBytes: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range e.workers {
			if w.Constants != *want {
				t.Errorf("worker %d has %+v, want %+v", i, w.Constants, *want)
			}
		}
	}
}

func TestNewConstantsErrors(t *testing.T) {
	tests := []struct {
		name  string
		value int
		want  string
	}{
		{"reduce-everything", 1, `unknown constant "reduce-everything" (known: `},
		{"lmr-from", 0, "constant lmr-from=0: want a number from 1 to 20"},
		{"lmr-from", 21, "constant lmr-from=21: want a number from 1 to 20"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			_, err := NewConstants(map[string]int{tt.name: tt.value})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
