package puzzle

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/reason"
)

// A Puzzle is a sound problem with its solution.
type Puzzle struct {
	Rules *movegen.Rules
	Start movegen.Position
	Line  []movegen.Move // of the solver and the best replies; it begins and ends with the solver
	Theme Theme
	Nodes int64 // that a search needs to find it: how hard it is; 0: nobody knows
}

// Length returns the number of the solver's moves.
func (p Puzzle) Length() int { return (len(p.Line) + 1) / 2 }

// String returns the puzzle as a line of a list: "FEN; moves; theme; nodes".
func (p Puzzle) String() string {
	text := fmt.Sprintf("%s; %s; %s", pdn.Numbered(p.Rules).FEN(&p.Start), strings.Join(Texts(p.Rules, p.Start, p.Line), " "), p.Theme)
	if p.Nodes > 0 {
		text += fmt.Sprintf("; %d", p.Nodes)
	}
	return text
}

// Parse reads what String writes.
func Parse(text string, r *movegen.Rules) (Puzzle, error) {
	problem, err := parseLine(text, r)
	theme, nodes, rated := strings.Cut(problem.Title, ";")
	p := Puzzle{Rules: r, Start: problem.Start, Line: problem.Solution, Theme: Theme(strings.TrimSpace(theme))}
	if err == nil && rated {
		p.Nodes, err = parseNodes(strings.TrimSpace(nodes))
	}
	switch {
	case err != nil:
		return p, err
	case len(p.Line)%2 == 0:
		return p, fmt.Errorf("%d moves: a solution begins and ends with the same side", len(p.Line))
	case p.Theme != themeOf(r, p.Start, p.Line):
		return p, fmt.Errorf("the theme %q is not that of the line", p.Theme)
	}
	return p, nil
}

// parseNodes reads how hard a puzzle is.
func parseNodes(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > MostNodes {
		return 0, fmt.Errorf("%q is no number of nodes from 1 to %d", text, MostNodes)
	}
	return n, nil
}

// AllMechanisms are the names that Mechanisms has.
var AllMechanisms = []string{direct, reason.FreeTempo.String(), reason.SendingOn.String(), reason.SendingToKing.String(), roundTrip}

const (
	direct    = "direct"     // none of the others: pieces are offered, and the last capture is open
	roundTrip = "round-trip" // the capture that takes the most ends where it begins
)

// Mechanisms returns how a shot works, by the elements of its moves and its final capture. Other puzzles
// have none.
func (p Puzzle) Mechanisms() (all []string) {
	shot := p.Shot()
	if shot == nil {
		return nil
	}
	for _, name := range AllMechanisms {
		if slices.ContainsFunc(shot.Elements, func(ply []string) bool { return slices.Contains(ply, name) }) || name == roundTrip && shot.RoundTrip {
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		all = append(all, direct)
	}
	return all
}

// Problem returns the puzzle without its solution.
func (p Puzzle) Problem() Problem { return Problem{Rules: p.Rules, Start: p.Start} }

// trivial reports whether there is nothing to find: the first move captures, it is the only
// one, or all the others are forced.
func (p Puzzle) trivial() bool {
	const fewestMoves = 2
	if p.Length() < fewestMoves || p.Line[0].IsCapture() {
		return true
	}
	return len(p.Rules.Moves(nil, &p.Start)) < 2
}

// mostAlike is on how many squares two positions of puzzles that are alike differ.
const mostAlike = 4

// alike reports whether two puzzles are nearly the same, whichever side solves them: their
// positions differ on few squares only, or their solutions are the same.
func (p Puzzle) alike(q Puzzle) bool {
	a, b := p.asWhite(), q.asWhite()
	different := 0
	for c := range a.pieces {
		different += (a.pieces[c] ^ b.pieces[c]).Len()
	}
	return different <= mostAlike || a.line == b.line
}

// A view is a puzzle as the solver sees it.
type view struct {
	pieces [3]movegen.Bits // the solver's, those of the other side, kings
	line   string
}

// asWhite returns the puzzle as it is if White solves it, else turned.
func (p Puzzle) asWhite() view {
	turn, me := p.Rules.HalfTurn(), p.Start.Turn
	of := func(b movegen.Bits) movegen.Bits {
		if me == movegen.Black {
			return turn.Of(b)
		}
		return b
	}
	v := view{pieces: [3]movegen.Bits{of(p.Start.Pieces[me]), of(p.Start.Pieces[me.Opponent()]), of(p.Start.Kings)}}
	for _, m := range p.Line {
		v.line += fmt.Sprint(of(1<<m.From), of(1<<m.To), of(m.Captured), ";")
	}
	return v
}

// PDN returns the puzzle as a game in which the solver wins.
func (p Puzzle) PDN(number int) *pdn.Game {
	g := movegen.NewGameFrom(p.Rules, p.Start, nil)
	for _, m := range p.Line {
		g.Push(m)
	}
	record := pdn.Record{
		Game: g, Outcome: movegen.WinFor(p.Start.Turn),
		Tags: []pdn.Tag{{Name: "Event", Value: fmt.Sprintf("Puzzle %d", number)}, {Name: "Theme", Value: string(p.Theme)}},
	}
	return record.PDN()
}

// PuzzleData is the JSON form of a puzzle.
type PuzzleData struct {
	Number  int      `json:"number"`
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Theme   Theme    `json:"theme"`
	Length  int      `json:"length"`
	Line    []string `json:"line"`
	Nodes   int64    `json:"nodes,omitempty"` // that a search needs to find it

	Shot *reason.ShotData `json:"shot,omitempty"` // how it works, if it is one
}

// Shot returns how a puzzle works in which pieces are given, nil for any other.
func (p Puzzle) Shot() *reason.ShotData {
	m, ok := reason.Mechanics(p.Rules, p.Start, p.Line)
	if !ok || p.Theme != Shot {
		return nil
	}
	return m.Data(p.Rules)
}

// A Format is a form of files of puzzles.
type Format uint8

// The formats.
const (
	FENList Format = iota
	PDN
	JSON
)

// Write writes puzzles in a form. The problems that Read finds in a list or in games are
// these, with their solutions.
func Write(w io.Writer, f Format, puzzles []Puzzle) error {
	games, objects := pdn.NewWriter(w), json.NewEncoder(w)
	for i, p := range puzzles {
		var err error
		switch f {
		case PDN:
			err = games.Write(p.PDN(i + 1))
		case JSON:
			err = objects.Encode(PuzzleData{i + 1, p.Rules.Name, p.Rules.FEN(&p.Start), p.Theme, p.Length(), Texts(p.Rules, p.Start, p.Line), p.Nodes, p.Shot()})
		default:
			_, err = fmt.Fprintln(w, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
