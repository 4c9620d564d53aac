package words_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/words"
)

// speakers are the packages whose texts the pages are told, and the page of the board itself, which keeps in
// English how games have ended.
var speakers = []string{"../../movegen/*.go", "../pdn/*.go", "../analysis/*.go", "../rulebook/*.go", "../web/*.go", "../gate/*.go", "../peer/*.go", "../hub/client.go", "../dxp/*.go", "../library/*.go", "../../cmd/wasm/*/*.go", "../../book/endgame/*.go", "../../bench/match/*.go", "../../bench/trials/*.go"}

const pageModules = "../web/page/*.js"

// unheard are texts of package web that nobody who uses the page as it is gets to see.
var unheard = []string{
	"the body must be application/json", "the body must be application/octet-stream", "the file has no name", "more than one JSON value", "the tab has no name", "there is nothing at this address",
	"a request from another site",
	"more than {} findings", "there is no budget {}", "a line of more than {} moves", "there is no score {}", "the format {}: want png, svg or gif",
	"a picture {} wide: want {} to {}", "ply {} of a game of {}", "the labels {}: want numbers, letters or none", "square {} of {}",
	"an arrow has two squares or more", "the game is over", "level {} is not within 1 to {}", "depth {} is less than 0", "there is no other move",
	"{} plies are not within 1 to {}", "there is no such opening",
	"no browser was opened ({}: {})", "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set", "there is no {}", // said in the terminal
}

var (
	verb = regexp.MustCompile(`"?%\[?\w*\]?[a-z]"?`)
	name = regexp.MustCompile(`"?\{\w*\}"?`)
	gap  = regexp.MustCompile(`\{\}| by White| by Black|White|Black`)
)

// templates returns the texts of heard.json.
func templates(t *testing.T) (all []string) {
	t.Helper()
	text, err := words.Files.ReadFile("heard.json")
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestHeard looks for what the page hears in the program: as it is, or in pieces around names
// and sides.
func TestHeard(t *testing.T) {
	var said strings.Builder
	for _, pattern := range speakers {
		literals(t, pattern, func(text string, _ bool) { said.WriteString(verb.ReplaceAllString(text, "{}") + "\n") })
	}
	modules, _ := filepath.Glob(pageModules) // a valid pattern
	for _, module := range modules {
		text, err := os.ReadFile(module)
		if err != nil {
			t.Fatal(err)
		}
		said.Write(text)
	}
	for _, r := range movegen.Variants() {
		said.WriteString(strings.Replace(r.Title, " draughts", "", 1) + "\n") // as the page shortens it
	}
	for _, v := range []analysis.Verdict{analysis.Inaccuracy, analysis.Mistake, analysis.Blunder} {
		said.WriteString(strings.ToUpper(v.String()[:1]) + v.String()[1:] + "\n") // as remarks begin
	}
	for _, template := range templates(t) {
		for _, piece := range gap.Split(name.ReplaceAllString(template, "{}"), -1) {
			if piece = strings.Trim(piece, ": ,."); piece != "" && !strings.Contains(said.String(), piece) {
				t.Errorf("nobody says %q of %q", piece, template)
			}
		}
	}
	for _, r := range movegen.Variants() {
		for _, title := range []string{r.Title, strings.Replace(r.Title, " draughts", "", 1)} {
			if !slices.Contains(templates(t), title) {
				t.Errorf("heard.json has no %q", title)
			}
		}
	}
}

// TestNothingUnheard looks at the errors of package web: the page hears them.
func TestNothingUnheard(t *testing.T) {
	heard := slices.Clone(unheard)
	for _, template := range templates(t) {
		heard = append(heard, name.ReplaceAllString(template, "{}"))
	}
	literals(t, "../web/*.go", func(text string, isError bool) {
		text = verb.ReplaceAllString(text, "{}")
		if isError && text != "" && !slices.Contains(heard, text) {
			t.Errorf("neither heard.json nor unheard has %q", text)
		}
	})
}

// literals calls f with the texts in the sources of a package, and whether each is that of an
// error.
func literals(t *testing.T, pattern string, f func(text string, isError bool)) {
	t.Helper()
	files, _ := filepath.Glob(pattern) // a valid pattern
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ofErrors := map[*ast.BasicLit]bool{}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if slices.Contains([]string{"refuse", "fail", "shut", "turnAway", "New", "Errorf"}, called(n)) {
					ast.Inspect(n, func(n ast.Node) bool {
						if l, ok := n.(*ast.BasicLit); ok {
							ofErrors[l] = true
						}
						return true
					})
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
					f(text, ofErrors[n])
				}
			}
			return true
		})
	}
}

// called returns the name of the function that is called.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
