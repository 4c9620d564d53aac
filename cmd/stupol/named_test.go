package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"stupol/cmd/flags"
	"stupol/search"
)

// TestNamedCommandsExist looks in all help for commands that it names and that are not there.
func TestNamedCommandsExist(t *testing.T) {
	skipUnderRace(t)
	app := modelOf(t)
	named := regexp.MustCompile(`(?:^|[\s(])stupol((?:[ \n][a-z]+(?:-[a-z]+)*)+)`)
	seen := 0
	check := func(where, text string) {
		for _, match := range named.FindAllStringSubmatch(text, -1) {
			node := app.Node
			for _, word := range strings.Fields(match[1]) {
				if len(node.Children) == 0 || word == "does" {
					break // what follows are arguments, or words of a sentence
				}
				child := childOf(node, word)
				if child == nil {
					t.Errorf("%s: %q names no command", where, match[0])
					break
				}
				node = child
				seen++
			}
		}
	}
	check("stupol", description)
	for _, command := range append(app.Leaves(false), app.Children...) {
		check(command.Path(), command.Help+"\n"+command.Detail)
		for _, flag := range command.Flags {
			check(command.Path()+" --"+flag.Name, flag.Help)
		}
	}
	if seen < 100 {
		t.Errorf("only %d words of commands were seen", seen)
	}
}

// childOf returns the subcommand of that name, nil if there is none.
func childOf(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// differing are flags that are not the same in all commands, with what they are.
var differing = map[string]string{
	"count":    "a number to make; games find tells how many there are",
	"depth":    "bench compare takes several",
	"nodes":    "bench compare takes several",
	"from":     "a file to go on from; pdn show begins an animation there",
	"games":    "how many to play, or which of a file or a library",
	"moves":    "a number, or the moves that lead to a position",
	"notation": "the moves of a position have other forms than those of games",
	"opening":  "of a game, its name; of self-play, the random moves at its start",
	"out":      "a file; of trials a folder",
	"pdn":      "a file of games; games rejected prints their text",
	"plies":    "a number; analyze has a range",
}

// TestOneVocabulary checks that a flag is the same in all commands that have it: its letter, what
// it takes, and what stands for that in the help.
func TestOneVocabulary(t *testing.T) {
	skipUnderRace(t)
	type meaning struct {
		short rune
		typ   reflect.Type
		value string
	}
	first, of := map[string]meaning{}, map[string]string{}
	different := map[string]bool{}
	eachValue(t, func(name string, _ *kong.Node, v *kong.Value) {
		if v.Flag == nil {
			return
		}
		flag, m := v.Flag.Name, meaning{v.Flag.Short, v.Target.Type(), v.Flag.PlaceHolder}
		for m.typ.Kind() == reflect.Pointer {
			m.typ = m.typ.Elem()
		}
		if of[flag] == "" {
			first[flag], of[flag] = m, name
		}
		if m == first[flag] {
			return
		}
		different[flag] = true
		if differing[flag] == "" {
			t.Errorf("%s is %v, and %s is %v", of[flag], first[flag], name, m)
		}
	})
	for flag := range differing {
		if !different[flag] {
			t.Errorf("--%s is the same everywhere", flag)
		}
	}
}

// TestOldNames gives flags by the names that they had: they are no longer in the help, and still
// mean the same.
func TestOldNames(t *testing.T) {
	skipUnderRace(t)
	t.Chdir(t.TempDir())
	for _, name := range []string{"x", "book"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"book show --book book", "book info --book book", "book export --book book", "book exam --book book --margin 0.2",
		"puzzles check --only 1-3 x", "dxp --log log", "play --book-margin 20", "dxp --book-margin 20", "web --book-margin 20",
	} {
		if err := answer(t, strings.Fields(args)); err != nil {
			t.Errorf("%s: %v", args, err)
		}
	}
	for margin, want := range map[string]search.Score{"--book-margin=20": 20, "--book-max-loss=0.29": 29, "--book": 4} {
		parsed := struct{ flags.UseBook }{}
		parser, err := kong.New(&parsed, flags.Vars())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse([]string{margin}); err != nil || parsed.Margin() != want {
			t.Errorf("%s: %v hundredths of a man, %v; want %v", margin, parsed.Margin(), err, want)
		}
	}
}

// TestFurtherPages looks for the pages that help leads to, and for the commands.
func TestFurtherPages(t *testing.T) {
	for word, page := range furtherPages {
		if _, err := os.Stat(filepath.Join("..", "..", page)); err != nil {
			t.Error(err)
		}
		if childOf(modelOf(t).Node, word) == nil {
			t.Errorf("there is no command %s", word)
		}
	}
	if help := childOf(modelOf(t).Node, "match").Detail; !strings.HasSuffix(help, "\n\nMore: bench/match/README.md") {
		t.Errorf("the help of match ends %q", help[max(0, len(help)-60):])
	}
}
