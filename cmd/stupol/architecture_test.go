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

// TestArchitecture checks that each function or variable that cmd/ARCHITECTURE.md names in
// a drawing is in the file beside it.
func TestArchitecture(t *testing.T) {
	step := regexp.MustCompile(`(?m)^[ │├└]*(?:(\w+)\.)?(\w+) +(\S+\.(?:go|js))\b`)
	steps := step.FindAllStringSubmatch(architecture(t), -1)
	if len(steps) < 150 {
		t.Fatalf("found only %d functions", len(steps))
	}
	for _, s := range steps {
		receiver, name, file := s[1], s[2], s[3]
		source, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Error(err)
			continue
		}
		if !declared(receiver, name, file).Match(source) {
			t.Errorf("%s has no %s", file, strings.Trim(receiver+"."+name, "."))
		}
	}
}

// declared returns what matches a file that declares a function, a method or a variable.
func declared(receiver, name, file string) *regexp.Regexp {
	pattern := `^(func|var) ` + name + `\b`
	switch script := strings.HasSuffix(file, ".js"); {
	case script && receiver == "":
		pattern = `^export (async )?function\*? ` + name + `\(`
	case script:
		pattern = `(?s)^(export )?class ` + receiver + `\b.*\n  (async )?` + name + `\([^\n]*\{\n`
	case receiver != "":
		pattern = `^func \(\w* ?\*?` + receiver + `(\[[\w, ]+\])?\) ` + name + `\(`
	}
	return regexp.MustCompile(`(?m)` + pattern)
}

// architecture returns cmd/ARCHITECTURE.md.
func architecture(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestArchitectureFolders checks that every folder with Go code is on the page, and that the
// drawing of the layers has folders that there are, each layer above those below it.
func TestArchitectureFolders(t *testing.T) {
	page := architecture(t)
	drawing := strings.SplitN(page, "```\n", 3)[1]
	drawn, above := map[string]bool{}, len(layers)
	for _, group := range strings.Split(drawing, "\n\n") {
		lowest := above
		for line := range strings.Lines(group) {
			folder := strings.Fields(line)[0]
			drawn[folder] = true
			if _, err := os.Stat(filepath.Join("..", "..", folder)); err != nil {
				t.Error(err)
			}
			layer := layerOf(t, folder)
			if layer >= above {
				t.Errorf("%s is drawn below a layer that it is not below", folder)
			}
			lowest = min(lowest, layer)
		}
		above = lowest
	}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "node_modules" {
			return fs.SkipDir // one of the tools for the page is written in Go, too
		}
		folder, _ := filepath.Rel(root, filepath.Dir(path))
		folder = filepath.ToSlash(folder)
		if strings.HasSuffix(path, ".go") && !drawn[folder] && !strings.Contains(page, "`"+folder+"`") {
			drawn[folder] = true // once is enough
			t.Errorf("the page has no folder %s", folder)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestPackageDrawings checks what the comments of packages say of files and of what is in
// them: a step of a drawing is declared in a file that its line ends with.
func TestPackageDrawings(t *testing.T) {
	docs, err := filepath.Glob("../../*/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("../../*/*/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b\w+\.go\b`)
	step := regexp.MustCompile(`^//\t[ │├└]*(?:\w+\.)?(\w+)  .*\.go$`)
	steps := 0
	for _, doc := range append(docs, below...) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var sources []byte
			for _, file := range named.FindAllString(line, -1) {
				source, err := os.ReadFile(filepath.Join(filepath.Dir(doc), file))
				if err != nil {
					t.Errorf("%s: %v", doc, err)
				}
				sources = append(sources, source...)
			}
			s := step.FindStringSubmatch(strings.TrimSpace(line))
			if s == nil {
				continue
			}
			steps++
			if !regexp.MustCompile(`(?m)^(func (\(.*?\) )?|type |var )` + s[1] + `\b`).Match(sources) {
				t.Errorf("%s: %s is not in the files of %s", doc, s[1], strings.TrimSpace(line))
			}
		}
	}
	if steps < 15 {
		t.Errorf("only %d steps", steps)
	}
}

// layers are the folders of packages, each above those before it.
var layers = []string{"movegen", "eval", "book", "eval/selfplay", "eval/train", "search", "protocol", "bench", "cmd/build", "cmd/exit", "cmd/console", "cmd/flags", "cmd/command", "cmd"}

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

// TestImportsPointDown checks that no package imports one of a layer above its own, and no group
// of commands another.
func TestImportsPointDown(t *testing.T) {
	root, seen := filepath.Join("..", ".."), 0
	module := regexp.MustCompile(`(?m)^module (.+)$`).FindSubmatch(contentOf(t, "../../go.mod"))[1]
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
			imported, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), string(module)+"/")
			if !ours {
				continue
			}
			seen++
			if layerOf(t, imported) > layerOf(t, name) {
				t.Errorf("%s imports %s, which is above it", path, imported)
			}
			if strings.HasPrefix(name, "cmd/command/") && strings.HasPrefix(imported, "cmd/command/") {
				t.Errorf("%s imports %s, another group of commands", path, imported)
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Errorf("%d imports, error %v", seen, err)
	}
}
