package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stupol/cmd/build"
)

// TestOtherBuild goes on with self-play and a tuning in a program whose file is another:
// that is refused if neither says which commit it was built from.
func TestOtherBuild(t *testing.T) {
	skipUnderRace(t)
	if b := build.This(); b.Commit != "" && !b.Modified {
		t.Skip("the program says which commit it was built from")
	}
	self, err := exec.LookPath("stupol")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	other := filepath.Join(dir, "other", filepath.Base(self)) // the name makes a test binary the program
	if err := os.Mkdir(filepath.Dir(other), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, append(file, 0), 0o777); err != nil { // another build, as good as
		t.Fatal(err)
	}
	for _, args := range []string{
		"selfplay -q --variant russian --nodes 20 --games 2 --out " + filepath.Join(dir, "games"),
		"tune -q --variant russian --nodes 20 --pairs 1 --iterations 1 --out " + filepath.Join(dir, "tune"),
	} {
		if out, err := exec.Command(self, strings.Fields(args)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args, err, out)
		}
		out, err := exec.Command(other, strings.Fields(args)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "engine is ") {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}
