package puzzle

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stupol/book/endgame"
	"stupol/eval"
	"stupol/movegen"
)

// newChecker returns a small checker of International draughts.
func newChecker(t testing.TB, nodes int64, replies int) *Checker {
	t.Helper()
	r := movegen.International()
	c, err := New(Options(r, 1<<20, endgame.Embedded(r)), nodes, replies)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// problem reads a line of a list.
func problem(t testing.TB, text string) Problem {
	t.Helper()
	p, err := parseLine(text, movegen.International())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// faults returns what is wrong, as "cook 1".
func faults(r Report) []string {
	var all []string
	for _, f := range r.Faults {
		all = append(all, fmt.Sprintf("%v %d", f.Kind, len(f.Before)/2+1))
	}
	return all
}

// TestCheck checks problems whose faults are known: by the endgame databases, or because
// the other moves give pieces away.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		goal       Goal
		verdict    string
		theme      Theme
		length     int
		faults     []string
	}{
		{"shot", "W:W8,20,39,40,41:B7,16,22,25,28,32", ToWin, "sound", Shot, 3, nil},
		{"shot with its solution", "W:W8,20,39,40,41:B7,16,22,25,28,32; 1. 39-33 25x14 2. 8-3 28x39 3. 3x1; five", ToWin, "sound", Shot, 3, nil},
		{"for Black", "B:W19,23,26,29,35,44:B43,31,12,11,10", ToWin, "sound", Shot, 3, nil},
		{"breakthrough", "W:W12,20,23,33:B7,26,32,38,44", ToWin, "sound", Breakthrough, 3, nil},
		{"two ways", "W:WK28,K33,38:BK5", ToWin, "cook", Endgame, 1, []string{"cook 1"}},
		{"the author's way does not win", "W:WK28,K33,38:BK5; 33-29", ToWin, "no solution", "", 0, []string{"no solution 1", "cook 1", "cook 1"}},
		{"no way", "W:W27,33:B18,36", ToWin, "no solution", "", 0, []string{"no solution 1"}},
		{"no move", "W:W36:B31,27", ToWin, "no solution", "", 0, []string{"no solution 1"}},
		{"one capture, several squares to stop at", "W:WK46:B32", ToWin, "sound", Endgame, 1, nil},
		{"a draw", "W:WK21:BK6,8,15", ToDraw, "sound", Endgame, 2, nil},
		{"not even a draw", "W:W31:BK1,K50", ToDraw, "no solution", "", 0, []string{"no solution 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := problem(t, tt.text)
			p.Goal = tt.goal
			r, err := newChecker(t, 20_000, 1).Check(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(faults(r), func(f string) bool { return strings.HasPrefix(f, "landing") || strings.HasPrefix(f, "unclear 1") })
			if r.Verdict(false) != tt.verdict || r.Theme != tt.theme || r.Length() != tt.length || !slices.Equal(got, tt.faults) {
				t.Errorf("%v\n%v", r.Summary(false), got)
			}
		})
	}
}

// TestDual has second ways after the first move: while the combination runs, and when the gain
// is there already.
func TestDual(t *testing.T) {
	for _, tt := range []struct{ name, text, verdict, fault string }{
		{"in the combination", "W:W9,11,22,28,43,46:B6,17,30,34,37,44; 43-39 34x43 46-41 37x46 9-3 46x5 3x19 6x28 19x46", "dual", "dual at move 3: 3. 9-4"},
		{"after it", "W:W8,20,39,40,41:B7,16,22,25,28,32; 39-33 25x14 8-3 28x39 3x1 16-21 40-34", "sound", "late dual at move 4: 4. "},
	} {
		r, err := newChecker(t, 20_000, 0).Check(t.Context(), problem(t, tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict(false) != tt.verdict || r.Sound(true) || len(r.Faults) == 0 || !strings.HasPrefix(r.Describe(r.Faults[0]), tt.fault) {
			t.Errorf("%s: %v", tt.name, r.Summary(false))
		}
	}
}

// TestOpenEnd has no solution by an author: the line ends where several moves win and nothing
// is given, be that after two moves or three.
func TestOpenEnd(t *testing.T) {
	r, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Options(r, 1<<20, endgame.Embedded(r)), 20_000, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := parseLine("W:W19,15,11:BK24,K3", r)
	if err != nil {
		t.Fatal(err)
	}
	report, err := c.Check(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	end := fmt.Sprintf("late dual %d", report.Length())
	if got := faults(report); !report.Sound(false) || len(got) == 0 || got[0] != end {
		t.Errorf("%v", report.Summary(false))
	}
}

// TestSeesAsFarAsTheAuthor has a win that a short search does not see from the start, but from
// the moves of the solution. The evaluation is that by hand: networks see it sooner or later.
func TestSeesAsFarAsTheAuthor(t *testing.T) {
	international := movegen.International()
	o := Options(international, 1<<20, endgame.Embedded(international))
	o.Eval = eval.Hand(international)
	c, err := New(o, 50_000, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for solution, sound := range map[string]bool{
		"15-10": false,
		"15-10 5x14 20x9 26x17 9-3 8-12 3-8 12x34 8x2 25-30 2x35": true,
	} {
		r, err := c.Check(t.Context(), problem(t, "W:W15,18,20,21,29:B5,7,8,19,25,26; "+solution))
		if err != nil {
			t.Fatal(err)
		}
		if r.Sound(false) != sound {
			t.Errorf("%s: %v", solution, r.Summary(false))
		}
	}
}

// TestLanding has a king that may stop on several squares: that is a note, strict judges
// count it.
func TestLanding(t *testing.T) {
	r, err := newChecker(t, 1000, 0).Check(t.Context(), problem(t, "W:WK46:B32"))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) == 0 || !r.Sound(false) || r.Sound(true) || r.Verdict(true) != "landing" {
		t.Errorf("%v", r.Summary(true))
	}
}

// TestSideLines follows other replies of the opponent, if asked to: what it finds there comes
// after that of the main line, which stays the same.
func TestSideLines(t *testing.T) {
	p := problem(t, "W:W34,K44,47:B35,36,37")
	alone, err := newChecker(t, 5000, 0).Check(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	with, err := newChecker(t, 5000, 4).Check(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	isSide := func(f Fault) bool { return f.Kind == SideDual }
	if slices.ContainsFunc(alone.Faults, isSide) || !slices.ContainsFunc(with.Faults, isSide) {
		t.Errorf("%v\n%v", alone.Summary(false), with.Summary(false))
	}
	if !slices.Equal(alone.Line, with.Line) || !with.Sound(false) || with.Sound(true) {
		t.Errorf("%v\n%v", alone.Summary(false), with.Summary(true))
	}
	first := slices.IndexFunc(with.Faults, isSide)
	if slices.ContainsFunc(with.Faults[first:], func(f Fault) bool { return f.Kind != SideDual }) {
		t.Errorf("%v", faults(with))
	}
	if text := with.Describe(with.Faults[first]); !strings.Contains(text, ", after 1. ") {
		t.Error(text)
	}
}

// TestDrawnByRule has a solution that goes on after the game is a draw by a rule: there is
// nothing to find any more.
func TestDrawnByRule(t *testing.T) {
	p := problem(t, "W:WK46:BK15,6; "+strings.Repeat("46-41 15-4 41-46 4-15 ", 10))
	p.Goal = ToDraw
	r, err := newChecker(t, 100, 0).Check(t.Context(), p)
	if err != nil || len(r.Line) == 0 || len(r.Line) == len(p.Solution) {
		t.Errorf("%d of %d moves, %v", len(r.Line), len(p.Solution), err)
	}
	for _, f := range r.Faults {
		if len(f.Line) == 0 || f.Line[0].From == f.Line[0].To {
			t.Error(r.Describe(f))
		}
	}
}

// TestTooManySearches cuts a check off: in side lines, which is a note, and in the main line.
func TestTooManySearches(t *testing.T) {
	c, p := newChecker(t, 5000, 4), problem(t, "W:W34,K44,47:B35,36,37")
	for most, verdict := range map[int]string{1000: "sound", 8: "sound", 2: "unclear solution"} {
		c.most = most
		r, err := c.Check(t.Context(), p)
		if err != nil || r.Verdict(false) != verdict || r.Bounded != (most < 1000) {
			t.Errorf("%d searches: %v, %v", most, r.Summary(false), err)
		}
	}
}

// TestSameEachTime checks on one and on three threads, and twice with one checker.
func TestSameEachTime(t *testing.T) {
	problems := []Problem{
		problem(t, "W:W8,20,39,40,41:B7,16,22,25,28,32"), problem(t, "W:W12,20,23,33:B7,26,32,38,44"),
		problem(t, "W:WK28,K33,38:BK5"), problem(t, "W:W31,38,41,44:B9,11,18,25,26"), problem(t, "W:W8,20,39,40,41:B7,16,22,25,28,32"),
	}
	check := func(threads int) (all []Report) {
		err := CheckAll(t.Context(), problems, threads, func(*movegen.Rules) (*Checker, error) { return newChecker(t, 3000, 2), nil },
			func(number int, r Report) error {
				if number != len(all) {
					t.Errorf("report %d comes as number %d", number, len(all))
				}
				all = append(all, r)
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	one, three := check(1), check(3)
	if !reflect.DeepEqual(one, three) {
		t.Errorf("%v\n%v", one, three)
	}
	if first, last := one[0], one[len(one)-1]; first.Nodes != last.Nodes || !reflect.DeepEqual(first.Line, last.Line) {
		t.Errorf("%v\n%v", first, last)
	}
}

// TestCheckStops has work that is cancelled, and a reader of reports who has had enough.
func TestCheckStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	p := problem(t, "W:W8,20,39,40,41:B7,16,22,25,28,32")
	if _, err := newChecker(t, 1_000_000_000, 1).Check(ctx, p); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	enough := errors.New("enough")
	err := CheckAll(t.Context(), []Problem{p, p, p}, 2, func(*movegen.Rules) (*Checker, error) { return newChecker(t, 1000, 0), nil },
		func(int, Report) error { return enough })
	if !errors.Is(err, enough) {
		t.Error(err)
	}
	err = CheckAll(t.Context(), []Problem{p}, 2, func(*movegen.Rules) (*Checker, error) { return nil, enough }, func(int, Report) error { return nil })
	if !errors.Is(err, enough) {
		t.Error(err)
	}
}

// TestAllGames checks a position of every game: whatever is found, it has a verdict.
func TestAllGames(t *testing.T) {
	for _, r := range movegen.Variants() {
		g := movegen.NewGame(r)
		c, err := New(Options(r, 1<<20, endgame.Embedded(r)), 300, 1)
		if err != nil {
			t.Fatal(err)
		}
		report, err := c.Check(t.Context(), Problem{Rules: r, Start: *g.Position()})
		c.Close()
		if err != nil || report.Verdict(false) != "no solution" {
			t.Errorf("%s: %v, %v", r.Name, report.Summary(false), err)
		}
	}
}
