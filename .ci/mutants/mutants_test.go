package main

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	const text = `# What a side may do.

rules.go: who moves first
= TestFirst
-	first := white
-	second := black
+	first := black

rules.go: a draw is half a point
-0.5
+0
`
	want := []mutant{
		{"rules.go", "who moves first", "TestFirst", "\tfirst := white\n\tsecond := black", "\tfirst := black", 3},
		{"rules.go", "a draw is half a point", "", "0.5", "0", 9},
	}
	got, err := parse(text)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v (%v), want %+v", got, err, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"rules.go\n-a\n+b":                "line 1: want the file and the rule",
		"a.go: r\n-a":                     "line 1: want an old and a new text",
		"a.go: r\n+a\n":                   "line 2: want old lines",
		"a.go: r\n-a\n+b\n-c":             "line 4: want old lines",
		"a.go: r\nb.go: s":                "line 2: want old lines",
		"a.go: r\n-a\n+b\n\n-c\n+d":       "line 5: want the file and the rule",
		"a.go: r\n-a\n+b\n\n# c\n= T\n+d": "line 6: want the file and the rule",
	} {
		if _, err := parse(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// TestPlace wants one place for a mutant in its file.
func TestPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.go", []byte("one two two"), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{"one": "1 two two", "two": "", "three": ""} {
		got, err := mutant{file: "a.go", from: from, to: "1"}.source()
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q (%v), want %q", from, got, err, want)
		}
	}
	if _, err := (mutant{file: "b.go", from: "one"}).source(); err == nil {
		t.Error("no file, but no error")
	}
}

// TestOutcome runs the tests of a small module without a mutant and with some.
func TestOutcome(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{
		"go.mod":        "module small\n\ngo 1.26\n",
		"p/one.go":      "package p\n\nfunc one() int { return 1 }\n",
		"p/one_test.go": "package p\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif one() != 1 {\n\t\tt.Error(one())\n\t}\n}\n",
	}
	if err := os.Mkdir("p", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		to, test string
		want     result
		by       string
	}{
		{"return 0 + 1", "", survived, ""},
		{"return 2", "", killed, "TestOne"},
		{"return 2", "TestOne", killed, "TestOne"},
		{"return 2", "TestAnother", killed, "TestOne"},
		{"return two", "", notBuilt, ""},
		{"for {}", "", timedOut, ""},
		{"panic(3)", "", killed, "TestOne"},
	}
	for _, tt := range tests {
		m := mutant{file: "p/one.go", from: "return 1", to: tt.to, test: tt.test}
		if err := m.writeOverlay("overlay.json", "broken.go"); err != nil {
			t.Fatal(err)
		}
		if got := testMutant(m, "overlay.json", 2*time.Second); got.result != tt.want || got.by != tt.by {
			t.Errorf("%s: %s by %q, want %s by %q\n%s", tt.to, got.result, got.by, tt.want, tt.by, got.output)
		}
	}
}
