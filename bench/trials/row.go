package trials

import (
	"fmt"
	"io"
	"math"
	"strings"

	"stupol/bench/match"
	"stupol/book/output"
	"stupol/protocol/words"
)

// RowHeader begins the table of the rows.
const RowHeader = `| idea | conditions | games | Elo, what an SPRT said | verdict |
| --- | --- | --- | --- | --- |`

// Row returns the results of t, which must have some, as a row of the table in
// search/EXPERIMENTS.md.
func (t *Test) Row() string {
	idea := t.Idea
	if name := t.Match.Rules.Name; name != "international" {
		idea += ", " + strings.ToUpper(name[:1]) + name[1:]
	}
	s := t.Results
	return fmt.Sprintf("| %s | %s | %s | %s, %s | %s |", idea, t.Conditions(), words.Sprintf("%d", s.Counted()),
		elo(s.Pairings[0].Pentanomial.Elo()), said(s), t.verdict())
}

// Conditions returns the limit and the balance of the openings: "10k, within 1.5".
func (t *Test) Conditions() string {
	balance := t.Match.Openings.(*match.RandomOpenings).Balance
	limits := t.Limits()
	text := limits.String()
	switch n := limits.Nodes; {
	case n == 0:
	case n%1000 == 0:
		text = fmt.Sprintf("%dk", n/1000)
	default:
		text = words.Sprintf("%d", n)
	}
	return fmt.Sprintf("%s, within %g", text, float64(balance)/100)
}

// said returns what the sequential test says.
func said(s *match.Standings) string {
	verdict := map[match.Verdict]string{match.AcceptH0: "H0", match.AcceptH1: "H1", match.Undecided: "undecided"}[s.Verdict]
	return fmt.Sprintf("SPRT [%g, %g] %s (LLR %.2f)", s.SPRT.Elo0, s.SPRT.Elo1, verdict, s.SPRT.LLR(s.Pairings[0].Pentanomial))
}

// verdict returns what follows from the results.
func (t *Test) verdict() string {
	switch {
	case t.State() == Rejected:
		return "out"
	case t.State() != Accepted:
		return "open"
	case t.next != nil:
		return "see the next row"
	}
	return "in"
}

// elo returns an Elo difference with its bounds: in whole numbers, or with a decimal
// where the bounds are narrow.
func elo(i match.Interval) string {
	const narrow = 10
	if math.IsInf(i.Low, 0) || math.IsInf(i.High, 0) {
		return signed(i.Value, 0) + " [?]"
	}
	decimals := 0
	if i.High-i.Low < narrow {
		decimals = 1
	}
	return fmt.Sprintf("%s [%s, %s]", signed(i.Value, decimals), signed(i.Low, decimals), signed(i.High, decimals))
}

// signed returns v with its sign, which 0 has none of.
func signed(v float64, decimals int) string {
	text := fmt.Sprintf("%+.*f", decimals, v)
	if strings.Trim(text, "+-.0") == "" {
		return "0"
	}
	return text
}

// WriteStatus writes how the tests stand.
func WriteStatus(w io.Writer, tests []*Test) {
	t := output.NewTable(w)
	fmt.Fprint(t, "trial\tgame\tconditions\tgames\tElo, 95 % interval\tLLR\tstate\t\n")
	for _, test := range tests {
		games, elo, llr := "-", "-", "-"
		if s := test.Results; s != nil {
			games = words.Sprintf("%d of %d", s.Counted(), s.Total())
			if p := s.Pairings[0].Pentanomial; s.Counted() > 0 {
				lower, upper := s.SPRT.Bounds()
				elo, llr = p.Elo().String(), fmt.Sprintf("%.2f (%.2f to %.2f)", s.SPRT.LLR(p), lower, upper)
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", test.Trial, test.Match.Rules.Name, test.Conditions(), games, elo, llr, test.State())
	}
	t.Flush()
}
