package main

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"

	"stupol/eval/input"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// pdnCmd is `stupol pdn`.
type pdnCmd struct {
	Check     pdnCheckCmd     `cmd:"" help:"Replay every game of some files."`
	Convert   pdnConvertCmd   `cmd:"" help:"Write games in the standard form or in another notation."`
	Positions pdnPositionsCmd `cmd:"" help:"Write the positions of games."`
	Show      pdnShowCmd      `cmd:"" help:"Draw the board of a game."`
}

// pdnFlags say by which rules to replay games.
type pdnFlags struct {
	Variant rulesFlag `placeholder:"NAME" help:"The game all files are of, whatever they say (default: what the tags say, or else the game by which most can be replayed)."`
}

// survey replays the games of a file, to know by which rules they are played.
func (f pdnFlags) survey(file *pdnSource) (*pdn.Survey, error) {
	s := pdn.NewSurvey(f.Variant.Rules)
	for g, err := range file.games() {
		if err != nil {
			return nil, err
		}
		s.Add(g)
	}
	return s, nil
}

// pdnSource is a file of games, which may be read several times.
type pdnSource struct {
	name  string
	stdin []byte // what was read from standard input, whose name is -
}

// newPDNSource returns the file with that name.
func newPDNSource(name string) (*pdnSource, error) {
	f := &pdnSource{name: name}
	if name != "-" {
		return f, nil
	}
	var err error
	f.stdin, err = io.ReadAll(os.Stdin)
	return f, err
}

// games goes through the games of f. An error is the last thing it yields.
func (f *pdnSource) games() iter.Seq2[*pdn.Game, error] {
	return func(yield func(*pdn.Game, error) bool) {
		var in io.Reader = bytes.NewReader(f.stdin)
		if f.name != "-" {
			file, err := input.Open(f.name)
			if err != nil {
				yield(nil, err)
				return
			}
			defer file.Close()
			in = file
		}
		for g, err := range pdn.NewReader(in).Games() {
			if err != nil {
				err = fmt.Errorf("%s: %w", f.name, err)
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// place returns where a fault of a game is, and what.
func (f *pdnSource) place(game int, fault *pdn.Error) string {
	ply := ""
	if fault.Ply != 0 {
		ply = fmt.Sprintf(", ply %d", fault.Ply)
	}
	return fmt.Sprintf("%s:%d:%d: game %d%s: %q: %v", f.name, fault.Line, fault.Column, game, ply, fault.Text, fault.Err)
}

// notationFlag is the name of a notation.
type notationFlag struct{ pdn.Notation }

var notations = map[string]pdn.Notation{
	"usual": pdn.Usual, "numeric": pdn.Numeric, "algebraic": pdn.Algebraic, "hub": pdn.Hub,
}

// UnmarshalText looks the name up.
func (f *notationFlag) UnmarshalText(name []byte) error {
	return setNamed(&f.Notation, notations, name, "usual, numeric, algebraic, hub")
}

// ruleNames returns the names of rules.
func ruleNames(rules []*movegen.Rules) []string {
	names := []string{}
	for _, r := range rules {
		names = append(names, r.Name)
	}
	return names
}
