package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stupol/bench/chart"
	"stupol/movegen"
	"stupol/protocol/picture"
)

// boardCmd is `stupol board`.
type boardCmd struct {
	positionFlags `embed:""`
	JSON          bool `name:"json" help:"The position and its moves as one JSON object."`

	SVG      string   `group:"Pictures" name:"svg" placeholder:"FILE" file:"picture" help:"Draw an SVG instead, which is sharp at every size."`
	PNG      string   `group:"Pictures" name:"png" placeholder:"FILE" file:"picture" help:"Draw a PNG instead."`
	LastMove string   `group:"Pictures" placeholder:"MOVE" help:"Frame the squares of this move, as 32-28."`
	Mark     []string `group:"Pictures" placeholder:"SQUARE" help:"Draw a ring around these squares, as 28,33."`
	Arrow    []string `group:"Pictures" placeholder:"SQUARES" help:"Draw arrows, as 32-28 or 28x19x10,33-29."`
	Caption  string   `group:"Pictures" placeholder:"TEXT" help:"Write this below the board."`

	pictureFlags `embed:""`
}

// Help is the manual.
func (boardCmd) Help() string {
	return `White men and kings are w and W, black ones b and B; White moves up. The
numbers beside the board are those of the squares. Below stand the legal moves, as
the game is written, and the position as in PDN files and in the Hub protocol.
In Spanish draughts all numbers are those of the Hub protocol, as in every --fen:
from White's top left, not from the bottom right as in PDN files.

With --svg or --png a picture is drawn instead. The small piece beside it says who
is to move. Squares are numbers or, on 8x8 boards, names like c3.

Examples:

    stupol board
    stupol board --variant italian
    stupol board --fen W:W25,27,28,K30:B12,13,14,K16
    stupol board --fen W:W25,27,28,K30:B12,13,14 --svg board.svg --arrow 27-22,28-23
    stupol board --variant russian --png board.png --size 800 --theme dark --mark c3`
}

// Validate checks that there is a picture to put things into.
func (c boardCmd) Validate() error {
	extras := len(c.Mark) + len(c.Arrow) + len(c.LastMove) + len(c.Caption)
	if !c.picture() && (extras > 0 || c.Flip) {
		return errors.New("--last-move, --mark, --arrow, --caption and --flip are for --svg and --png")
	}
	if c.picture() && c.JSON {
		return errors.New("--json is not for --svg and --png")
	}
	return c.pictureFlags.Validate()
}

// picture reports whether to draw a picture.
func (c boardCmd) picture() bool { return c.SVG != "" || c.PNG != "" }

// Run draws the board on w or to files.
func (c boardCmd) Run(w io.Writer) error {
	rules, p, _, err := c.read()
	if err != nil {
		return err
	}
	if c.picture() {
		scene, err := c.annotated(rules, p)
		if err != nil {
			return err
		}
		return cmp.Or(c.draw(c.SVG, scene.WriteSVG), c.draw(c.PNG, scene.WritePNG))
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(newPositionJSON(rules, &p, moveTexts(rules, &p, "pdn")))
	}
	notation := "pdn"
	if rules.Algebraic {
		notation = "algebraic"
	}
	moves := moveTexts(rules, &p, notation)
	if len(moves) == 0 {
		moves = []string{"none"}
	}
	fmt.Fprintf(w, "%s\n\n%s\nMoves: %s\nFEN:   %s\nHub:   %s\n",
		rules.Title, rules.Diagram(&p), strings.Join(moves, " "), rules.FEN(&p), rules.HubPosition(&p))
	return nil
}

// annotated returns the scene of a position with marks and arrows.
func (c boardCmd) annotated(r *movegen.Rules, p movegen.Position) (*picture.Scene, error) {
	scene := c.scene(r, p)
	scene.Caption = c.Caption
	var err error
	if c.LastMove != "" {
		if scene.LastMove, err = picture.ParseSquares(r, c.LastMove); err != nil {
			return nil, fmt.Errorf("--last-move: %w", err)
		}
	}
	for _, text := range c.Mark {
		squares, err := picture.ParseSquares(r, text)
		if err != nil {
			return nil, fmt.Errorf("--mark: %w", err)
		}
		for _, sq := range squares {
			scene.Marks |= sq.Bit()
		}
	}
	for _, text := range c.Arrow {
		squares, err := picture.ParseSquares(r, text)
		if err != nil {
			return nil, fmt.Errorf("--arrow: %w", err)
		}
		if len(squares) < 2 {
			return nil, fmt.Errorf("--arrow: %q: an arrow has two squares or more", text)
		}
		scene.Arrows = append(scene.Arrows, squares)
	}
	return scene, nil
}

// pictureFlags say what a picture of a board looks like.
type pictureFlags struct {
	Flip   bool       `group:"Pictures" help:"Draw Black below."`
	Size   int        `group:"Pictures" default:"480" placeholder:"N" help:"How wide pictures are, in pixels (default: ${default})."`
	Theme  themeFlag  `group:"Pictures" default:"light" placeholder:"NAME" help:"The colours, light or dark (default: ${default})."`
	Labels labelsFlag `group:"Pictures" default:"usual" placeholder:"NAME" help:"The names of squares: usual (as the game is written), numbers, letters or none (default: ${default})."`

	forceFlag `embed:""`
}

// Validate checks the size.
func (f pictureFlags) Validate() error {
	return within("size", f.Size, picture.MinSize, picture.MaxSize)
}

// scene returns the scene of a position.
func (f pictureFlags) scene(r *movegen.Rules, p movegen.Position) *picture.Scene {
	return &picture.Scene{
		Rules: r, Position: p,
		Flip: f.Flip, Size: f.Size, Theme: f.Theme.Theme, Labels: f.Labels.Labels,
	}
}

// draw writes a picture to the file with that name, if it has one.
func (f pictureFlags) draw(name string, write func(context.Context, io.Writer) error) error {
	if name == "" {
		return nil
	}
	return writeFile(name, newPicture(f.Force), func(w io.Writer) error { return write(context.Background(), w) })
}

// drawn reports whether a file begins as a picture or a chart of Stupol.
func drawn(file io.Reader) bool {
	head, err := io.ReadAll(io.LimitReader(file, 1000))
	return err == nil && (chart.Drawn(bytes.NewReader(head)) || picture.Drawn(bytes.NewReader(head)))
}

// themeFlag is the name of a theme.
type themeFlag struct{ picture.Theme }

var themes = map[string]picture.Theme{"light": picture.Light, "dark": picture.Dark}

// UnmarshalText looks the name up.
func (f *themeFlag) UnmarshalText(name []byte) error {
	return setNamed(&f.Theme, themes, name, "light, dark")
}

// labelsFlag says which names of squares to draw.
type labelsFlag struct{ picture.Labels }

var labels = map[string]picture.Labels{
	"usual": picture.UsualLabels, "numbers": picture.Numbers, "letters": picture.Letters, "none": picture.NoLabels,
}

// UnmarshalText looks the name up.
func (f *labelsFlag) UnmarshalText(name []byte) error {
	return setNamed(&f.Labels, labels, name, "usual, numbers, letters, none")
}
