package hub

import (
	"regexp"
	"testing"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// playedFrom returns the moves with these texts, played one after the other.
func playedFrom(t *testing.T, g *movegen.Game, texts ...string) []movegen.Move {
	t.Helper()
	g = g.Clone()
	var moves []movegen.Move
	for _, text := range texts {
		m, err := g.Rules().ParseHubMove(g.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		g.Push(m)
		moves = append(moves, m)
	}
	return moves
}

// lidraughtsInfo is the pattern with which the analysis in the browser reads
// info lines; it shows no others.
var lidraughtsInfo = regexp.MustCompile(`^info depth=(\d+) mean-depth=\S+ score=(\S+) nodes=(\d+) time=(\S+) (?:nps=\S+ )?pv="?([0-9\-xX\s]+)"?`)

func TestInfoMessage(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	one := playedFrom(t, g, "31-27")
	three := playedFrom(t, g, "32-28", "19-23", "28x19x23")
	tests := []struct {
		name string
		info search.Info
		want string
	}{
		{"full", search.Info{Depth: 10, MeanDepth: 9.64, Score: -7, Nodes: 26221, Time: 19 * time.Millisecond, PV: three},
			`info depth=10 mean-depth=9.6 score=-0.07 nodes=26221 time=0.019 nps=1.4 pv="32-28 19-23 28x19x23"`},
		{"at once", search.Info{Depth: 1, Nodes: 9, PV: one},
			`info depth=1 mean-depth=0.0 score=0.00 nodes=9 time=0.000 pv=31-27`},
		{"win", search.Info{Depth: 5, Score: search.WinIn(7), Time: time.Second, PV: one},
			`info depth=5 mean-depth=0.0 score=99.93 nodes=0 time=1.000 nps=0.0 pv=31-27`},
		{"win in no moves", search.Info{Depth: 5, Score: search.Win, PV: one},
			`info depth=5 mean-depth=0.0 score=99.99 nodes=0 time=0.000 pv=31-27`},
		{"loss in no moves", search.Info{Depth: 5, Score: -search.Win, PV: one},
			`info depth=5 mean-depth=0.0 score=-99.99 nodes=0 time=0.000 pv=31-27`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := infoMessage(g.Rules(), tt.info).String()
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if !lidraughtsInfo.MatchString(got) {
				t.Errorf("lidraughts cannot read %s", got)
			}
		})
	}
}

func TestDoneMessage(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	line := playedFrom(t, g, "32-28", "19-23")
	other := playedFrom(t, g, "31-27")[0]
	tests := []struct {
		name string
		pv   []movegen.Move
		want string
	}{
		{"no line", nil, "done move=32-28"},
		{"move alone", line[:1], "done move=32-28"},
		{"reply", line, "done move=32-28 ponder=19-23"},
		{"illegal reply", []movegen.Move{line[0], other}, "done move=32-28"},
		{"line of another move", []movegen.Move{other, line[1]}, "done move=32-28"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := search.Result{Move: line[0], Found: true}
			r.PV = tt.pv
			if got := doneMessage(g.Rules(), g, r).String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestNothingToPonder has a reply that takes the last piece.
func TestNothingToPonder(t *testing.T) {
	r := movegen.International()
	p, err := r.ParseFEN("W:W28:B17")
	if err != nil {
		t.Fatal(err)
	}
	g := movegen.NewGameFrom(r, p, nil)
	result := search.Result{Found: true}
	result.PV = playedFrom(t, g, "28-22", "17x28x22")
	result.Move = result.PV[0]
	if got, want := doneMessage(r, g, result).String(), "done move=28-22"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
