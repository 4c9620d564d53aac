package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"stupol/protocol/pdn"
)

// pdnConvertCmd is `stupol pdn convert`.
type pdnConvertCmd struct {
	pdnFlags `embed:""`
	Notation notationFlag `default:"usual" placeholder:"FORM" help:"How to write moves: usual, numeric, algebraic, hub (default: ${default})."`
	FEN      string       `name:"fen" enum:",final,all" default:"" placeholder:"WHICH" help:"Write positions instead of games: final (one a game) or all (after every move)."`
	Output   string       `short:"o" xor:"output" placeholder:"FILE" help:"Where to write (default: standard output)."`
	Split    string       `xor:"output" placeholder:"DIR" help:"Write every game to a file of its own in this folder, NAME-0001.pdn and so on."`
	Width    int          `default:"80" placeholder:"N" help:"Break lines after N characters (default: ${default})."`
	Strict   bool         `help:"End games with * and use no sign but ! and ?, as PDN 3.0 demands and few programs do."`
	CRLF     bool         `name:"crlf" help:"End lines like Windows."`
	Colon    bool         `help:"Write captures as c3:e5, for Russian programs."`
	Files    []string     `arg:"" name:"file" help:"Files of games; - is standard input."`
}

// Help is the manual.
func (pdnConvertCmd) Help() string {
	return `Games are replayed and written with the seven usual tags first, the full game
type, captures in full only where there are several with the same ends, and one
form of everything that has many. Comments, variations and unknown tags are kept.
What cannot be replayed is kept as it is, reported, and makes the exit status 1.

    usual      as the game type prescribes: names of squares in Russian, Brazilian
               and Czech, numbers in the others
    numeric    32-28, 28x19
    algebraic  c3-d4, e3xc5, on boards of 8x8
    hub        as numeric, with every piece taken: 28x10x14x23

Positions are one FEN a line, with the numbers that all of Stupol uses, from the
top left of White's view.

Examples:

    stupol pdn convert old.pdn >new.pdn
    stupol pdn convert --notation algebraic --colon --crlf russian.pdn -o out.pdn
    stupol pdn convert --split games tournament.pdn
    stupol pdn convert --fen all games.pdn`
}

// Run writes to w or to the files asked for.
func (c pdnConvertCmd) Run(w io.Writer) (err error) {
	if err := within("width", c.Width, 20, 10000); err != nil {
		return err
	}
	if c.Output != "" {
		file, err := os.Create(c.Output)
		if err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, file.Close()) }()
		w = file
	}
	faulty := 0
	for _, name := range c.Files {
		n, err := c.convert(w, name)
		if err != nil {
			return err
		}
		faulty += n
	}
	if faulty > 0 {
		return fmt.Errorf("%d games have faults", faulty)
	}
	return nil
}

// convert writes the games of a file to w and returns how many have faults.
func (c pdnConvertCmd) convert(w io.Writer, name string) (faulty int, err error) {
	file, err := newPDNSource(name)
	if err != nil {
		return 0, err
	}
	survey, err := c.survey(file)
	if err != nil {
		return 0, err
	}
	number := 0
	for g, err := range file.games() {
		if err != nil {
			return faulty, err
		}
		number++
		text, fault := c.text(g, survey)
		if fault != nil {
			faulty++
			fmt.Fprintln(os.Stderr, file.place(number, fault))
		}
		if c.Split != "" {
			err = c.writePart(name, number, text)
		} else {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			return faulty, err
		}
	}
	return faulty, nil
}

// text returns what to write of a game, and its first fault.
func (c pdnConvertCmd) text(g *pdn.Game, s *pdn.Survey) (text string, fault *pdn.Error) {
	faults := g.Faults
	r, err := s.Rules(g)
	switch {
	case err != nil:
		faults = append(faults, &pdn.Error{Line: g.FileLine, Column: 1, Text: "GameType", Err: err})
	case c.FEN != "":
		positions, err := g.Positions(r)
		if c.FEN == "final" {
			positions = positions[len(positions)-1:]
		}
		for _, p := range positions {
			text += r.FEN(&p) + "\n"
		}
		if errors.As(err, &fault) {
			faults = append(faults, fault)
		}
	default:
		normal, illegal := g.Normalize(r, c.Notation.Notation)
		g, faults = normal, append(faults, illegal...)
	}
	if c.FEN == "" {
		text = c.format(g)
	}
	if len(faults) > 0 {
		return text, faults[0]
	}
	return text, nil
}

// format returns g as a file has it.
func (c pdnConvertCmd) format(g *pdn.Game) string {
	var b strings.Builder
	w := pdn.NewWriter(&b)
	w.Width, w.Strict, w.CRLF, w.Colon = c.Width, c.Strict, c.CRLF, c.Colon
	w.Write(g)
	return b.String()
}

// writePart writes a game to a file of its own.
func (c pdnConvertCmd) writePart(name string, number int, text string) error {
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if name == "-" {
		base = "games"
	}
	extension := "pdn"
	if c.FEN != "" {
		extension = "fen"
	}
	return os.WriteFile(filepath.Join(c.Split, fmt.Sprintf("%s-%04d.%s", base, number, extension)), []byte(text), 0o666)
}
