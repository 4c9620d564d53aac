package analysis

import (
	"fmt"

	"stupol/movegen"
	"stupol/search"
)

// A Finding is what a search found in a position: an entry of the journal of an
// analysis.
type Finding struct {
	Game     int          `json:"game"`             // its number
	Position int          `json:"position"`         // 0 is where the game begins
	Pass     int          `json:"pass"`             // 1 to 3
	Others   bool         `json:"others,omitempty"` // the move played was left out
	Score    search.Score `json:"score"`            // for the side to move
	Depth    int          `json:"depth"`
	Nodes    int64        `json:"nodes"`
	Line     []string     `json:"line"` // the best moves, as Hub writes them

	moves []movegen.Move // of Line
}

// place says which search a finding is of.
type place struct {
	game, position, pass int
	others               bool
}

func (f *Finding) place() place { return place{f.Game, f.Position, f.Pass, f.Others} }

// newFinding returns what a search found.
func newFinding(at place, r *movegen.Rules, result search.Result) *Finding {
	f := &Finding{
		Game: at.game, Position: at.position, Pass: at.pass, Others: at.others,
		Score: result.Score, Depth: result.Depth, Nodes: result.Nodes, moves: result.PV,
	}
	for _, m := range result.PV {
		f.Line = append(f.Line, r.HubMove(m))
	}
	return f
}

// parse reads the line of a finding from a journal, which begins in p.
func (f *Finding) parse(r *movegen.Rules, p movegen.Position) error {
	if len(f.Line) == 0 {
		return fmt.Errorf("no move was found")
	}
	f.moves = nil
	for _, text := range f.Line {
		m, err := r.ParseHubMove(&p, text)
		if err != nil {
			return err
		}
		f.moves = append(f.moves, m)
		p = r.Play(&p, m)
	}
	return nil
}
