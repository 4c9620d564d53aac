package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// boardCmd is `stupol board`.
type boardCmd struct {
	positionFlags `embed:""`
	JSON          bool `name:"json" help:"The position and its moves as one JSON object."`
}

// Help is the manual.
func (boardCmd) Help() string {
	return `White men and kings are w and W, black ones b and B; White moves up. The
numbers beside the board are those of the squares. Below stand the legal moves
and the position as it is written in PDN files and in the Hub protocol.

Examples:

    stupol board
    stupol board --variant italian
    stupol board --fen W:W25,27,28,K30:B12,13,14,K16`
}

// Run draws the board on w.
func (c boardCmd) Run(w io.Writer) error {
	rules, p, _, err := c.read()
	if err != nil {
		return err
	}
	moves := moveTexts(rules, &p, "pdn")
	if c.JSON {
		return json.NewEncoder(w).Encode(newPositionJSON(rules, &p, moves))
	}
	if len(moves) == 0 {
		moves = []string{"none"}
	}
	fmt.Fprintf(w, "%s\n\n%s\nMoves: %s\nFEN:   %s\nHub:   %s\n",
		rules.Title, rules.Diagram(&p), strings.Join(moves, " "), rules.FEN(&p), rules.HubPosition(&p))
	return nil
}
