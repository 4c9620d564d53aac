package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/cmd/exit"
	"stupol/cmd/flags"
)

// odd is the name of a file whose last byte is no UTF-8.
const odd = "r\xe9"

// putOdd makes two files with the names of TestTwoNames in a new folder.
func putOdd(t *testing.T, content ...string) (folder string, names []string) {
	t.Helper()
	folder = t.TempDir()
	names = []string{odd, "r\xe8"}
	for i, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content[i]), 0o666); err != nil {
			t.Skip(err) // no such names there
		}
	}
	return folder, names
}

// TestBytesOfArguments gives every flag and argument that names files a name with a byte that
// is not UTF-8: it arrives as it is.
func TestBytesOfArguments(t *testing.T) {
	skipUnderRace(t)
	folder, _ := putOdd(t, "file", "file")
	if err := os.Mkdir(filepath.Join(folder, "folder "+odd), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	eachValue(t, func(name string, _ *kong.Node, v *kong.Value) {
		if v.Tag.Get("file") == "" && name != "match <engine>" {
			return
		}
		given := odd
		if v.Tag.Type == "path" && v.Flag.PlaceHolder == "DIR" {
			given = "folder " + odd
		}
		target := reflect.New(v.Target.Type()).Elem()
		if err := v.Parse(kong.ScanAsType(kong.FlagValueToken, given), target); err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		got := flags.Texts(target)
		if len(got) != 1 || filepath.Base(got[0]) != given {
			t.Errorf("%s: got %q, want %q", name, got, given)
		}
	})
}

// TestTwoNames reads two files whose names differ in a byte that is not UTF-8, and writes two
// such: nothing of one comes into the other.
func TestTwoNames(t *testing.T) {
	skipUnderRace(t)
	const first, second = "[White \"Ana\"]\n\n1. 32-28 *\n", "[White \"Eva\"]\n\n1. 31-26 *\n"
	folder, names := putOdd(t, first, second)
	run := func(args ...string) {
		t.Helper()
		if r := invoke(t, folder, args); r.status != exit.OK {
			t.Errorf("%q: %v", args, r)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "parts"), 0o777); err != nil {
		t.Fatal(err)
	}
	run("pdn", "convert", "--split", "parts", names[0], names[1])
	for i, player := range []string{"Ana", "Eva"} {
		out := "out" + names[i]
		run("pdn", "convert", names[i], "--out", out)
		for _, name := range []string{out, filepath.Join("parts", names[i]+"-0001.pdn")} {
			if got := string(contentOf(t, filepath.Join(folder, name))); !strings.Contains(got, player) {
				t.Errorf("%q holds %q, not a game of %s", name, got, player)
			}
		}
	}
	program := filepath.Join(folder, "engine"+odd)
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexec stupol hub\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(program, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "b"+odd), contentOf(t, "../../book/embedded/russian.book"), 0o666); err != nil {
		t.Fatal(err)
	}
	run("match", "./engine"+odd, "self,param.book-file=b"+odd, "--variant", "russian", "--nodes", "5", "--games", "2", "--max-moves", "4", "-q")
	run("book", "verify", "b"+odd)
	run("play", "--book-file", "b"+odd, "--variant", "russian", "--save", "s"+odd)
}
