package main

import (
	"go/parser"
	"go/token"
	"io/fs"
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

// layers are the folders of packages, each above those before it.
var layers = []string{"movegen", "eval", "book", "search", "eval/selfplay", "eval/train", "protocol", "bench", "cmd"}

// layerOf returns the layer of a package, by its folder or the nearest above it.
func layerOf(t *testing.T, name string) int {
	t.Helper()
	best := -1
	for i, l := range layers {
		if (name == l || strings.HasPrefix(name, l+"/")) && (best < 0 || len(l) > len(layers[best])) {
			best = i
		}
	}
	if best < 0 {
		t.Fatalf("package %s is in no layer", name)
	}
	return best
}

// TestImportsPointDown checks that no package imports one of a layer above its own.
func TestImportsPointDown(t *testing.T) {
	root, seen := filepath.Join("..", ".."), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, filepath.Dir(path))
		name = filepath.ToSlash(name)
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(name, ".") || strings.HasSuffix(name, "/asm") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range file.Imports {
			imported, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "stupol/")
			if !ours {
				continue
			}
			seen++
			if layerOf(t, imported) > layerOf(t, name) {
				t.Errorf("%s imports %s, which is above it", path, imported)
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Errorf("%d imports, error %v", seen, err)
	}
}
