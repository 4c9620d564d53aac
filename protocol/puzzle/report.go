package puzzle

import (
	"fmt"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// A Kind is what is wrong with a problem.
type Kind uint8

// The kinds, the worst first.
const (
	NoSolution Kind = iota // the move of the line does not reach the goal
	UnclearKey             // the search has not told whether it does
	Cook                   // another first move does as well
	Dual                   // another move later
	LateDual               // the same when the gain is there
	SideDual               // the same after another reply than that of the main line
	Landing                // the same pieces captured by the same king, which stops elsewhere
	Unclear                // another move may do as well
)

// kindNames are what they are called, in output too.
var kindNames = [...]string{"no solution", "unclear solution", "cook", "dual", "late dual", "side dual", "landing", "unclear"}

// String returns the name.
func (k Kind) String() string { return kindNames[k] }

// MarshalText returns the name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A Fault is what was found at a move of the solver.
type Fault struct {
	Kind   Kind
	Before []movegen.Move // the moves to the position
	Line   []movegen.Move // from there: the move that it is about, and what may follow
	Score  search.Score   // of it, for the solver
}

// Makes reports whether a fault makes a problem unsound, for strict judges if strict.
func (f Fault) Makes(strict bool) bool { return strict || f.Kind <= Dual }

// rank orders faults: the earlier in the line the better, side lines last.
func (f Fault) rank() int {
	if f.Kind == SideDual {
		return maxPlies*maxPlies + len(f.Before)
	}
	return len(f.Before)
}

// A Report is what there is to say of a problem.
type Report struct {
	Problem
	Line    []movegen.Move // the main line as far as it was followed
	Theme   Theme
	Faults  []Fault // in the order of the line, side lines last
	Nodes   int64   // of all searches
	Bounded bool    // there were too many searches to follow all side lines
}

// Sound reports whether the problem is sound.
func (r *Report) Sound(strict bool) bool {
	for _, f := range r.Faults {
		if f.Makes(strict) {
			return false
		}
	}
	return !strict || !r.Bounded
}

// Verdict returns "sound", or the name of the worst fault.
func (r *Report) Verdict(strict bool) string {
	if r.Sound(strict) {
		return "sound"
	}
	worst := Unclear
	for _, f := range r.Faults {
		worst = min(worst, f.Kind)
	}
	return worst.String()
}

// Length returns the number of the solver's moves in the main line.
func (r *Report) Length() int { return (len(r.Line) + 1) / 2 }

// Texts returns moves from a position as they are written.
func Texts(r *movegen.Rules, p movegen.Position, moves []movegen.Move) []string {
	texts := []string{}
	for _, m := range moves {
		texts = append(texts, pdn.Usual.Move(r, &p, m))
		p = r.Play(&p, m)
	}
	return texts
}

// numbered returns a line with the numbers of its moves, of which the first is that of ply,
// counted from 0.
func numbered(texts []string, ply int) string {
	var words []string
	for i, text := range texts {
		switch n := ply + i; {
		case n%2 == 0:
			words = append(words, fmt.Sprintf("%d.", n/2+1))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", n/2+1))
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}

// maxShown is how many plies of a second way are shown.
const maxShown = 9

// Describe returns a fault in words.
func (r *Report) Describe(f Fault) string {
	switch {
	case len(f.Line) > 0:
	case f.Kind == UnclearKey:
		return fmt.Sprintf("%s at move %d: too many searches", f.Kind, len(f.Before)/2+1)
	default:
		return f.Kind.String() + ": the game is over"
	}
	p := r.at(f)
	line := numbered(Texts(r.Rules, p, f.Line[:min(len(f.Line), maxShown)]), len(f.Before))
	text := fmt.Sprintf("%s at move %d: %s (%+.2f)", f.Kind, len(f.Before)/2+1, line, float64(f.Score)/100)
	if f.Kind == SideDual {
		text += ", after " + numbered(Texts(r.Rules, r.Start, f.Before), 0)
	}
	return text
}

// at returns the position of a fault.
func (r *Report) at(f Fault) movegen.Position {
	p := r.Start
	for _, m := range f.Before {
		p = r.Rules.Play(&p, m)
	}
	return p
}

// Summary returns the report in lines: the verdict with the line, and each fault.
func (r *Report) Summary(strict bool) []string {
	head := r.Place
	if r.Title != "" {
		head += " (" + movegen.Visible(r.Title) + ")"
	}
	head += ": " + r.Verdict(strict)
	if len(r.Line) > 0 {
		head += fmt.Sprintf("; %s in %d, %s: %s", r.Goal, r.Length(), r.Theme, numbered(Texts(r.Rules, r.Start, r.Line), 0))
	}
	lines := []string{head}
	for _, f := range r.Faults {
		lines = append(lines, "  "+r.Describe(f))
	}
	if r.Bounded {
		lines = append(lines, "  too many side lines: not all were followed")
	}
	return lines
}

// Data is the JSON form of a report.
type Data struct {
	Place   string      `json:"place"`
	Title   string      `json:"title,omitempty"`
	Variant string      `json:"variant"`
	FEN     string      `json:"fen"`
	Goal    Goal        `json:"goal"`
	Sound   bool        `json:"sound"`
	Verdict string      `json:"verdict"`
	Theme   Theme       `json:"theme,omitempty"`
	Length  int         `json:"length"`
	Line    []string    `json:"line"`
	Faults  []FaultData `json:"faults"`
	Bounded bool        `json:"bounded,omitempty"`
	Nodes   int64       `json:"nodes"`
}

// FaultData is the JSON form of a fault.
type FaultData struct {
	Kind   Kind     `json:"kind"`
	Move   int      `json:"move"` // its number, from 1
	Before []string `json:"before"`
	Line   []string `json:"line"`
	Score  float64  `json:"score"` // in men
}

// Data returns the report as data.
func (r *Report) Data(strict bool) Data {
	d := Data{
		Place: r.Place, Title: r.Title, Variant: r.Rules.Name, FEN: r.Rules.FEN(&r.Start), Goal: r.Goal,
		Sound: r.Sound(strict), Verdict: r.Verdict(strict), Theme: r.Theme, Length: r.Length(),
		Line: Texts(r.Rules, r.Start, r.Line), Faults: []FaultData{}, Bounded: r.Bounded, Nodes: r.Nodes,
	}
	for _, f := range r.Faults {
		d.Faults = append(d.Faults, FaultData{
			f.Kind, len(f.Before)/2 + 1, Texts(r.Rules, r.Start, f.Before), Texts(r.Rules, r.at(f), f.Line), float64(f.Score) / 100,
		})
	}
	return d
}
