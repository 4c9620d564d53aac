// Package position has the commands about one position: board, moves and eval.
package position

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"stupol/cmd/flags"
	"stupol/movegen"
	"stupol/protocol/picture"
)

// Board is `stupol board`.
type Board struct {
	flags.Position `embed:""`
	JSON           bool `name:"json" help:"The position and its moves as one JSON object."`

	SVG      string   `group:"Pictures" name:"svg" placeholder:"FILE" file:"picture" help:"Draw an SVG instead, which is sharp at every size."`
	PNG      string   `group:"Pictures" name:"png" placeholder:"FILE" file:"picture" help:"Draw a PNG instead."`
	LastMove string   `group:"Pictures" placeholder:"MOVE" help:"Frame the squares of this move, as 32-28."`
	Mark     []string `group:"Pictures" placeholder:"SQUARE" help:"Draw a ring around these squares, as 28,33."`
	Arrow    []string `group:"Pictures" placeholder:"SQUARES" help:"Draw arrows, as 32-28 or 28x19x10,33-29."`
	Caption  string   `group:"Pictures" placeholder:"TEXT" help:"Write this below the board."`

	flags.Picture `embed:""`
}

// Help is the manual.
func (Board) Help() string {
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
func (c Board) Validate() error {
	extras := len(c.Mark) + len(c.Arrow) + len(c.LastMove) + len(c.Caption)
	if !c.picture() && (extras > 0 || c.Flip) {
		return errors.New("--last-move, --mark, --arrow, --caption and --flip are for --svg and --png")
	}
	if c.picture() && c.JSON {
		return errors.New("--json is not for --svg and --png")
	}
	return c.Picture.Validate()
}

// picture reports whether to draw a picture.
func (c Board) picture() bool { return c.SVG != "" || c.PNG != "" }

// Run draws the board on w or to files.
func (c Board) Run(w io.Writer) error {
	rules, p, _, err := c.Read()
	if err != nil {
		return err
	}
	if c.picture() {
		scene, err := c.annotated(rules, p)
		if err != nil {
			return err
		}
		return cmp.Or(c.Draw(c.SVG, scene.WriteSVG), c.Draw(c.PNG, scene.WritePNG))
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
func (c Board) annotated(r *movegen.Rules, p movegen.Position) (*picture.Scene, error) {
	scene := c.Scene(r, p)
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
