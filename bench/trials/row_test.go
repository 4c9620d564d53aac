package trials

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"stupol/bench/match"
	"stupol/protocol/pdn"
)

// TestRow looks at the rows of results, of which sides that differ by more than 3 % at equal
// time make no verdict.
func TestRow(t *testing.T) {
	tests, err := Read(strings.NewReader(listText))
	if err != nil {
		t.Fatal(err)
	}
	won, even, lost := match.Pentanomial{5, 60, 400, 150, 20}, match.Pentanomial{0, 60, 400, 60, 0}, match.Pentanomial{100, 600, 900, 160, 15}
	const new, old = "50, 49, 200,000, 15.1", "49, 48, 190,000, 15"
	usual := [2]Side{{50, 49, 200_000, 15.1}, {49, 48, 190_000, 15}}
	for _, tt := range []struct {
		name  string
		test  *Test
		pairs match.Pentanomial
		sides [2]Side
		want  string
	}{
		{"won", tests[0], won, usual, "| aspiration: a window of 50 instead of 25, English | 10k, within 1.5 | 1,270 | " + new + "; " + old + " | +33 [+23, +42] | [0, 5] H1, LLR 3.29 | see equal time |"},
		{"won at equal time", tests[1], won, usual, "| [0, 5] H1, LLR 3.29 | in |"},
		{"more time", tests[1], won, [2]Side{{51, 49, 1, 1}, {49, 48, 1, 1}}, "| [0, 5] H1, LLR 3.29 | none: times differ |"},
		{"less time", tests[1], won, [2]Side{{49, 48, 1, 1}, {51, 49, 1, 1}}, "| none: times differ |"},
		{"more of a processor", tests[1], won, [2]Side{{50, 90, 1, 1}, {49, 48, 1, 1}}, "| none: times differ |"},
		{"processor not known", tests[1], won, [2]Side{{50, 0, 1, 1}, {49, 48, 1, 1}}, "| in |"},
		{"more time for as many nodes", tests[0], won, [2]Side{{80, 79, 1, 1}, {49, 48, 1, 1}}, "| see equal time |"},
		{"even", tests[2], even, usual, "| 0 [-7, +7] | [0, 5] undecided, LLR -0.11 | undecided |"},
		{"lost", tests[4], lost, usual, "| less | 20k, within 0.4 | 3,550 | " + new + "; " + old + " | -60 [-67, -54] | [-3, 1] H0, LLR -11.10 | out |"},
	} {
		tt.test.Results = tt.test.Match.Standings()
		tt.test.Results.Pairings[0].Pentanomial = tt.pairs
		row := tt.test.Row()
		row.Sides = tt.sides[:]
		if err := row.validate(); err != nil {
			t.Error(err)
		}
		if got := table([]*Row{&row}); !strings.HasSuffix(got, tt.want+"\n") {
			t.Errorf("%s: got  %swant %s", tt.name, got, tt.want)
		}
	}
}

// TestUnequal counts games in which one side took its time and the other 5 % more.
func TestUnequal(t *testing.T) {
	for _, tt := range []struct {
		other time.Duration
		want  State
	}{{51 * time.Millisecond, Accepted}, {53 * time.Millisecond, Unequal}} {
		tests, err := Read(strings.NewReader(listText))
		if err != nil {
			t.Fatal(err)
		}
		test := tests[1]
		test.previous, test.Results = nil, test.Match.Standings()
		for pair := 0; !test.Results.Decided(); pair++ {
			for leg, winner := range []string{"white", "black"} {
				g := &match.Game{Pair: pair, Leg: leg, Start: "W:W31:B20", Winner: winner}
				for side := range 2 {
					spent := []time.Duration{50 * time.Millisecond, tt.other}[(side+leg)%2]
					g.Plies = append(g.Plies, match.Ply{Move: strconv.Itoa(pair), Remark: pdn.Remark{Timed: true, Spent: spent, Depth: 12, Nodes: 1000}})
				}
				if err := test.Results.Add(g); err != nil {
					t.Fatal(err)
				}
			}
		}
		var status strings.Builder
		WriteStatus(&status, tests[1:2])
		if got := test.State(); got != tt.want || !strings.Contains(status.String(), string(tt.want)) || !strings.Contains(status.String(), "50, -, 1,000, 12 ") {
			t.Errorf("%v: state %v, want %v, in\n%s", tt.other, got, tt.want, &status)
		}
	}
}

func TestElo(t *testing.T) {
	for _, tt := range []struct {
		interval match.Interval
		want     string
	}{
		{match.Interval{Value: 11.2, Low: 5.7, High: 16.9}, "+11 [+6, +17]"},
		{match.Interval{Value: 2.04, Low: -0.34, High: 4.26}, "+2.0 [-0.3, +4.3]"},
		{match.Interval{Value: -0.02, Low: -2, High: 1.96}, "0 [-2.0, +2.0]"},
		{match.Interval{Value: 0.3, Low: -12, High: 12.4}, "0 [-12, +12]"},
		{match.Interval{Value: 300, Low: math.Inf(-1), High: math.Inf(1)}, "+300 [?]"},
	} {
		if got := elo(tt.interval); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}
