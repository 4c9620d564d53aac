package flags

import (
	"fmt"
	"os"

	"stupol/cmd/console"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/pdn/archive"
	"stupol/protocol/pdn/plain"
)

// PDN has flags that say by which rules to replay games, and what their results mean.
type PDN struct {
	Variant  Rules        `placeholder:"NAME" help:"The game all files are of, whatever they say (default: what the tags say, or else the game by which most can be replayed)."`
	Results  Results      `default:"auto" placeholder:"ORDER" help:"Whose points results name first: white, as PDN says, first-player, as many files of English draughts have it, or auto, what fits the games of a file (default: ${default})."`
	Encoding encodingFlag `default:"auto" placeholder:"NAME" help:"How the files are encoded: utf-8, windows-1251, windows-1252, auto (default: ${default})."`
}

// Results is the name of an order of results.
type Results struct{ pdn.ResultOrder }

// UnmarshalText looks the name up.
func (f *Results) UnmarshalText(name []byte) error {
	return SetNamed(&f.ResultOrder, pdn.ResultOrders, name, "auto, white, first-player")
}

// encodingFlag is the name of an encoding.
type encodingFlag struct{ plain.Encoding }

var encodings = map[string]plain.Encoding{
	"auto": plain.Auto, "utf-8": plain.UTF8, "windows-1251": plain.Windows1251, "windows-1252": plain.Windows1252,
}

// UnmarshalText looks the name up.
func (f *encodingFlag) UnmarshalText(name []byte) error {
	return SetNamed(&f.Encoding, encodings, name, "auto, utf-8, windows-1251, windows-1252")
}

// Source reads a file, to know by which rules its games are played.
func (f PDN) Source(name string) (*archive.Source, error) {
	return archive.NewSource(name, os.Stdin, f.Reading())
}

// Reading returns how files are to be read.
func (f PDN) Reading() archive.Reading {
	return archive.Reading{Rules: f.Variant.Rules, Results: f.Results.ResultOrder, Encoding: f.Encoding.Encoding}
}

// TellMeaning says on standard error what the results of a file mean, if that is worth it.
func TellMeaning(s *archive.Source) {
	if m := s.Survey.Meaning(); m.Notable() {
		fmt.Fprintf(console.Stderr, "%s: %s\n", movegen.Visible(s.Name), m)
	}
}

// Sources reads all files.
func (f PDN) Sources(files []string) (all []*archive.Source, err error) {
	for _, name := range files {
		s, err := f.Source(name)
		if err != nil {
			return nil, err
		}
		TellMeaning(s)
		all = append(all, s)
	}
	return all, nil
}

// Notation is the name of a notation.
type Notation struct{ pdn.Notation }

var notations = map[string]pdn.Notation{
	"usual": pdn.Usual, "numeric": pdn.Numeric, "algebraic": pdn.Algebraic, "hub": pdn.Hub,
}

// UnmarshalText looks the name up.
func (f *Notation) UnmarshalText(name []byte) error {
	return SetNamed(&f.Notation, notations, name, "usual, numeric, algebraic, hub")
}
