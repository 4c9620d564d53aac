package params

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"stupol/eval"
	"stupol/movegen"
	"stupol/search"
)

// TestSet sets every parameter to its bounds, and to values that must be refused and
// change nothing.
func TestSet(t *testing.T) {
	for _, p := range Params {
		good, bad := []string{"x", ""}, []string{}
		switch p.Type() {
		case "int":
			good = []string{strconv.Itoa(p.Min), strconv.Itoa(p.Max)}
			bad = []string{strconv.Itoa(p.Min - 1), strconv.Itoa(p.Max + 1), "", "x", "1.5"}
		case "bool":
			good, bad = []string{"true", "false"}, []string{"", "maybe"}
		}
		v := Defaults()
		for _, text := range good {
			if err := p.Set(&v, text); err != nil || p.Value(v) != text {
				t.Errorf("%s=%s: %v, and the value is %q", p.Name, text, err, p.Value(v))
			}
		}
		before := v
		for _, text := range bad {
			if err := p.Set(&v, text); err == nil || v != before {
				t.Errorf("%s=%s: %v, %+v", p.Name, text, err, v)
			}
		}
	}
}

// TestDefaults checks that the defaults are within their ranges, and that every
// parameter has a name, help and a field of its own.
func TestDefaults(t *testing.T) {
	fields := map[any]string{}
	var v Values
	for _, p := range Params {
		d := Defaults()
		if err := p.Set(&d, p.Value(d)); err != nil {
			t.Errorf("%s: the default %v", p.Name, err)
		}
		if other := fields[p.field(&v)]; other != "" {
			t.Errorf("%s and %s have the same field", p.Name, other)
		}
		fields[p.field(&v)] = p.Name
		if got, ok := Named(p.Name); !ok || got.Help != p.Help || p.Help == "" {
			t.Errorf("%s: got %+v", p.Name, got)
		}
	}
	if _, ok := Named("nothing"); ok {
		t.Error("a parameter that does not exist")
	}
}

func TestTableBytes(t *testing.T) {
	tests := []struct {
		v    Values
		want int64
	}{
		{Values{TTSize: 22}, 64 << 20},
		{Values{TTSize: 10}, 16 << 10},
		{Values{TTSize: 22, TTMB: 3}, 3 << 20},
	}
	for _, tt := range tests {
		if got := tt.v.TableBytes(); got != tt.want {
			t.Errorf("%+v: got %d, want %d", tt.v, got, tt.want)
		}
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0": 0, "0.1": 100 * time.Millisecond, "60": time.Minute, "100ms": 100 * time.Millisecond, "1m30s": 90 * time.Second, "1e3": 1000 * time.Second,
	} {
		if got, err := ParseTime(text); err != nil || got != want {
			t.Errorf("ParseTime(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "nan", "inf", "-inf", "-1", "-1s", "1e300", "5 s"} {
		if got, err := ParseTime(text); err == nil || !strings.Contains(err.Error(), "is not a time such as") {
			t.Errorf("ParseTime(%q) = %v, %v", text, got, err)
		}
	}
}

// TestMaker makes an engine with the smaller table of two, and none with weights that are
// not there.
func TestMaker(t *testing.T) {
	o := search.Options{Rules: movegen.International(), TableBytes: 4 << 20}
	for _, tt := range []struct {
		maker Maker
		want  int64
	}{{Maker{}, 4 << 20}, {Maker{MaxTable: 1 << 20}, 1 << 20}, {Maker{EvalFile: "hand", MaxTable: 8 << 20}, 4 << 20}} {
		e, err := tt.maker.Engine(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.TableBytes(); got != tt.want {
			t.Errorf("%+v: a table of %d bytes, want %d", tt.maker, got, tt.want)
		}
		e.Close()
	}
	if _, err := (Maker{EvalFile: "none"}).Engine(o); err == nil {
		t.Error("an engine without its weights")
	}
	e, err := (Maker{EvalFile: "none", AnyGame: true}).Evaluator(o.Rules)
	if err != nil || e.Name() != eval.Default(o.Rules).Name() {
		t.Errorf("%v, %v: not the evaluation in the program", e, err)
	}
}
