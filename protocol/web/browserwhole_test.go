package web

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"stupol/movegen"
)

// wholeGame returns a game to the end by its rules of at most so many plies, in which some
// move is as wanted.
func wholeGame(t *testing.T, r *movegen.Rules, plies int, wanted func(*movegen.Position, movegen.Move) bool) *movegen.Game {
	t.Helper()
	for seed := range uint64(20000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := movegen.NewGame(r)
		found := false
		for range plies {
			if res := g.Result(); res.Outcome != movegen.Ongoing {
				break
			}
			moves := g.LegalMoves(nil)
			m := hasty(rng, r, g.Position(), moves)
			found = found || wanted(g.Position(), m)
			g.Push(m)
		}
		if found && g.Result().Outcome != movegen.Ongoing {
			return g
		}
	}
	t.Fatalf("%s: no game as wanted", r.Name)
	return nil
}

// hasty returns one of the moves, mostly one that gives a piece away: so games end
// soon.
func hasty(rng *rand.Rand, r *movegen.Rules, p *movegen.Position, moves []movegen.Move) movegen.Move {
	m := moves[rng.IntN(len(moves))]
	for range 6 {
		if after := r.Play(p, m); r.HasCapture(&after) {
			break
		}
		m = moves[rng.IntN(len(moves))]
	}
	return m
}

// clickMove makes a move of g by clicks: on the piece, and on each landing until
// the page knows which move is meant. It may be the other side's turn by then.
func (w *window) clickMove(g *movegen.Game, m movegen.Move) {
	w.t.Helper()
	r, p := g.Rules(), g.Position()
	name := r.SquareName
	if r.Algebraic {
		name = r.AlgebraicName
	}
	squares := []movegen.Square{m.From}
	for steps := range r.Steps(p, m) {
		for _, s := range steps {
			squares = append(squares, s.To)
		}
		break
	}
	w.settle()
	for _, sq := range squares {
		if w.points == nil {
			w.points = map[string]point{}
		}
		at, ok := w.points[name(sq)]
		if !ok {
			at = w.square(name(sq))
			w.points[name(sq)] = at
		}
		w.clickAt(at)
		if evaluate[bool](w, fmt.Sprintf(`!document.querySelector("#board").classList.contains("active") || document.querySelectorAll("#moves > .move").length > %d`, len(g.Moves()))) {
			break
		}
	}
}

// stepsOver reports whether a man becomes a king in the middle of a capture.
func stepsOver(r *movegen.Rules) func(*movegen.Position, movegen.Move) bool {
	return func(p *movegen.Position, m movegen.Move) bool {
		if !m.Promotes || r.LastRow(p.Turn).Has(m.To) {
			return false
		}
		return m.Captured.Len() > 1
	}
}

// sideways reports whether a capture goes along a row or a file.
func sideways(r *movegen.Rules) func(*movegen.Position, movegen.Move) bool {
	return func(p *movegen.Position, m movegen.Move) bool {
		if m.Captured.Len() != 1 {
			return false
		}
		from, to := r.AlgebraicName(m.From), r.AlgebraicName(m.To)
		return from[0] == to[0] || from[1:] == to[1:]
	}
}

func TestWholeGames(t *testing.T) {
	t.Parallel()
	long := func(_ *movegen.Position, m movegen.Move) bool { return m.Captured.Len() > 2 }
	tests := []struct {
		variant string
		plies   int
		wanted  func(*movegen.Rules) func(*movegen.Position, movegen.Move) bool
	}{
		{"international", 48, func(*movegen.Rules) func(*movegen.Position, movegen.Move) bool { return long }},
		{"russian", 32, stepsOver},
		{"italian", 32, func(*movegen.Rules) func(*movegen.Position, movegen.Move) bool { return long }},
		{"frisian", 32, sideways},
	}
	s := serve(t, testOptions(), usualTimeouts)
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			r, err := movegen.Lookup(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			want := wholeGame(t, r, tt.plies, tt.wanted(r))
			w := open(t, s, "#v="+tt.variant)
			w.still()
			g := movegen.NewGame(r)
			for _, m := range want.Moves() {
				w.clickMove(g, m)
				g.Push(m)
			}
			res := result(g.Result())
			w.await(`/wins|Draw/.test(document.querySelector("#status").textContent)`)
			if got := w.text("#status"); !strings.Contains(got, string(res.Reason)) || !strings.Contains(strings.ToLower(got), res.Outcome) {
				t.Errorf("the page says %q, want %+v", got, res)
			}
			if got, want := w.address(), hubMoves(g); got != want {
				t.Errorf("played\n%s, want\n%s", got, want)
			}
		})
	}
}

// hubMoves returns the moves of a game as the address has them.
func hubMoves(g *movegen.Game) string {
	var texts []string
	for _, m := range g.Moves() {
		texts = append(texts, g.Rules().HubMove(m))
	}
	return strings.Join(texts, ".")
}

// address returns the moves in the address, once it is up to date.
func (w *window) address() string {
	w.t.Helper()
	w.await(`location.hash.includes("m=") && Date.now()` + ` > 0`)
	evaluate[bool](w, `dispatchEvent(new Event("pagehide"))`)
	return evaluate[string](w, `new URLSearchParams(location.hash.slice(1)).get("m")`)
}

// still switches the animation off.
func (w *window) still() {
	w.t.Helper()
	evaluate[any](w, `void (document.querySelector("#animate").checked && document.querySelector("#animate").click())`)
}
