package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stupol/eval/ballot"
	"stupol/movegen"
)

func TestBallots(t *testing.T) {
	list, err := Ballots(movegen.International(), nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[movegen.Position]bool{}
	for _, o := range list {
		seen[*o.Game.Position()] = true
	}
	if len(list) != 79 || len(seen) != 79 {
		t.Errorf("got %d ballots, %d different; want 79", len(list), len(seen))
	}
	if list[78].Name != "ballot 79" {
		t.Errorf("the last is called %q, want ballot 79", list[78].Name)
	}
	russian, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Ballots(russian, nil); err == nil {
		t.Error("there are ballots for 8x8, want an error")
	}
}

func TestReadFENs(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
		err        string
	}{
		{"comments and blanks", "# two\n\nW:W31:B20\n  B:W31:B20 \n", 2, ""},
		{"of Windows and other scripts", "\ufeff# two\r\n\u00a0\r\nW:W31:B20\r\nW:W\u00a0٣١:B２０\r\n", 2, ""},
		{"nonsense", "W:W31:B20\nW:W51:B1\n", 0, "line 2"},
		{"game over", "W:WK46:B\n\nB:W31:B\n", 0, "line 3: the game is over"},
		{"nothing", "# nothing\n", 0, "no openings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := ReadFENs(strings.NewReader(tt.text), "x", movegen.International(), nil)
			if len(list) != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %d openings, %v; want %d, %q", len(list), err, tt.want, tt.err)
			}
		})
	}
}

func TestReadPDN(t *testing.T) {
	const (
		two = `[Event "one"]

1. 32-28 19-23 2. 28x19 14x23 *

[Event "two"]
[FEN "B:W31-50:B1-20"]

1... 20-24 *
`
		over = `[FEN "W:W32:B28"]

1. 32x23 2-0
`
	)
	tests := []struct {
		name, text string
		plies      int
		want       []int // moves in each opening
		err        string
	}{
		{"whole games", two, 0, []int{4, 1}, ""},
		{"some moves", two, 3, []int{3, 1}, ""},
		{"an illegal move", "1. 32-28 19-23 2. 32-28 *", 0, nil, "game of line 1: "},
		{"beyond the illegal move", "1. 32-28 19-23 2. 32-28 *", 2, []int{2}, ""},
		{"over", over, 0, nil, "game of line 1: the game is over"},
		{"nothing", "", 0, nil, "no openings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := ReadPDN(strings.NewReader(tt.text), "x", tt.plies, movegen.International(), nil)
			var got []int
			for _, o := range list {
				got = append(got, len(o.Game.Moves()))
			}
			if !slices.Equal(got, tt.want) || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %v, %v; want %v, %q", got, err, tt.want, tt.err)
			}
		})
	}
}

// TestNoMoreOpenings plays until the openings are used up, and says so.
func TestNoMoreOpenings(t *testing.T) {
	for _, concurrency := range []int{1, 3} {
		m := newMatch(t, 50, "a", "b")
		m.Openings = &RandomOpenings{Rules: m.Rules, Plies: 1, Balance: 100, Nodes: 50}
		m.Concurrency = concurrency
		s := m.Standings()
		var none *ballot.Exhausted
		if err := m.Run(t.Context(), s, nil); !errors.As(err, &none) || none.Opening < 9 {
			t.Errorf("error %v", err)
		}
		if s.Counted() != 18 || s.Waiting() != 0 {
			t.Errorf("%d games, %d waiting, of the 9 openings", s.Counted(), s.Waiting())
		}
	}
}

// TestOpeningsUnderDrawRules takes the games of a file under the draw rules of the
// match, whatever the first ones of the game are.
func TestOpeningsUnderDrawRules(t *testing.T) {
	r := movegen.International()
	for _, d := range r.Draws {
		list, err := ReadPDN(strings.NewReader("[Event \"a\"]\n1. 32-28 17-22 *\n"), "a", 0, r, d)
		if err != nil {
			t.Fatal(err)
		}
		if got := list[0].Game.DrawRules(); got != d {
			t.Errorf("under %s: got %s", d.Name, got.Name)
		}
	}
	if len(r.Draws) < 2 {
		t.Error("International has one set of draw rules: the test proves nothing")
	}
}

// TestOpeningsRepeat checks which openings are played if there are more rounds.
func TestOpeningsRepeat(t *testing.T) {
	r := movegen.International()
	list, err := Ballots(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &Match{Rules: r, Openings: list[:2]}
	for round, want := range []string{"ballot 1", "ballot 2", "ballot 1", "ballot 2"} {
		if got, err := m.opening(t.Context(), round); err != nil || got.Name != want {
			t.Errorf("round %d: %s, %v; want %s", round, got.Name, err, want)
		}
	}
}

// TestRepetition says what repeats of a list.
func TestRepetition(t *testing.T) {
	p, q := movegen.Position{Hash: 1}, movegen.Position{Hash: 2}
	for _, tt := range []struct {
		starts []movegen.Position
		games  int
		want   string
	}{
		{nil, 1000, ""},
		{[]movegen.Position{p, q}, 4, ""},
		{[]movegen.Position{p, q}, 5, "2 openings repeat in 5 games: "},
		{[]movegen.Position{p, q, p}, 4, "3 openings lead to 2 positions: "},
	} {
		if got := Repetition(tt.starts, tt.games); !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%d openings, %d games: %q, want %q", len(tt.starts), tt.games, got, tt.want)
		}
	}
}

// TestExhaustedBefore skips the rounds whose opening is not there, and none before them.
func TestExhaustedBefore(t *testing.T) {
	var x exhausted
	if x.before(0) {
		t.Error("nothing is known yet")
	}
	x.set(fmt.Errorf("round 9: %w", &ballot.Exhausted{Opening: 9}))
	for round, want := range map[int]bool{1: false, 8: false, 9: true, 10: true} {
		if got := x.before(round); got != want {
			t.Errorf("round %d: %v, want %v", round, got, want)
		}
	}
}
