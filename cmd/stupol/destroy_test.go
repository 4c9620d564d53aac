package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/eval/files/output"
)

// eachWriting runs a test for every flag whose file is written.
func eachWriting(t *testing.T, test func(t *testing.T, name string, inputs map[string][]byte)) {
	inputs := inputs(t)
	for name := range writings {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name, inputs)
		})
	}
}

var strangers = map[string]string{
	"text":   "Dear aunt, thank you for the board.",
	"lines":  "milk\neggs\n",
	"binary": "\x7fELF\x02\x01\x01\x00\x00\x00\n\x00\x00",
	"JSON":   `{"engines":["a","b"],"version":1}` + "\n" + `{"n":1}` + "\n",
	"SVG":    `<svg xmlns="http://www.w3.org/2000/svg"><!-- mine --></svg>` + "\n",
}

// TestStrangersStay puts files of others where a command is to write: it fails,
// names the file, and changes and makes nothing.
func TestStrangersStay(t *testing.T) {
	skipUnderRace(t)
	eachWriting(t, func(t *testing.T, name string, inputs map[string][]byte) {
		for kind, text := range strangers {
			b := newBench(t, name, inputs, []byte(text))
			before := b.names(t)
			r := invoke(t, b.dir, b.command(b.size))
			if want := filepath.Base(filepath.Join(b.name, b.file)); r.status != 1 || !strings.Contains(r.stderr, want+":") {
				t.Errorf("%s: status %d, %q, without %q", kind, r.status, r.stderr, want)
			}
			if got := string(b.content(t)); got != text {
				t.Errorf("%s: the file now holds %q", kind, got)
			}
			if after := b.names(t); !slices.Equal(after, before) {
				t.Errorf("%s: there are now %q", kind, after)
			}
		}
	})
}

// TestNothingBesideADevice writes whole files to a device, beside which no journal or
// checkpoint belongs.
func TestNothingBesideADevice(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command that writes a whole file")
	}
	eachWriting(t, func(t *testing.T, name string, inputs map[string][]byte) {
		if role, _ := roleOf(t, name); role != "new" && role != "picture" {
			t.Skip("writes no whole file")
		}
		b := newBench(t, name, inputs, nil)
		if err := os.Symlink(os.DevNull, filepath.Join(b.dir, b.name)); err != nil {
			t.Skip(err)
		}
		if r := b.run(t, b.size); r.status != 0 {
			t.Fatal(r)
		}
		for _, name := range b.names(t) {
			if strings.HasPrefix(filepath.Base(name), b.name+".") {
				t.Errorf("there is now %s", name)
			}
		}
	})
}

// TestOwnFilesAgain runs every command twice and looks at what becomes of the file
// of the first run.
func TestOwnFilesAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command that writes, several times")
	}
	eachWriting(t, func(t *testing.T, name string, inputs map[string][]byte) {
		role, force := roleOf(t, name)
		b := newBench(t, name, inputs, nil)
		if r := b.run(t, b.size); r.status != 0 {
			t.Fatal(r)
		}
		first := b.content(t)
		if len(first) == 0 {
			t.Fatal("nothing was written")
		}
		b = newBench(t, name, inputs, first)
		r := b.run(t, b.size)
		second := b.content(t)
		status, kept := 0, bytes.Equal(second, first)
		switch role {
		case "new", "parts":
			status = 1
		case "picture":
			kept = bytes.HasPrefix(second, first[:4]) // of the same format
		case "games", "log":
			kept = bytes.HasPrefix(second, first) && len(second) > len(first)
		}
		if r.status != status || !kept {
			t.Errorf("the second time: %v; the file of %d bytes now has %d, and as it should: %v", r, len(first), len(second), kept)
		}
		if !force || role != "new" && role != "picture" && role != "parts" {
			return
		}
		b = newBench(t, name, inputs, []byte(strangers["text"]))
		if r := b.run(t, b.size, "--force"); r.status != 0 || bytes.Equal(b.content(t), []byte(strangers["text"])) {
			t.Errorf("with --force: %v, %.40q", r, b.content(t))
		}
	})
}

// limited runs the command with files of no more than that many blocks of 512 bytes.
func (b *workbench) limited(t *testing.T, blocks int, more ...string) result {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if runtime.GOOS == "windows" || err != nil {
		t.Skip("no shell to limit the size of files with")
	}
	limit := fmt.Sprintf(`ulimit -f %d && exec stupol "$@"`, blocks)
	return ended(t, b.dir, exec.Command(shell, append([]string{"-c", limit, "sh"}, b.command(b.size, more...)...)...))
}

// TestHalfway lets every command fail while it writes, for want of room: what was
// there stays, and a run can go on from it.
func TestHalfway(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command that writes, several times")
	}
	eachWriting(t, func(t *testing.T, name string, inputs map[string][]byte) {
		role, _ := roleOf(t, name)
		switch {
		case role == "new" || role == "picture" || role == "parts":
			text, blocks := strangers["text"], 1
			if name == "bench search --profile" {
				blocks = 0 // of a short search it has less
			}
			b := newBench(t, name, inputs, []byte(text))
			if r := b.limited(t, blocks, "--force"); r.status == 0 || string(b.content(t)) != text {
				t.Errorf("%v, and the file now holds %.40q", r, b.content(t))
			}
		case role == "played": // which goes on without saving
			b := newBench(t, name, inputs, nil)
			if r := b.run(t, b.size); r.status != 0 {
				t.Fatal(r)
			}
			before := b.content(t)
			b = newBench(t, name, inputs, before)
			if r := b.limited(t, 0, "--new"); r.status != 0 || !bytes.Equal(b.content(t), before) {
				t.Errorf("%v, and the file now holds %q", r, b.content(t))
			}
		case writings[name].play != nil || role == "log":
			t.Skip("appended as by match --pdn")
		case role == "library":
			t.Skip("its package tests it")
		case role == "games":
			before := inputs["games.pdn"]
			b := newBench(t, name, inputs, before)
			r := b.limited(t, len(before)/512+1)
			after, isMore := bytes.CutPrefix(b.content(t), before)
			if r.status == 0 || !isMore || len(after) > 0 && !bytes.HasSuffix(after, []byte("\n\n")) {
				t.Errorf("%v, and what was added is %q", r, after)
			}
		default:
			checkGoesOn(t, name, inputs)
		}
	})
}

// TestOneProcessARun holds the file of a run: no command writes it meanwhile.
func TestOneProcessARun(t *testing.T) {
	skipUnderRace(t)
	eachWriting(t, func(t *testing.T, name string, inputs map[string][]byte) {
		if role, _ := roleOf(t, name); role != "run" && role != "played" {
			return
		}
		b := newBench(t, name, inputs, []byte{})
		held, err := output.Resume(filepath.Join(b.dir, "FILE"))
		if err != nil {
			t.Fatal(err)
		}
		defer held.Close()
		if r := b.run(t, b.size); r.status != 1 || !strings.Contains(r.stderr, "FILE: another process writes it") {
			t.Error(r)
		}
		if got := b.content(t); len(got) != 0 {
			t.Errorf("the file now holds %.40q", got)
		}
	})
}

// checkGoesOn cuts the file of a run short, lets the run fail when it goes on, and
// then arrive where it would have been without.
func checkGoesOn(t *testing.T, name string, inputs map[string][]byte) {
	b := newBench(t, name, inputs, nil)
	if r := b.run(t, b.size); r.status != 0 {
		t.Fatal(r)
	}
	whole := b.content(t)
	before := whole[:len(whole)-10]
	want := whole
	if name == "match --journal" || name == "trials --out" { // games take another time
		want = before[:bytes.LastIndexByte(before, '\n')+1]
	}
	b = newBench(t, name, inputs, before)
	r := b.limited(t, len(before)/512)
	if now := b.content(t); r.status == 0 || !bytes.HasPrefix(now, want[:min(len(now), len(want))]) {
		t.Errorf("%v, and the file now holds %.40q", r, now)
	}
	if r := b.run(t, b.size); r.status != 0 {
		t.Error(r)
	}
	if !bytes.HasPrefix(b.content(t), want) {
		t.Errorf("the run arrived at another file, of %d bytes instead of %d", len(b.content(t)), len(whole))
	}
}

// TestReadIsNotWritten gives every command the same file to read and to write, by
// its name, by links and as standard input.
func TestReadIsNotWritten(t *testing.T) {
	skipUnderRace(t)
	const text = "[Event \"x\"]\n\n1. 32-28 *\n"
	aliases := map[string]func(old, new string) error{
		"name": nil, "symbolic link": os.Symlink, "link": os.Link,
	}
	eachValue(t, func(reader string, command *kong.Node, v *kong.Value) {
		if v.Tag.Get("file") != "read" || v.Flag != nil && v.Flag.PlaceHolder != "FILE" {
			return
		}
		for name := range writings {
			path, flag, _ := strings.Cut(name, " --")
			if !strings.HasPrefix(reader, path+" ") || writings[name].file != "" {
				continue
			}
			for kind, alias := range aliases {
				t.Run(reader+" and --"+flag+" by "+kind, func(t *testing.T) {
					t.Parallel()
					b := newBench(t, name, nil, []byte(text))
					other := "FILE"
					if alias != nil {
						other = "other"
						if err := alias(filepath.Join(b.dir, "FILE"), filepath.Join(b.dir, other)); err != nil {
							t.Skip(err)
						}
					}
					checkRefused(t, name, b, v, other)
				})
			}
		}
	})
	t.Run("standard input", func(t *testing.T) {
		b := newBench(t, "pdn convert --out", nil, []byte(text))
		in, err := os.Open(filepath.Join(b.dir, "FILE"))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		cmd := exec.Command("stupol", "pdn", "convert", "-", "--out", "FILE", "--force")
		cmd.Stdin = in
		if r := ended(t, b.dir, cmd); r.status != 1 || string(b.content(t)) != text {
			t.Errorf("%v, and the file now holds %q", r, b.content(t))
		}
	})
}

// checkRefused runs a command that is to read by v, under the name of other, the
// file that it writes.
func checkRefused(t *testing.T, name string, b *workbench, v *kong.Value, other string) {
	t.Helper()
	before := b.content(t)
	args := b.command(b.size)
	if v.Flag != nil {
		args = append(args, "--"+v.Name, other)
	} else {
		inputs := []string{"sp", "games.pdn", "book", "part.jsonl"}
		first := 1 + slices.IndexFunc(args[1:], func(arg string) bool { return slices.Contains(inputs, arg) })
		if first == 0 { // there is none
			args = append(args, other)
		} else if v.IsSlice() {
			args = slices.Insert(args, first, other)
		} else {
			args[first] = other
		}
	}
	want := " too\n"
	role, force := roleOf(t, name)
	switch role {
	case "log":
		want = "is not a log"
	case "library":
		want = "is not a library of games"
	case "played":
		want = "is not a file of games of stupol play"
	}
	if force {
		args = append(args, "--force")
	}
	if r := invoke(t, b.dir, args); r.status != 1 || !strings.Contains(r.stderr, want) {
		t.Errorf("%q: %v, want %q", args, r, want)
	}
	if after := b.content(t); !bytes.Equal(after, before) {
		t.Errorf("%q: the file now holds %q", args, after)
	}
}
