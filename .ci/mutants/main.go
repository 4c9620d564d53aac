// Command mutants breaks the code on purpose, one line at a time, and runs the
// tests of the package: a deliberate bug that no test notices is a gap in the
// tests. The bugs stand in mutants.txt, beside this file.
//
//	go run ./.ci/mutants [-check] [-only REGEXP] [-timeout 2m]
//
// It runs in the root of the repository and changes no file of it: the compiler
// reads the broken copy through an overlay. It exits 1 if a mutant survives, does
// not compile, runs out of time, or does not match its file any more.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

const tableFile = ".ci/mutants/mutants.txt"

func main() {
	check := flag.Bool("check", false, "only check that every mutant matches its file")
	only := flag.String("only", "", "run only the mutants whose file or rule `REGEXP` matches")
	timeout := flag.Duration("timeout", 2*time.Minute, "limit for the tests of one mutant")
	flag.Parse()
	if err := run(*check, *only, *timeout); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(check bool, only string, timeout time.Duration) error {
	text, err := os.ReadFile(tableFile)
	if err != nil {
		return fmt.Errorf("not in the root of the repository: %w", err)
	}
	mutants, err := parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", tableFile, err)
	}
	for _, m := range mutants {
		if _, err := m.source(); err != nil {
			return fmt.Errorf("%s:%d: %w", tableFile, m.row, err)
		}
	}
	if check {
		fmt.Printf("%d mutants match their files\n", len(mutants))
		return nil
	}
	chosen, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return !chosen.MatchString(m.String()) })
	if err := testUnchanged(mutants, timeout); err != nil {
		return err
	}
	return testAll(mutants, timeout)
}

// testUnchanged runs the tests without a mutant: where they fail by themselves a
// failure says nothing.
func testUnchanged(mutants []mutant, timeout time.Duration) error {
	var packages []string
	for _, m := range mutants {
		if p := m.dir(); !slices.Contains(packages, p) {
			packages = append(packages, p)
		}
	}
	for _, p := range packages {
		o := test(p, "", timeout)
		if o.result != survived {
			return fmt.Errorf("%s, unchanged: %s by %s\n%s", p, o.result, o.by, o.output)
		}
	}
	return nil
}

// testAll runs the tests with each mutant and prints what became of it.
func testAll(mutants []mutant, timeout time.Duration) error {
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	overlay := filepath.Join(scratch, "overlay.json")
	alive := 0
	for _, m := range mutants {
		if err := m.writeOverlay(overlay, filepath.Join(scratch, "broken.go")); err != nil {
			return err
		}
		o := testMutant(m, overlay, timeout)
		fmt.Printf("%-9s %5.1f s  %-50s %s\n", o.result, o.took.Seconds(), o.by, m)
		switch o.result {
		case killed:
			continue
		case notBuilt, noResult:
			fmt.Println(o.output)
		}
		alive++
	}
	fmt.Printf("%d mutants, %d killed\n", len(mutants), len(mutants)-alive)
	if alive > 0 {
		return fmt.Errorf("%d of %d mutants were not killed", alive, len(mutants))
	}
	return nil
}
