package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/cmd/exit"
	"stupol/cmd/flags"
)

// libraryWords are words of errors of the libraries that read files, which mean nothing to people.
var libraryWords = regexp.MustCompile(`strconv\.|\b(json|toml|gob|zip|gzip|flate|sqlite3?|xml|png): |invalid character|unexpected end of JSON|cannot unmarshal|\bEOF\b|goroutine `)

// wrongContents are what a file may have that is named where something else is expected.
var wrongContents = map[string]string{
	"text": "not at all\n\"what\" is wanted =\n", "object": "{\"version\": \"one\"}\n", "cut": "{\"version\":", "bytes": "\x00\x01\xff\xfe\x80PK\x03\x04",
}

// TestWrongContents names files with something else in them, in every flag and argument that is
// read: where that is a fault, the message names the file and has no words of Go's libraries.
func TestWrongContents(t *testing.T) {
	skipUnderRace(t)
	tried := 0
	eachValue(t, func(name string, command *kong.Node, v *kong.Value) {
		role, kind := flags.FileRoles[v.Tag.Get("file")], v.Tag.Get("file")
		if role.There == nil || kind == "folder" || kind == "scratch" {
			return
		}
		for what, content := range wrongContents {
			tried++
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				for _, file := range []string{"x", "y", "games", "book"} { // they are in required
					if err := os.WriteFile(filepath.Join(dir, file), nil, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.WriteFile(filepath.Join(dir, "wrong"), []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
				args := withValue(name, v.Target.Kind() == reflect.Slice, "wrong")
				if strings.HasPrefix(name, "selfplay <") {
					args = append(args, "--merge")
				}
				r := invoke(t, dir, args)
				t.Logf("%d %q: %s", r.status, args, r.stderr)
				if libraryWords.MatchString(r.stderr) || r.status != 0 && !slices.Contains([]int{exit.Failed, exit.Usage}, r.status) {
					t.Errorf("%q: status %d: %s", args, r.status, r.stderr)
				}
			})
		}
	})
	if tried < 100 {
		t.Errorf("only %d files were tried", tried)
	}
}
