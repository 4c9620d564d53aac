package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stupol/movegen"
)

// variantsCmd is `stupol variants`.
type variantsCmd struct {
	JSON bool `name:"json" help:"One JSON object a game and line."`
}

// Help is the manual.
func (variantsCmd) Help() string {
	return `Every name, Hub name and alias is understood wherever a game is named: by
--variant and by the variant parameter of the Hub protocol, in any case. The draw
rules are those of --draw-rules; the first are the usual ones.

Examples:

    stupol variants
    stupol variants --json`
}

// variant is the description of a game.
type variant struct {
	Name    string   `json:"variant"`
	Hub     string   `json:"hub"`
	Aliases []string `json:"aliases"`
	Title   string   `json:"title"`
	Board   string   `json:"board"`
	First   string   `json:"first"`
	Start   string   `json:"fen"`
	Draws   []string `json:"draws"`
	Rules   string   `json:"rules"`
}

func describe(r *movegen.Rules) variant {
	start := r.Start()
	var draws []string
	for _, d := range r.Draws {
		draws = append(draws, d.Name)
	}
	return variant{
		Name: r.Name, Hub: r.Hub, Aliases: append([]string{}, r.Aliases...), Title: r.Title,
		Board: fmt.Sprintf("%dx%d", r.Size, r.Size), First: r.First.String(),
		Start: r.FEN(&start), Draws: draws, Rules: strings.Join(traits(r), "; "),
	}
}

// Run prints the table on w.
func (c variantsCmd) Run(w io.Writer) error {
	if c.JSON {
		out := json.NewEncoder(w)
		for _, r := range movegen.Variants() {
			if err := out.Encode(describe(r)); err != nil {
				return err
			}
		}
		return nil
	}
	table := newTable(w)
	fmt.Fprintln(table, "NAME\tHUB\tALIASES\tBOARD\tFIRST\tDRAWS\tRULES")
	for _, r := range movegen.Variants() {
		v := describe(r)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			v.Name, v.Hub, strings.Join(v.Aliases, " "), v.Board, v.First, strings.Join(v.Draws, " "), v.Rules)
	}
	return table.Flush()
}

// traits returns the rules that differ between the games, in a few words each.
func traits(r *movegen.Rules) []string {
	var list []string
	add := func(holds bool, trait string) {
		if holds {
			list = append(list, trait)
		}
	}
	add(r.StartRows == 1, fmt.Sprintf("%d men a side", r.Size/2))
	add(r.Goal == movegen.LoseAll, "lose all to win")
	add(r.Goal == movegen.FirstKing, "the first king wins")
	add(r.Flying, "flying kings")
	add(!r.Flying, "short kings")
	add(!r.MenBackward, "men capture forward")
	add(r.MenSpareKings, "men spare kings")
	add(r.Orthogonal, "captures along rows and files too")
	add(r.Killer, "a king stops behind a king it takes last")
	add(r.KingRunLimit > 0, fmt.Sprintf("at most %d king moves in a row", r.KingRunLimit))
	add(true, priorities[r.Priority])
	add(r.Promotion == movegen.PassAsKing, "crowned in passing")
	add(r.Promotion == movegen.StopThere, "crowning ends the move")
	add(r.Mirrored, "board turned")
	return list
}

// priorities names the rules for choosing among captures.
var priorities = map[movegen.Priority]string{
	movegen.FreeChoice:    "free choice of capture",
	movegen.MostPieces:    "take the most",
	movegen.MostThenKings: "take the most, then most kings",
	movegen.KingMovesOnly: "capture with a king if one can",
	movegen.ItalianOrder:  "take the most, then with a king, most kings, kings first",
	movegen.FrisianValue:  "take the most value",
}
