package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"stupol/eval"
	"stupol/movegen"
)

// evalCmd is `stupol eval`.
type evalCmd struct {
	Show     evalShowCmd     `cmd:"" default:"withargs" help:"Say what a position is worth, and why; the default."`
	FitScale evalFitScaleCmd `cmd:"" help:"Find out from games what a score means, and write it to a weights file."`
}

// evalShowCmd is `stupol eval show`.
type evalShowCmd struct {
	positionFlags `embed:""`
	evalFlag      `embed:""`
	JSON          bool `name:"json" help:"The evaluation as one JSON object."`
}

// Help is the manual.
func (evalShowCmd) Help() string {
	return `Prints the evaluation of a position, without a search, and the terms it is the sum of:
the patterns of both sides, their kings, and the differences of counts. All values are in
hundredths of a man, for the side to move. A term has an opening value, for a full board,
and an ending value, for an empty one; the phase interpolates between them. The text at
the end is the note of the weights.

Examples:

    stupol eval --fen W:W28,33,37:B13,18,24
    stupol eval --variant russian --eval-file new.weights`
}

// Run prints the explanation on w.
func (c evalShowCmd) Run(w io.Writer) error {
	rules, p, fen, err := c.read()
	if err != nil {
		return err
	}
	e, err := c.evaluator(rules)
	if err != nil {
		return err
	}
	x := e.Explain(&p)
	if c.JSON {
		return json.NewEncoder(w).Encode(newEvalJSON(rules, &p, &x, e.Note()))
	}
	fmt.Fprintf(w, "%s: %+.2f men for the side to move, %s\n\n", fen, float64(x.Score)/100, p.Turn)
	if err := printTerms(w, rules, &p, &x); err != nil {
		return err
	}
	if rules.HasCapture(&p) {
		fmt.Fprintln(w, "\nThere is a capture: a search would first play it.")
	}
	fmt.Fprintf(w, "\n%s\n", e.Note())
	return nil
}

// evalJSON is the JSON form of an evaluation: values in hundredths of a man, for the
// side to move.
type evalJSON struct {
	Variant string     `json:"variant"`
	FEN     string     `json:"fen"`
	Score   int        `json:"score"`
	Opening float64    `json:"opening"` // the weight of opening values; those of endings have the rest
	Divisor int        `json:"divisor"` // of the sum, in drawish positions
	Capture bool       `json:"capture"` // there is one: a search would first play it
	Terms   []termJSON `json:"terms"`
	Note    string     `json:"note"`
}

type termJSON struct {
	Name    string  `json:"name"`
	What    string  `json:"what"`
	Opening float64 `json:"opening"`
	Ending  float64 `json:"ending"`
	Here    float64 `json:"here"`
}

func newEvalJSON(r *movegen.Rules, p *movegen.Position, x *eval.Explanation, note string) evalJSON {
	j := evalJSON{
		Variant: r.Name, FEN: r.FEN(p), Score: int(x.Score), Opening: x.Opening, Divisor: int(max(x.Divisor, 1)),
		Capture: r.HasCapture(p), Terms: []termJSON{}, Note: note,
	}
	for _, t := range x.Terms {
		j.Terms = append(j.Terms, termJSON{t.Name, whatOf(&t, r, p), t.Opening, t.Ending, t.Score})
	}
	return j
}

// printTerms prints the table of terms.
func printTerms(w io.Writer, r *movegen.Rules, p *movegen.Position, x *eval.Explanation) error {
	table := newTable(w)
	row := func(name, what, opening, ending, here string) {
		fmt.Fprintf(table, "%s\t%s\t%8s\t%8s\t%8s\n", name, what, opening, ending, here)
	}
	number := func(v float64) string { return fmt.Sprintf("%+.2f", v) }
	percent := func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) }
	row("term", "", "opening", "ending", "here")
	for _, t := range x.Terms {
		row(t.Name, whatOf(&t, r, p), number(t.Opening), number(t.Ending), number(t.Score))
	}
	row("sum", "", percent(x.Opening), percent(1-x.Opening), number(x.Sum()))
	if x.Divisor > 1 {
		row("drawish", fmt.Sprint("divided by ", x.Divisor), "", "", fmt.Sprintf("%+d", x.Score))
	}
	return table.Flush()
}

// whatOf describes a term: its squares and the men on them, or its count.
func whatOf(t *eval.Term, r *movegen.Rules, p *movegen.Position) string {
	switch {
	case t.Count != 0:
		return fmt.Sprintf("%+d", t.Count)
	case t.Squares.Len() > 1 && t.Index == 0:
		return "no men"
	case t.Squares.Len() > 1:
		men := fmt.Sprintf("W%s:B%s", numbersOf(r, p.Men(movegen.White)&t.Squares), numbersOf(r, p.Men(movegen.Black)&t.Squares))
		return fmt.Sprintf("%s, index %d", men, t.Index)
	}
	return numbersOf(r, t.Squares)
}

// numbersOf returns the numbers of squares, with commas between them.
func numbersOf(r *movegen.Rules, squares movegen.Bits) string {
	var numbers []string
	for n := 1; n <= r.Squares(); n++ {
		if squares.Has(r.SquareOf(n)) {
			numbers = append(numbers, fmt.Sprint(n))
		}
	}
	return strings.Join(numbers, ",")
}
