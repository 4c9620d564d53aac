package main

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"stupol/cmd/console"
	"stupol/cmd/flags"
)

// senseless returns values that no flag of that type has a use for.
func senseless(typ reflect.Type) []string {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case typ == reflect.TypeFor[time.Duration]() || typ == reflect.TypeFor[flags.Time]():
		return []string{"-1s", "nan", "inf", "1e300"}
	case typ.Kind() == reflect.Float64:
		return []string{"-5", "nan", "inf"}
	case typ.Kind() == reflect.Int || typ.Kind() == reflect.Int64:
		return []string{"-5"}
	}
	return nil
}

// required are arguments without which commands are not parsed.
var required = map[string][]string{
	"book build": {"--out", "x"}, "book import": {"--out", "x", "games"}, "book merge": {"--out", "x", "book"}, "merge": {"--out", "x", "games"},
	"endgame build": {"--bb-dir", "x"}, "endgame info": {"--bb-dir", "."}, "endgame verify": {"--bb-dir", "."},
	"endgame pack":  {"--bb-dir", ".", "--out", "x"},
	"endgame probe": {"--batch"}, "selfplay": {"--out", "x"}, "status": {"x"}, "trials": {"--out", "x", "y"}, "tune": {"--out", "x"}, "train": {"--out", "x", "games"},
	"analyze": {"x"}, "pdn check": {"x"}, "pdn convert": {"x"}, "pdn positions": {"x"}, "pdn show": {"x"}, "puzzles check": {"x"},
	"games add": {"-l", "x", "y"}, "games find": {"-l", "x"}, "games show": {"-l", "x", "1"},
	"match": {"--self", "--nodes", "1", "a", "b"}, "bench compare": {"--self", "name=a", "name=b"}, "dxp": {"--initiator"},
}

// TestNumbers gives every flag that is a number values without a sense: no command
// begins with them.
func TestNumbers(t *testing.T) {
	skipUnderRace(t)
	mayBe := []string{"train --bb-size=-5"} // the default
	eachValue(t, func(name string, command *kong.Node, v *kong.Value) {
		path, flag, _ := strings.Cut(name, " --")
		for _, value := range senseless(v.Target.Type()) {
			if slices.Contains(mayBe, name+"="+value) {
				continue
			}
			args := slices.Concat(strings.Fields(path), required[path])
			parser, err := newParser(args, console.NewOutlet(os.Stdout))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(args); err != nil {
				t.Fatalf("%s: %v", args, err)
			}
			args = append(args, "--"+flag+"="+value)
			if _, err := parser.Parse(args); err == nil {
				t.Errorf("%s=%s", name, value)
			} else if !strings.Contains(err.Error(), flag) {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
	})
}
