package trials

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"stupol/bench/match"
	"stupol/eval/files/output"
	"stupol/protocol/words"
)

// A Row is what is known of an idea: a line of JSON in the experiments.jsonl beside an
// EXPERIMENTS.md. What a trial has measured are the results of its pairs and what both
// sides used; what follows from them is not in it, but found anew. Rows that are older,
// or not of a trial, say it in words.
type Row struct {
	Table      string `json:"table,omitempty"` // of the page; "": the first
	Idea       string `json:"idea"`
	Conditions string `json:"conditions,omitempty"`

	// Of a trial.
	Pairs  *match.Pentanomial `json:"pairs,omitempty"`
	Bounds *[2]float64        `json:"elo_bounds,omitempty"` // frozen when the trial began
	Timed  bool               `json:"timed,omitempty"`      // the limit is a time
	First  bool               `json:"first,omitempty"`      // a second match, at equal time, decides
	Sides  []Side             `json:"sides,omitempty"`      // new, old

	// Of other rows.
	Games  string `json:"games,omitempty"`
	Loss   string `json:"loss,omitempty"`
	Result string `json:"result,omitempty"`
	Said   Said   `json:"said,omitempty"` // by a sequential test
	Done   string `json:"done,omitempty"` // in or out of the program
	Commit string `json:"commit,omitempty"`

	Note string `json:"note,omitempty"` // below the table
}

// Said is how far a row is a verdict: what a sequential test has said.
type Said string

// What a test says. A match of a fixed number of games is no test.
const (
	SaidH1    Said = "H1"
	SaidH0    Said = "H0"
	SaidOpen  Said = "undecided"
	BrokenOff Said = "broken off"
	NoTest    Said = "no test"
)

// A Side is what a player has used for a move with a choice, on the average.
type Side struct {
	Millis    float64 `json:"ms"`
	CPUMillis float64 `json:"cpu_ms,omitempty"` // 0: not known
	Positions int64   `json:"positions"`
	Depth     float64 `json:"depth"`
}

// mostUnequal is by how much more time one side may take than the other in a trial at equal time.
const mostUnequal = 0.03

// Row returns the results of t, which must have some.
func (t *Test) Row() Row {
	idea := t.Idea
	if name := t.Match.Rules.Name; name != "international" {
		idea += ", " + strings.ToUpper(name[:1]) + name[1:]
	}
	s := t.Results
	r := Row{
		Idea: idea, Conditions: t.Conditions(), Pairs: &s.Pairings[0].Pentanomial, Bounds: &[2]float64{s.SPRT.Elo0, s.SPRT.Elo1},
		Timed: t.Limits().MoveTime != 0, First: t.next != nil,
	}
	for i := range s.Usage {
		r.Sides = append(r.Sides, newSide(&s.Usage[i]))
	}
	if !t.Match.Frozen {
		r.Note = "The journal does not say the bounds: they are those of the list."
	}
	return r
}

// newSide returns what a player has used.
func newSide(u *match.Usage) Side {
	millis := func(d time.Duration) float64 { return math.Round(float64(d.Microseconds())/10) / 100 }
	e := u.Effort()
	side := Side{Millis: millis(e.PerMove()), Positions: e.NodesPerMove(), Depth: math.Round(10*e.Depth()) / 10}
	if cpu, ok := u.CPUPerMove(); ok {
		side.CPUMillis = millis(cpu)
	}
	return side
}

// test returns the sequential test of the row of a trial.
func (r *Row) test() *match.SPRT {
	return &match.SPRT{Elo0: r.Bounds[0], Elo1: r.Bounds[1], Alpha: 0.05, Beta: 0.05}
}

// unequal reports whether the sides of a trial at equal time did not have that.
func (r *Row) unequal() bool {
	if !r.Timed || len(r.Sides) != 2 {
		return false
	}
	a, b := r.Sides[0], r.Sides[1]
	far := func(a, b float64) bool { return max(a, b) > (1+mostUnequal)*min(a, b) }
	return far(a.Millis, b.Millis) || a.CPUMillis > 0 && b.CPUMillis > 0 && far(a.CPUMillis, b.CPUMillis)
}

// verdict returns what follows from the row of a trial.
func (r *Row) verdict() string {
	v := r.test().Verdict(*r.Pairs)
	switch {
	case v == match.Undecided:
		return "undecided"
	case r.unequal():
		return "none: times differ"
	case v == match.AcceptH0:
		return "out"
	case r.First:
		return "see equal time"
	}
	return "in"
}

// said returns what the test of the row says.
func (r *Row) said() string {
	if r.Pairs == nil {
		return string(r.Said)
	}
	said := map[match.Verdict]Said{match.AcceptH0: SaidH0, match.AcceptH1: SaidH1, match.Undecided: SaidOpen}
	return fmt.Sprintf("[%g, %g] %s, LLR %.2f", r.Bounds[0], r.Bounds[1], said[r.test().Verdict(*r.Pairs)], r.test().LLR(*r.Pairs))
}

// String returns the numbers for a cell.
func (s Side) String() string {
	cpu := "-"
	if s.CPUMillis > 0 {
		cpu = fmt.Sprint(s.CPUMillis)
	}
	return words.Sprintf("%v, %s, %d, %v", s.Millis, cpu, s.Positions, s.Depth)
}

// elo returns an Elo difference with its bounds: in whole numbers, or with a decimal
// where the bounds are narrow.
func elo(i match.Interval) string {
	const narrow = 10
	if math.IsInf(i.Low, 0) && math.IsInf(i.High, 0) {
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
	fmt.Fprint(t, "trial\tgame\tconditions\tgames\tElo, 95 % interval\tLLR\tnew: ms, cpu, positions, depth\told\tstate\t\n")
	for _, test := range tests {
		games, elo, llr := "-", "-", "-"
		sides := [2]string{"-", "-"}
		if s := test.Results; s != nil {
			games = words.Sprintf("%d of %d", s.Counted(), s.Total())
			if p := s.Pairings[0].Pentanomial; s.Counted() > 0 {
				lower, upper := s.SPRT.Bounds()
				elo, llr = s.SPRT.Elo(p).String(), fmt.Sprintf("%.2f (%.2f to %.2f)", s.SPRT.LLR(p), lower, upper)
				sides = [2]string{newSide(&s.Usage[0]).String(), newSide(&s.Usage[1]).String()}
			}
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", test.Trial, test.Match.Rules.Name, test.Conditions(), games, elo, llr, sides[0], sides[1], test.State())
	}
	t.Flush()
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
