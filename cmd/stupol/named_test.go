package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
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
