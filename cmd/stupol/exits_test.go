package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
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

// TestWithoutArguments gives commands nothing: those that need something say what, with status 2
// and in one line.
func TestWithoutArguments(t *testing.T) {
	skipUnderRace(t)
	needy := 0
	for _, command := range modelOf(t).Leaves(false) {
		path := strings.TrimPrefix(command.Path(), "stupol ")
		err := answer(t, strings.Fields(path))
		if err == nil {
			continue
		}
		needy++
		names := func(v *kong.Value) bool { return strings.Contains(err.Error(), v.Name) }
		named := slices.ContainsFunc(command.Positional, names) ||
			slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name != "help" && names(f.Value) })
		if exit.Status(err) != exit.Usage || !named || leaks.MatchString(err.Error()) {
			t.Errorf("%s: status %d: %v", path, exit.Status(err), err)
		}
	}
	if needy < 20 {
		t.Errorf("only %d commands need an argument", needy)
	}
}

// tellers has a command line for every command with --json.
var tellers = map[string]string{
	"analyze": "analyze -q --nodes 10 games.pdn", "bench clock": "bench clock --searches 2 --variant russian",
	"bench compare": "bench compare --self name=a --variant russian --depth 1 --move-time 0 --positions 1 --rounds 1",
	"bench perft":   "bench perft --variant brazilian --max-nodes 100", "bench search": "bench search --variant russian --depth 1",
	"bench smp": "bench smp --variant russian --depth 1 --threads 1", "bench solve": "bench solve --variant russian --nodes 1 --threads 1",
	"board": "board", "book exam": "book exam -q --variant russian --book-file book --nodes 100 --positions 2",
	"book export": "book export --plies 2", "book info": "book info", "book show": "book show", "book verify": "book verify book",
	"doctor": "doctor", "endgame convert-test": "endgame convert-test --variant russian --most 3 --positions 1 --move-time 0.01",
	"endgame info": "endgame info --variant english --bb-dir .", "endgame probe": "endgame probe --fen W:WK28:BK5",
	"endgame statistics": "endgame statistics -q --variant english --bb-size 2", "endgame verify": "endgame verify --variant english --bb-dir two",
	"eval": "eval", "games add": "games add -q -l new.games games.pdn", "games find": "games find -l my.games", "games info": "games info -l my.games",
	"games rejected": "games rejected -l my.games", "games remove": "games remove -l my.games --games 1", "games restore": "games restore -l my.games --games 1",
	"games results": "games results -l my.games", "games show": "games show -l my.games 1", "games stats": "games stats -l my.games", "games vacuum": "games vacuum -l my.games",
	"match": "match --self nodes=30 nodes=20 --variant russian --games 2 -q", "moves": "moves", "pdn check": "pdn check games.pdn", "perft": "perft --depth 2",
	"puzzles check": "puzzles check -q --nodes 10 problems", "rules": "rules", "status": "status journal", "variants": "variants", "version": "version",
}

// tellersNeed has what is to be done before some of them.
var tellersNeed = map[string]string{
	"endgame verify": "endgame build -q --variant english --pieces 2 --bb-dir two",
	"status":         "match --self nodes=30 nodes=20 --variant russian --games 2 -q --journal journal",
}

// TestJSON asks every command that can tell something in JSON for it: that is all it prints.
func TestJSON(t *testing.T) {
	skipUnderRace(t)
	var have []string
	eachValue(t, func(name string, _ *kong.Node, _ *kong.Value) {
		if path, ok := strings.CutSuffix(name, " --json"); ok {
			have = append(have, path)
		}
	})
	slices.Sort(have)
	if known := slices.Sorted(maps.Keys(tellers)); !slices.Equal(have, known) {
		t.Fatalf("--json have %q\ntellers have %q", have, known)
	}
	inputs := inputs(t)
	inputs["problems"] = []byte("W:W27,28,32:B9,18,19\n")
	for path, line := range tellers {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, content := range inputs {
				if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if before := tellersNeed[path]; before != "" {
				if r := invoke(t, dir, strings.Fields(before)); r.status != exit.OK {
					t.Fatal(r)
				}
			}
			var said bytes.Buffer
			cmd := exec.Command("stupol", append(strings.Fields(line), "--json")...)
			cmd.Stdout = &said
			r := ended(t, dir, cmd)
			values := 0
			decoder := json.NewDecoder(&said)
			for {
				var value any
				err := decoder.Decode(&value)
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%v after %d values, %v", err, values, r)
				}
				values++
			}
			if r.status != exit.OK && r.status != exit.Failed || values == 0 && path != "games rejected" {
				t.Errorf("%d values, %v", values, r)
			}
		})
	}
}
