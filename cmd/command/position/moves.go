package position

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"stupol/cmd/flags"
	"stupol/movegen"
)

// Moves is `stupol moves`.
type Moves struct {
	flags.Position `embed:""`
	Notation       string `enum:"hub,pdn,pdn-long,algebraic" default:"hub" placeholder:"FORM" help:"How to write them: ${enum} (default: ${default})."`
	JSON           bool   `name:"json" help:"The position and its moves as one JSON object."`
}

// Help is the manual.
func (Moves) Help() string {
	return `The moves are sorted byte by byte, one a line, so that lists from different
programs can be compared. A position without a legal move prints nothing.

    hub        32-28, 28x19x23: from, to, then every piece taken, ascending
    pdn        32-28, 28x19: as in game records, longer only where ambiguous
    pdn-long   28x19, 26x37x48: with every square a capture touches down on
    algebraic  c3-d4, e3xc5: as pdn, with the file and the rank of squares

Examples:

    stupol moves
    stupol moves --variant russian --notation algebraic
    stupol moves --fen B:W11,21:B6,16`
}

// Run lists the moves on w.
func (c Moves) Run(w io.Writer) error {
	rules, p, _, err := c.Read()
	if err != nil {
		return err
	}
	moves := moveTexts(rules, &p, c.Notation)
	if c.JSON {
		return json.NewEncoder(w).Encode(newPositionJSON(rules, &p, moves))
	}
	for _, text := range moves {
		fmt.Fprintln(w, text)
	}
	return nil
}

// positionJSON is the JSON form of a position.
type positionJSON struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Hub     string   `json:"hub"`
	Turn    string   `json:"turn"`
	Moves   []string `json:"moves"`
}

func newPositionJSON(r *movegen.Rules, p *movegen.Position, moves []string) positionJSON {
	return positionJSON{r.Name, r.FEN(p), r.HubPosition(p), p.Turn.String(), append([]string{}, moves...)}
}

// moveTexts returns the legal moves of p in that notation, sorted.
func moveTexts(rules *movegen.Rules, p *movegen.Position, notation string) []string {
	var texts []string
	for _, m := range rules.Moves(nil, p) {
		texts = append(texts, moveText(rules, p, m, notation))
	}
	slices.Sort(texts)
	return texts
}

func moveText(rules *movegen.Rules, p *movegen.Position, m movegen.Move, notation string) string {
	switch notation {
	case "pdn":
		return rules.PDNMove(p, m)
	case "pdn-long":
		return rules.PDNMoveLong(p, m)
	case "algebraic":
		return rules.AlgebraicMove(p, m)
	default:
		return rules.HubMove(m)
	}
}
