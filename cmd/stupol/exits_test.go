package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
)

// leaks are words of Go's libraries, which mean nothing to people.
var leaks = regexp.MustCompile(`strconv\.|(^|[^-])json:|invalid character|\bopen |\bstat |no such file or directory|\n`)

// withValue returns the command line with that value of a flag or an argument, "train --out" or
// "pdn check <file>", and whatever else the command demands.
func withValue(name string, isSlice bool, value string) []string {
	path, flag, isFlag := strings.Cut(name, " --")
	if !isFlag {
		path, _, _ = strings.Cut(name, " <")
	}
	rest := slices.Clone(required[path])
	if isFlag {
		for i, arg := range rest {
			if arg == "--"+flag || arg == "-l" && flag == "library" {
				end := i + 1
				if end < len(rest) && !strings.HasPrefix(rest[end], "-") {
					end++
				}
				rest = slices.Delete(rest, i, end)
				break
			}
		}
		return slices.Concat(strings.Fields(path), rest, []string{"--" + flag + "=" + value})
	}
	if n := len(rest); n > 0 && (n == 1 || !strings.HasPrefix(rest[n-2], "-")) && !strings.HasPrefix(rest[n-1], "-") {
		rest = rest[:n-1]
	}
	return slices.Concat(strings.Fields(path), rest, []string{value})
}

// answer parses a command line and looks at its files, as run does before the command begins.
func answer(t *testing.T, args []string) error {
	t.Helper()
	parser, err := newParser(args, console.NewOutlet(os.Stdout))
	if err != nil {
		t.Fatal(err)
	}
	command, err := parser.Parse(args)
	if err != nil {
		return err
	}
	return flags.CheckFiles(command)
}

// TestUnreadableInputs names files and folders that are not there, or are something else, in
// every flag and argument that is read: status 1, and one line that names the flag and the file,
// before the command begins and so before it has written anything.
func TestUnreadableInputs(t *testing.T) {
	skipUnderRace(t)
	t.Chdir(t.TempDir())
	for _, name := range []string{"x", "y", "games", "book", "a file"} { // x and so on are in required
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("a folder", 0o777); err != nil {
		t.Fatal(err)
	}
	before, _ := fs.Glob(os.DirFS("."), "*")
	tried := 0
	eachValue(t, func(name string, command *kong.Node, v *kong.Value) {
		role := flags.FileRoles[v.Tag.Get("file")]
		if _, later := command.Target.Interface().(flags.LateReader); role.There == nil || later {
			return
		}
		tried++
		wrong := map[string]string{"nowhere": "there is no such file", "a folder": "a folder, not a file"}
		if kind := v.Tag.Get("file"); kind == "folder" || kind == "scratch" {
			wrong = map[string]string{"nowhere": "there is no such folder", "a file": "a file, not a folder"}
		}
		for file, want := range wrong {
			args := withValue(name, v.Target.Kind() == reflect.Slice, file)
			if strings.HasPrefix(name, "selfplay <") {
				args = append(args, "--merge")
			}
			err := answer(t, args)
			flag := ""
			if v.Flag != nil {
				flag = "--" + v.Flag.Name + ": "
			}
			if err == nil || exit.Status(err) != exit.Failed || !strings.HasPrefix(err.Error(), flag) ||
				!strings.HasSuffix(err.Error(), filepath.Base(file)+": "+want) || leaks.MatchString(err.Error()) {
				t.Errorf("%q: status %d: %v", args, exit.Status(err), err)
			}
		}
	})
	if after, _ := fs.Glob(os.DirFS("."), "*"); !slices.Equal(after, before) {
		t.Errorf("there are now %q, and were %q", after, before)
	}
	if tried < 40 {
		t.Errorf("only %d flags and arguments are read", tried)
	}
}

// TestWrongWords gives every flag that is no text, as a number, a name or a switch is, a word
// that means nothing: status 2, and one line that names the flag.
func TestWrongWords(t *testing.T) {
	skipUnderRace(t)
	eachValue(t, func(name string, command *kong.Node, v *kong.Value) {
		if isText(v) && v.Enum == "" || v.Flag == nil || v.Flag.Name == "help" || v.Flag.Name == "version" {
			return
		}
		for _, word := range []string{"?!", "="} {
			args := withValue(name, false, word)
			err := answer(t, args)
			if err == nil || exit.Status(err) != exit.Usage || !strings.Contains(err.Error(), "--"+v.Flag.Name) || leaks.MatchString(err.Error()) {
				t.Errorf("%q: status %d: %v", args, exit.Status(err), err)
			}
		}
	})
}
