package movegen

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// play returns the game after the script.
func (tt drawStory) play(t *testing.T) *Game {
	t.Helper()
	g := newTestGame(t, tt.variant, tt.draws, tt.fen)
	for _, step := range strings.Fields(tt.script) {
		condition, number, found := strings.Cut(step, ":")
		if !found {
			condition, number = "", step
		}
		plies, err := strconv.Atoi(number)
		if err != nil {
			playHub(t, g, step)
			continue
		}
		w := wanderer{g, conditions[condition], 100_000}
		if !w.wander(plies) {
			t.Fatalf("found no %s king moves after ply %d of %q", step, len(g.Moves()), tt.script)
		}
	}
	return g
}

// conditions are those of the stories about the long diagonal. White has three
// pieces, Black a lone king: the arguments tell who is on the line.
var conditions = map[string]func(three, lone bool) bool{
	"":       func(three, lone bool) bool { return true },
	"on":     func(three, lone bool) bool { return lone },
	"off":    func(three, lone bool) bool { return !lone },
	"alone":  func(three, lone bool) bool { return lone && !three },
	"three":  func(three, lone bool) bool { return three && !lone },
	"nobody": func(three, lone bool) bool { return !three && !lone },
}

// A wanderer looks for a way to play on without anything happening.
type wanderer struct {
	game      *Game
	condition func(three, lone bool) bool
	tries     int
}

// wander plays that many quiet king moves, never one after which there is a
// capture or the third occurrence of a position, and reports whether it could.
func (w *wanderer) wander(plies int) bool {
	if plies == 0 {
		return true
	}
	moves := w.game.LegalMoves(nil)
	slices.SortFunc(moves, func(a, b Move) int { return cmp.Or(int(a.From)-int(b.From), int(a.To)-int(b.To)) })
	for _, m := range moves {
		if m.IsCapture() || !w.game.Position().Kings.Has(m.From) {
			continue
		}
		w.game.Push(m)
		if w.tries--; w.tries > 0 && w.calm() && w.wander(plies-1) {
			return true
		}
		w.game.Pop()
	}
	return false
}

func (w *wanderer) calm() bool {
	r, p := w.game.Rules(), w.game.Position()
	line := r.LongDiagonal()
	return !r.HasCapture(p) && w.game.Repetitions() < 3 &&
		w.condition(p.Pieces[White]&line != 0, p.Pieces[Black]&line != 0)
}

func newTestGame(t testing.TB, variant, draws, fen string) *Game {
	t.Helper()
	r, err := Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	d, err := r.DrawRulesNamed(draws)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return NewGameFrom(r, p, d)
}

// playHub plays moves in Hub notation.
func playHub(t *testing.T, g *Game, moves ...string) {
	t.Helper()
	for _, s := range moves {
		m, err := g.Rules().ParseHubMove(g.Position(), s)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
