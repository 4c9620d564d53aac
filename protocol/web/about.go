package web

import (
	"net/http"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// An aboutAnswer is what the page has to know before it can draw anything.
type aboutAnswer struct {
	Version  string          `json:"version"`
	Variants []variantAnswer `json:"variants"`
	Threads  int             `json:"threads"`           // the most an engine may have
	Hash     int             `json:"hash"`              // the same in MiB
	Levels   []levelAnswer   `json:"levels"`            // level 1 first
	Library  string          `json:"library,omitempty"` // what this page may do with the library: "read", or "add" as well
	Engines  []engineAnswer  `json:"engines,omitempty"` // other than Stupol
	Sets     bool            `json:"sets,omitempty"`    // this page may set their parameters
}

// A levelAnswer says what Stupol does at a level of skill.
type levelAnswer struct {
	Nodes     int64 `json:"nodes,omitempty"`     // that it visits for a move, unless they are not limited
	Misjudges int   `json:"misjudges,omitempty"` // by how many hundredths of a man it may be wrong about a position
	Points    int   `json:"points,omitempty"`    // percentage that it scores against the level below
}

// A variantAnswer describes a game and its board.
type variantAnswer struct {
	Name      string         `json:"name"`
	Title     string         `json:"title"`
	Size      int            `json:"size"`
	Rows      int            `json:"rows"`  // that each side fills with men at the start
	First     string         `json:"first"` // "w" or "b"
	Algebraic bool           `json:"algebraic"`
	Squares   []squareAnswer `json:"squares"` // square 1 first
	Draws     []string       `json:"draws"`   // the draw rules it may be played by
	Goal      string         `json:"goal"`    // "block", "lose" or "king"
}

// A squareAnswer is a square: its row from the top and column from the left as
// White sees them, and its name.
type squareAnswer struct {
	Row    int    `json:"row"`
	Column int    `json:"column"`
	Name   string `json:"name"`   // c3
	Number string `json:"number"` // that people use
}

var goals = map[movegen.Goal]string{
	movegen.BlockOpponent: "block", movegen.LoseAll: "lose", movegen.FirstKing: "king",
}

// about answers a GET: nothing of it ever changes.
func (s *Server) about(w http.ResponseWriter, r *http.Request) {
	a := aboutAnswer{Version: s.opts.Version, Threads: s.opts.Threads, Hash: s.opts.Hash, Library: s.libraryFor(r), Engines: s.describeSeats(), Sets: isLocal(r) && len(s.seats) > 0}
	for _, l := range search.Levels() {
		a.Levels = append(a.Levels, levelAnswer{l.Nodes, int(l.Misjudges), l.Points})
	}
	for _, r := range movegen.Variants() {
		a.Variants = append(a.Variants, describe(r))
	}
	writeJSON(w, http.StatusOK, a)
}

func describe(r *movegen.Rules) variantAnswer {
	v := variantAnswer{
		Name: r.Name, Title: r.Title, Size: r.Size, Rows: r.StartRows, First: letter(r.First), Algebraic: r.Algebraic, Goal: goals[r.Goal],
	}
	for n := 1; n <= r.Squares(); n++ {
		name := r.AlgebraicName(r.SquareOf(n))
		row := 0
		for _, digit := range name[1:] {
			row = 10*row + int(digit-'0')
		}
		v.Squares = append(v.Squares, squareAnswer{Row: r.Size - row, Column: int(name[0] - 'a'), Name: name, Number: pdn.Numbered(r).SquareName(r.SquareOf(n))})
	}
	for _, d := range r.Draws {
		v.Draws = append(v.Draws, d.Name)
	}
	return v
}

// letter returns the letter of a colour in JSON.
func letter(c movegen.Color) string { return strings.ToLower(c.String()[:1]) }
