package search

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"stupol/eval"
	"stupol/movegen"
)

// TestConstantsAreThoseNamed sets one constant after the other: the one of that
// name changes, and no other. What each of them does is for the tests of the
// reductions and of futility to say.
func TestConstantsAreThoseNamed(t *testing.T) {
	r := movegen.International()
	usual := reflect.ValueOf((*Constants)(nil).of(r))
	if got, want := len(AllConstants(r)), usual.NumField(); got != want {
		t.Errorf("%d constants have names, of %d", got, want)
	}
	for _, c := range AllConstants(r) {
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
			got := reflect.ValueOf(constants.of(r))
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

// TestGamesHaveConstants checks those that are not as in most games.
func TestGamesHaveConstants(t *testing.T) {
	english, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	for game, values := range gameValues {
		r, err := movegen.Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewConstants(values); err != nil {
			t.Error(err)
		}
		for name, value := range values {
			own, err := ConstantNamed(r, name)
			usual, _ := ConstantNamed(english, name) // which has no values of its own
			if err != nil || own.Value != value || own.Value == usual.Value {
				t.Errorf("%s of %s is %d and in most games %d, want %d and another: %v", name, game, own.Value, usual.Value, value, err)
			}
		}
	}
}

// TestConstantsAreUsed gives an engine constants of its own, and none.
func TestConstantsAreUsed(t *testing.T) {
	r, err := movegen.Lookup("losing")
	if err != nil {
		t.Fatal(err)
	}
	own, err := NewConstants(map[string]int{"lmr-from": 7})
	if err != nil {
		t.Fatal(err)
	}
	for _, given := range []*Constants{nil, own} {
		e, err := New(Options{Rules: r, Threads: 2, Constants: given, TableBytes: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range e.workers {
			if want := given.of(r); w.allConstants != want {
				t.Errorf("worker %d has %+v, want %+v", i, w.allConstants, want)
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

// TestMarginsInLogits checks what the documentation of package eval says of a margin: what it
// means depends on the scale of the evaluation.
func TestMarginsInLogits(t *testing.T) {
	for name, want := range map[string]string{"international": "0.18", "english": "0.55"} {
		r, err := movegen.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		margin, err := ConstantNamed(r, "rfp-margin")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%.2f", float64(margin.Value)/eval.Default(r).Scale()); got != want {
			t.Errorf("%s: rfp-margin %d is %s logits, want %s: see eval/doc.go", name, margin.Value, got, want)
		}
	}
}
