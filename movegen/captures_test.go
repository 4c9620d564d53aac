package movegen

import (
	"strings"
	"testing"
)

// Positions whose captures would take seconds or minutes to follow are refused by every
// reader of positions, and a list of them costs no more than the limit.
func TestTooManyWaysToCapture(t *testing.T) {
	for _, fen := range []string{
		"W:WK35:B3,7,8,9,10,14,17,20,21,23,25,27,30,32,34,37,38,39,40,43",                             // 10^8 jumps
		"W:WK23:B2,4,6,7,8,9,10,11,13,15,17,18,19,20,22,24,27,28,29,30,31,33,35,36,37,38,39,40,42,44", // 10^10
	} {
		for _, name := range []string{"frisian", "frysk"} {
			r, err := Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			if p, err := r.ParseFEN(fen); err == nil || !strings.Contains(err.Error(), "more ways to capture") {
				t.Errorf("ParseFEN(%q) by %s: %s, %v; want an error that says why", fen, name, r.FEN(&p), err)
			}
			p := readPieces(t, r, fen)
			if _, err := r.ParseHubPosition(r.HubPosition(&p)); err == nil {
				t.Errorf("ParseHubPosition takes %q by %s", fen, name)
			}
			moves, effort := listByPaths(r, &p)
			if want := maxEffort + maxEffort/4; effort > want || len(moves) == 0 {
				t.Errorf("%s by %s: %d captures for an effort of %d, want some for %d at most", fen, name, len(moves), effort, want)
			}
		}
	}
}

// listByPaths lists the captures of p square by square, and returns its effort.
func listByPaths(r *Rules, p *Position) (moves []Move, effort int) {
	var j firstJumps
	r.findJumps(&j, p)
	return r.follow(nil, p, &j)
}

// readPieces reads a FEN of any effort.
func readPieces(t *testing.T, r *Rules, fen string) Position {
	t.Helper()
	f := fenReader{rules: r}
	fields := token{fen, 1}.split(":")
	for _, field := range fields[1:] {
		if err := f.field(field); err != nil {
			t.Fatal(err)
		}
	}
	turn, _ := colorNamed(fields[0].text)
	return NewPosition(turn, f.pieces[White], f.pieces[Black], f.kings)
}

// Lists so long that jumps are remembered are those that the slow generator makes, and
// each of their moves is written and read again.
func TestRememberedJumps(t *testing.T) {
	r, err := Lookup("frisian")
	if err != nil {
		t.Fatal(err)
	}
	c := newComparison(t, r, 0)
	for _, fen := range []string{
		"W:WK18:B1,6,10,13,14,16,19,21,22,23,28,30,34,37,39,42,43,44",
		"W:WK5:B1,10,15,16,17,18,19,20,22,24,26,27,29,30,33,38,41,43",
		"W:WK48:B3,5,7,9,11,12,14,16,19,22,26,27,28,33,34,35,42,44",
	} {
		p, err := r.ParseFEN(fen)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, effort := listByPaths(r, &p); effort <= rememberFrom {
			t.Errorf("%s: an effort of %d, want more than %d", fen, effort, rememberFrom)
		}
		c.check(&p)
		for _, m := range r.Moves(nil, &p) {
			long := r.PDNMoveLong(&p, m)
			if got, err := r.ParsePDNMove(&p, long); err != nil || got != m {
				t.Errorf("%s: %s is read as %s, %v", fen, long, r.HubMove(got), err)
			}
			n := 0
			for steps := range r.Steps(&p, m) {
				if n++; len(steps) != m.Captured.Len() {
					t.Errorf("%s: %s in %d steps", fen, r.HubMove(m), len(steps))
				}
			}
			if n == 0 {
				t.Errorf("%s: no way to make %s", fen, r.HubMove(m))
			}
		}
	}
}
