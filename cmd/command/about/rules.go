package about

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"stupol/cmd/flags"
	"stupol/protocol/pdn"
	"stupol/protocol/rulebook"
)

// Rules is `stupol rules`.
type Rules struct {
	Variant  flags.Rules    `default:"international" placeholder:"NAME" help:"The game: a name, Hub name or alias of stupol variants (default: ${default})."`
	Language flags.Language `placeholder:"NAME" help:"Language: ${languages} (default: en)."`
	JSON     bool           `name:"json" help:"One JSON object."`
}

// Help is the manual.
func (Rules) Help() string {
	return `The draw rules are the usual ones of the game; stupol variants lists the others.

Examples:

    stupol rules --variant russian
    stupol rules --variant frisian --language nl`
}

// Run writes the rules on w, with two positions that show them.
func (c Rules) Run(w io.Writer) error {
	r, say := c.Variant.Rules, c.Language.Heard
	sentences, err := rulebook.Sentences(r)
	if err != nil {
		return err
	}
	diagrams, err := rulebook.Diagrams(r)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.encode(w, sentences, diagrams)
	}
	fmt.Fprintf(w, "%s\n\n", say(r.Title))
	for _, text := range sentences {
		fmt.Fprintln(w, "- "+folded(say(text), "  "))
	}
	for _, d := range diagrams {
		turn := d.Position.Turn.String() + " to move"
		diagram := strings.Replace(r.Diagram(&d.Position), turn, pdn.Usual.Move(r, &d.Position, d.Move), 1)
		fmt.Fprintf(w, "\n%s\n\n%s", folded(say(d.Caption), ""), diagram)
	}
	return nil
}

// rulesJSON is the JSON form of the rules of a game.
type rulesJSON struct {
	Variant   string        `json:"variant"`
	Title     string        `json:"title"`
	Rules     []string      `json:"rules"`
	Positions []diagramJSON `json:"positions"`
}

// diagramJSON is a position that shows rules, with the move that does.
type diagramJSON struct {
	Caption string `json:"caption"`
	FEN     string `json:"fen"`
	Move    string `json:"move"`
}

// encode writes the rules on w as JSON.
func (c Rules) encode(w io.Writer, sentences []string, diagrams []rulebook.Diagram) error {
	r, say := c.Variant.Rules, c.Language.Heard
	told := rulesJSON{Variant: r.Name, Title: say(r.Title)}
	for _, text := range sentences {
		told.Rules = append(told.Rules, say(text))
	}
	for _, d := range diagrams {
		told.Positions = append(told.Positions, diagramJSON{say(d.Caption), r.FEN(&d.Position), pdn.Usual.Move(r, &d.Position, d.Move)})
	}
	return json.NewEncoder(w).Encode(told)
}

// folded returns a text in lines that fit a terminal, of which all begin with an indent but the
// first, which stands behind as much.
func folded(text, indent string) string {
	const width = 78
	var b strings.Builder
	used := len(indent)
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i > 0 && used+1+n > width:
			b.WriteString("\n" + indent)
			used = len(indent)
		case i > 0:
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
