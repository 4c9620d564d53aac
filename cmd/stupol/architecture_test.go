package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArchitecture checks that each function that cmd/ARCHITECTURE.md names in a
// drawing is in the file beside it.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	step := regexp.MustCompile(`(?m)^[ │├└]*(?:(\w+)\.)?(\w+) +(\S+\.go)\b`)
	steps := step.FindAllStringSubmatch(string(page), -1)
	if len(steps) < 30 {
		t.Fatalf("found only %d functions", len(steps))
	}
	for _, s := range steps {
		receiver, name, file := s[1], s[2], s[3]
		source, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Error(err)
			continue
		}
		declared := `(?m)^func ` + name + `[(\[]`
		if receiver != "" {
			declared = `(?m)^func \(\w* ?\*?` + receiver + `\) ` + name + `\(`
		}
		if !regexp.MustCompile(declared).Match(source) {
			t.Errorf("%s has no function %s", file, strings.Trim(receiver+"."+name, "."))
		}
	}
}
