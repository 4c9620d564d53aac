package main

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"stupol/cmd/build"
	"stupol/cmd/console"
	"stupol/cmd/exit"
	"stupol/cmd/flags"
	"stupol/cmd/manual"
	"stupol/movegen"
	"stupol/protocol/words"
)

// furtherPages are the pages that say more than the help of commands, by their first word.
var furtherPages = map[string]string{
	"hub": "protocol/GUIS.md", "dxp": "protocol/GUIS.md", "play": "protocol/terminal/README.md", "web": "protocol/web/README.md",
	"board": "protocol/picture/README.md", "variants": "movegen/README.md",
	"match": "bench/match/README.md", "trials": "bench/match/README.md", "bench": "CONTRIBUTING.md",
	"pdn": "protocol/pdn/README.md", "games": "protocol/library/README.md", "analyze": "protocol/analysis/README.md", "puzzles": "protocol/puzzle/README.md",
	"endgame": "book/endgame/README.md", "book": "book/README.md",
	"selfplay": "eval/train/README.md", "train": "eval/train/README.md", "tune": "CONTRIBUTING.md",
	"status": "bench/cluster/README.md", "merge": "bench/cluster/README.md", "doctor": "cmd/README.md", "version": "cmd/README.md",
}

// leadOn ends the help of commands with the page that says more.
func leadOn(k *kong.Kong) error {
	for _, command := range k.Model.Leaves(false) {
		word, _, _ := strings.Cut(strings.TrimPrefix(command.Path(), k.Model.Name+" "), " ")
		if page := furtherPages[word]; page != "" && command.Detail != "" {
			command.Detail += "\n\nMore: " + page
		}
	}
	return nil
}

// manualCmd is `stupol manual`.
type manualCmd struct {
	Command []string `arg:"" optional:"" help:"The command, as games add (default: stupol itself)."`
	List    bool     `help:"The names of all pages instead, one a line."`
}

// Help is the manual.
func (manualCmd) Help() string {
	return `Writes the page of a command for man on standard output: what --help says, in the form
that manual pages have. The packages for Debian have all of them.

Examples:

    stupol manual games add | man -l -
    stupol manual match >stupol-match.1
    stupol manual --list`
}

// Validate checks that there is one page at most.
func (c manualCmd) Validate() error {
	if c.List && len(c.Command) > 0 {
		return fmt.Errorf("--list: of all commands, not of %s", strings.Join(c.Command, " "))
	}
	return nil
}

// Run writes the page on w.
func (c manualCmd) Run(w io.Writer) error {
	app, err := wholeModel()
	if err != nil {
		return err
	}
	name := strings.Join(append([]string{app.Name}, c.Command...), "-")
	for _, command := range manual.Commands(app) {
		switch {
		case c.List:
			if _, err := fmt.Fprintln(w, manual.Name(command)); err != nil {
				return err
			}
		case manual.Name(command) == name:
			return manualBook().Write(w, command)
		}
	}
	if c.List {
		return nil
	}
	return exit.UsageError(fmt.Errorf("there is no command %q", strings.Join(c.Command, " ")))
}

// manualBook returns what all pages have. Their date is that of the commit.
func manualBook() manual.Book {
	day, _, _ := strings.Cut(build.This().Time, "T")
	return manual.Book{Source: "Stupol " + build.Release, Date: day, About: summary + "\n\n" + pages, Ends: exits}
}

// completionCmd is `stupol completion`.
type completionCmd struct {
	Shell string `arg:"" enum:"${shells}" help:"The shell: ${enum}."`
}

// Help is the manual.
func (completionCmd) Help() string {
	return `Writes a script for a shell that completes commands, flags and what flags can be when Tab
is pressed. The packages for Debian have all of them.

For the shell that is open, bash, zsh and fish in turn:

    source <(stupol completion bash)
    source <(stupol completion zsh)
    stupol completion fish | source

For every shell that is opened, where each looks for them:

    stupol completion bash >~/.local/share/bash-completion/completions/stupol
    stupol completion fish >~/.config/fish/completions/stupol.fish

zsh has the script as a file _stupol in a folder of its $fpath.`
}

// Run writes the script on w.
func (c completionCmd) Run(w io.Writer) error {
	app, err := wholeModel()
	if err != nil {
		return err
	}
	return manual.Completion{App: app, Choose: choiceOf}.Write(w, c.Shell)
}

// wholeModel returns the command line with all commands.
func wholeModel() (*kong.Application, error) {
	parser, err := newParser(nil, console.NewOutlet(os.Stdout))
	if err != nil {
		return nil, err
	}
	return parser.Model, nil
}

// choiceOf returns what a flag or an argument can be.
func choiceOf(v *kong.Value) manual.Choice {
	var c manual.Choice
	typ := v.Target.Type()
	for typ.Kind() == reflect.Slice || typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	switch {
	case v.Enum != "":
		c.Words = v.EnumSlice()
	case typ == reflect.TypeFor[flags.Rules]():
		for _, r := range movegen.Variants() {
			c.Words = append(c.Words, r.Name)
		}
	case typ == reflect.TypeFor[flags.Language]():
		c.Words = words.Names()
	}
	switch file := v.Tag.Get("file"); file {
	case "":
	case "folder", "scratch", "parts", "journals", "databases":
		c.Folders = true
	default:
		c.Files = true
	}
	if c.Files && v.Tag.Get("words") != "" {
		c.Words = strings.Split(v.Tag.Get("words"), ",")
	}
	return c
}
