package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/cmd/console"
	"stupol/cmd/flags"
)

// notFiles are the texts on command lines that are no names of files.
var notFiles = []string{
	"games find --opening", "games stats --opening", "games export --opening", "games remove --opening", "games restore --opening",
	"match --when-decided", "match --web", "web --engine", "match --token", "trials --only", "trials --web", "trials --token", "bench compare <engine>",
	"analyze --board", "match --board", "trials --board", "board --arrow", "board --caption", "board --fen", "board --last-move", "board --mark", "book show --fen",
	"book show <moves>", "dxp --connect", "dxp --draw-rules", "dxp --listen", "dxp --name", "endgame probe --fen",
	"eval --fen", "games export --black", "games export --event", "games export --fen", "games export --moves",
	"games export --pattern", "games export --player", "games export --white", "games find --black",
	"games find --event", "games find --fen", "games find --moves", "games find --pattern", "games find --player",
	"games find --white", "games remove --black", "games remove --event", "games remove --fen",
	"games remove --moves", "games remove --pattern", "games remove --player", "games remove --white",
	"games restore --black", "games restore --event", "games restore --fen", "games restore --moves",
	"games restore --pattern", "games restore --player", "games restore --white", "games stats --black",
	"games stats --event", "games stats --fen", "games stats --moves", "games stats --player", "games stats --white",
	"completion <shell>", "manual <command>",
	"match --draw-rules", "match <engine>", "moves --fen", "moves --notation", "pdn convert --fen", "perft --fen",
	"play --draw-rules", "play --fen", "train --note", "web --listen", "web --token",
}

// wholeParser returns the parser of every command line.
var wholeParser = sync.OnceValues(func() (*kong.Kong, error) { return newParser(nil, console.NewOutlet(os.Stdout)) })

// modelOf returns the command line.
func modelOf(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := wholeParser()
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

// eachValue calls visit with every flag and argument of every command and its
// name: "train --out", "pdn check <file>".
func eachValue(t *testing.T, visit func(name string, command *kong.Node, value *kong.Value)) {
	t.Helper()
	for _, command := range modelOf(t).Leaves(false) {
		path := strings.TrimPrefix(command.Path(), "stupol ")
		for _, flag := range command.Flags {
			visit(path+" --"+flag.Name, command, flag.Value)
		}
		for _, argument := range command.Positional {
			visit(path+" <"+argument.Name+">", command, argument)
		}
	}
}

// isText reports whether a flag or an argument is one text or several.
func isText(v *kong.Value) bool {
	typ := v.Target.Type()
	for typ.Kind() == reflect.Slice || typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	return typ.Kind() == reflect.String
}

// TestManuals checks what every manual says of the help around it: flags and arguments stand
// below it, and a command that reads no file has none that name one.
func TestManuals(t *testing.T) {
	skipUnderRace(t)
	readsNone := regexp.MustCompile(`no file [^.]*\bread\b`)
	eachValue(t, func(name string, command *kong.Node, v *kong.Value) {
		if strings.Contains(v.Help, "see below") {
			t.Errorf("%s: there is nothing below its help %q", name, v.Help)
		}
		if role := v.Tag.Get("file"); role == "read" && readsNone.MatchString(command.Detail) {
			t.Errorf("%s reads a file, and the manual of the command says that there is none", name)
		}
	})
}

// TestFileRoles checks that every flag that names a file has a role, that writings
// has all of those that are written, and that their help tells the rule.
func TestFileRoles(t *testing.T) {
	skipUnderRace(t)
	var written []string
	eachValue(t, func(name string, command *kong.Node, v *kong.Value) {
		named := v.Flag != nil && slices.Contains([]string{"FILE", "DIR"}, v.Flag.PlaceHolder)
		role, ok := flags.FileRoles[v.Tag.Get("file")]
		switch {
		case ok && !isText(v):
			t.Errorf("%s: only a string or a slice of strings can have the tag file", name)
		case !ok && (named || isText(v) && !slices.Contains(notFiles, name)):
			t.Errorf("%s: no tag file says what the command does with it; if it is no file, add it to notFiles", name)
		case role.Written && !strings.HasSuffix(v.Help, role.Help):
			t.Errorf("%s: the help is %q, without %q", name, v.Help, role.Help)
		case role.Written && role.Help == "":
			t.Errorf("%s: the role %s has no help", name, v.Tag.Get("file"))
		}
		if role.Written {
			written = append(written, name)
		}
		if forced := strings.Contains(role.Help, "--force"); forced && !slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == "force" }) {
			t.Errorf("%s: the command has no --force", name)
		}
	})
	slices.Sort(written)
	if tested := slices.Sorted(maps.Keys(writings)); !slices.Equal(written, tested) {
		t.Errorf("commands write %q\nwritings has  %q", written, tested)
	}
}

// TestOneWriter looks for calls that make, truncate, rename or remove files: they
// belong to package output.
func TestOneWriter(t *testing.T) {
	skipUnderRace(t)
	calls := []string{"Create", "CreateTemp", "OpenFile", "WriteFile", "Rename", "Truncate", "Link", "Symlink", "Remove", "RemoveAll"}
	allowed := map[string]string{
		"eval/train/sampleset.go: Create":      "in a new temporary folder",
		"eval/train/trainer.go: RemoveAll":     "that folder",
		"protocol/web/address.go: CreateTemp":  "a new file in the folder for temporary ones",
		"protocol/web/address.go: Remove":      "that file",
		"protocol/library/disk.go: CreateTemp": "a new file beside the library, to ask whether the disk is full",
		"protocol/library/disk.go: Remove":     "that file",
		"bench/trials/page.go: WriteFile":      "by go generate, a page of this repository",
	}
	root := filepath.Join("..", "..")
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if hidden := len(entry.Name()) > 2 && entry.Name()[0] == '.'; hidden && entry.IsDir() {
			return filepath.SkipDir // tools of development
		}
		if err != nil || entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		local, err := filepath.Rel(root, name)
		if err != nil || filepath.Dir(local) == filepath.Join("eval", "files", "output") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok || !slices.Contains(calls, s.Sel.Name) {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "os" {
				seen[filepath.ToSlash(local)+": "+s.Sel.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := slices.Sorted(maps.Keys(allowed)); !slices.Equal(slices.Sorted(maps.Keys(seen)), want) {
		t.Errorf("files are written by %q, want %q", slices.Sorted(maps.Keys(seen)), want)
	}
}
