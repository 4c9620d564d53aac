package about

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stupol/eval/files/output"
	"stupol/movegen"
)

// Variants is `stupol variants`.
type Variants struct {
	JSON bool `name:"json" help:"One JSON object a game and line."`
}

// Help is the manual.
func (Variants) Help() string {
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

// Describe returns the description of a game.
func Describe(r *movegen.Rules) variant {
	start := r.Start()
	var draws []string
	for _, d := range r.Draws {
		draws = append(draws, d.Name)
	}
	return variant{
		Name: r.Name, Hub: r.Hub, Aliases: append([]string{}, r.Aliases...), Title: r.Title,
		Board: fmt.Sprintf("%dx%d", r.Size, r.Size), First: r.First.String(),
		Start: r.FEN(&start), Draws: draws, Rules: strings.Join(r.Traits(), "; "),
	}
}

// Run prints the table on w.
func (c Variants) Run(w io.Writer) error {
	if c.JSON {
		out := json.NewEncoder(w)
		for _, r := range movegen.Variants() {
			if err := out.Encode(Describe(r)); err != nil {
				return err
			}
		}
		return nil
	}
	table := output.NewTable(w)
	fmt.Fprintln(table, "NAME\tHUB\tALIASES\tBOARD\tFIRST\tDRAWS\tRULES")
	for _, r := range movegen.Variants() {
		v := Describe(r)
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			v.Name, v.Hub, strings.Join(v.Aliases, " "), v.Board, v.First, strings.Join(v.Draws, " "), v.Rules)
	}
	return table.Flush()
}
