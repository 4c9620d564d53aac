package trials

import (
	"math"
	"strings"
	"testing"

	"stupol/bench/match"
)

func TestRow(t *testing.T) {
	tests, err := Read(strings.NewReader(listText))
	if err != nil {
		t.Fatal(err)
	}
	results := func(i int, p match.Pentanomial) *Test {
		s := tests[i].Match.Standings()
		s.Pairings[0].Pentanomial = p
		s.Verdict = s.SPRT.Verdict(p)
		tests[i].Results = s
		return tests[i]
	}
	won, even, lost := match.Pentanomial{5, 60, 400, 150, 20}, match.Pentanomial{0, 60, 400, 60, 0}, match.Pentanomial{30, 200, 400, 60, 5}
	for _, tt := range []struct {
		test *Test
		want string
	}{
		{results(0, won), "| aspiration: a window of 50 instead of 25, English | 10k, within 1.5 | 0 | +33 [+24, +42], SPRT [0, 5] H1 (LLR 3.29) | see the next row |"},
		{results(1, won), "| aspiration: a window of 50 instead of 25, English | 50ms a move, within 1.5 | 0 | +33 [+24, +42], SPRT [0, 5] H1 (LLR 3.29) | in |"},
		{results(2, even), "| aspiration: a window of 50 instead of 25 | 10k, within 1.5 | 0 | 0 [-7, +7], SPRT [0, 5] undecided (LLR -0.11) | open |"},
		{results(4, lost), "| less | 20k, within 0.4 | 0 | -48 [-57, -39], SPRT [-3, 1] H0 (LLR -3.82) | out |"},
	} {
		if got := tt.test.Row(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
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
