package position

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/eval/files/output"
	"stupol/movegen"
)

// Eval is `stupol eval`.
type Eval struct {
	flags.Position   `embed:""`
	flags.Evaluation `embed:""`
	JSON             bool `name:"json" help:"The evaluation as one JSON object."`
}

// Help is the manual.
func (Eval) Help() string {
	return `Prints the evaluation of a position, without a search, and the terms it is the sum of: for
each piece by how much the score would fall without it, and what is left for all of them
together. The evaluation by hand has a term for each of its weights. All values are in
hundredths of a man, for the side to move. The last line says what the weights were
learned from; with --json the note has the commands as well.

Examples:

    stupol eval --fen W:W28,33,37:B13,18,24
    stupol eval --variant russian --eval-file new.weights`
}

// Run prints the explanation on w.
func (c Eval) Run(w io.Writer) error {
	rules, p, fen, err := c.Read()
	if err != nil {
		return err
	}
	e, err := c.Evaluator(rules)
	if err != nil {
		return err
	}
	x := e.Explain(&p)
	if c.JSON {
		return json.NewEncoder(w).Encode(newEvalJSON(rules, &p, &x, e.Note()))
	}
	fmt.Fprintf(w, "%s: %+.2f men for the side to move, %s\n\n", fen, float64(x.Score)/100, p.Turn)
	if err := printTerms(w, rules, &x); err != nil {
		return err
	}
	if rules.HasCapture(&p) {
		fmt.Fprintln(w, "\nThere is a capture: a search would first play it.")
	}
	note, _, _ := strings.Cut(e.Note(), "\n")
	fmt.Fprintf(w, "\n%s\n", movegen.Visible(note))
	return nil
}

// evalJSON is the JSON form of an evaluation: values in hundredths of a man, for the
// side to move.
type evalJSON struct {
	Variant string     `json:"variant"`
	FEN     string     `json:"fen"`
	Score   int        `json:"score"`
	Divisor int        `json:"divisor"` // of the sum, in drawish positions
	Capture bool       `json:"capture"` // there is one: a search would first play it
	Terms   []termJSON `json:"terms"`
	Note    string     `json:"note"`
}

type termJSON struct {
	Name  string  `json:"name"`
	What  string  `json:"what"` // the square of a piece
	Score float64 `json:"score"`
}

func newEvalJSON(r *movegen.Rules, p *movegen.Position, x *eval.Explanation, note string) evalJSON {
	j := evalJSON{
		Variant: r.Name, FEN: r.FEN(p), Score: x.Score, Divisor: max(x.Divisor, 1),
		Capture: r.HasCapture(p), Terms: []termJSON{}, Note: note,
	}
	for _, t := range x.Terms {
		j.Terms = append(j.Terms, termJSON{t.Name, squareOf(&t, r), t.Score})
	}
	return j
}

// printTerms prints the table of terms.
func printTerms(w io.Writer, r *movegen.Rules, x *eval.Explanation) error {
	table := output.NewTable(w)
	row := func(name, square, score string) { fmt.Fprintf(table, "%s\t%s\t%8s\n", name, square, score) }
	number := func(v float64) string { return fmt.Sprintf("%+.2f", v) }
	row("term", "square", "score")
	for _, t := range x.Terms {
		row(t.Name, squareOf(&t, r), number(t.Score))
	}
	row("sum", "", number(x.Sum()))
	if x.Divisor > 1 {
		row("drawish", fmt.Sprint("divided by ", x.Divisor), fmt.Sprintf("%+d", x.Score))
	}
	return table.Flush()
}

// squareOf returns the number of the square of a term, or nothing.
func squareOf(t *eval.Term, r *movegen.Rules) string {
	if t.Square == 0 {
		return ""
	}
	return fmt.Sprint(r.Number(t.Square.First()))
}
