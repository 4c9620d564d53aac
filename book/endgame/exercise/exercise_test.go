package exercise

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

func variant(t *testing.T, name string) *movegen.Rules {
	t.Helper()
	r, err := movegen.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSets compares all exercises with the databases: what is won, how soon, and with how many only
// moves; none twice, and the easy ones first.
func TestSets(t *testing.T) {
	for _, r := range movegen.Variants() {
		set := Set(r)
		if len(set) < 10 {
			t.Errorf("%s has %d exercises", r.Name, len(set))
		}
		m := maker{endgame.Embedded(r).Prober(), r}
		for i, e := range set {
			got, ok := m.exercise(e.Start)
			if got.Name = e.Name; !ok || got != e || !e.isHard() && e.Name == "" {
				t.Errorf("%s, %s: by the databases %d plies, %d only moves, %v", r.Name, e.String(r), got.Plies, got.Only, ok)
			}
			if i > 0 && harder(set[i-1], e) > 0 {
				t.Errorf("%s: %s stands behind a harder one", r.Name, e.String(r))
			}
			if again, err := Parse(r, e.String(r)); err != nil || again != e {
				t.Errorf("%s is read as %+v: %v", e.String(r), again, err)
			}
			if slices.Contains(set[:i], e) {
				t.Errorf("%s: %s is there twice", r.Name, e.String(r))
			}
		}
	}
}

// TestJudge plays exercises to their end: by the best moves, of which each is said to win in a move
// less, and by any that are said to win, after each of which it is still won.
func TestJudge(t *testing.T) {
	for _, r := range movegen.Variants() {
		set := Set(r)
		pr := endgame.Embedded(r).Prober()
		for _, e := range []Exercise{set[0], set[len(set)/2], set[len(set)-1]} {
			g := movegen.NewGameFrom(r, e.Start, nil)
			for left := e.Plies; ; left -= 2 {
				best, _, _ := pr.Best(g.Position(), g.LegalMoves(nil))
				g.Push(best[0])
				a, err := Judge(pr, g)
				if err != nil || !a.Wins || a.Left != (left-1)/2 {
					t.Fatalf("%s, %v: %+v, %v; want %d moves", e.String(r), g.Moves(), a, err, (left-1)/2)
				}
				if len(a.Line) == 0 {
					break
				}
				g.Push(a.Line[0])
				if g.Result().Outcome != movegen.Ongoing { // where who has no move wins
					break
				}
			}
		}
	}
}

// TestJudgeTellsMistakes tries all moves of a position: those win that the databases say.
func TestJudgeTellsMistakes(t *testing.T) {
	r := variant(t, "english")
	pr := endgame.Embedded(r).Prober()
	for _, e := range Set(r) {
		g := movegen.NewGameFrom(r, e.Start, nil)
		for _, m := range g.LegalMoves(nil) {
			g.Push(m)
			a, err := Judge(pr, g)
			if want := pr.Probe(g.Position()) == endgame.Loss; err != nil || a.Wins != want || !want && len(a.Line) == 0 {
				t.Errorf("%s, %s: %+v, %v", e.String(r), r.HubMove(m), a, err)
			}
			g.Pop()
		}
	}
}

func TestJudgeOfTooManyPieces(t *testing.T) {
	g := movegen.NewGame(variant(t, "english"))
	if _, err := Judge(endgame.Embedded(g.Rules()).Prober(), g); err == nil {
		t.Error("the start is judged")
	}
}

// TestParseRefuses reads lines that are no exercises.
func TestParseRefuses(t *testing.T) {
	for _, line := range []string{"", "W:WK1:BK9", "W:WK1:BK9; 7", "W:WK1:BK9; x; 2", "7; 2", "W:W99:BK9; 7; 2"} {
		if e, err := Parse(variant(t, "english"), line); err == nil {
			t.Errorf("%q is %+v", line, e)
		}
	}
}

// TestMake makes the exercises of a game anew, and others with another seed; and stops.
func TestMake(t *testing.T) {
	r := variant(t, "breakthrough")
	db := endgame.Embedded(r)
	made, err := Make(t.Context(), db.UpTo(3), 10, 2, 1)
	again, _ := Make(t.Context(), db.UpTo(3), 10, 1, 1)
	other, _ := Make(t.Context(), db.UpTo(3), 10, 2, 2)
	if err != nil || len(made) == 0 || len(made) > 10 || !slices.Equal(made, again) || slices.Equal(made, other) || !slices.IsSortedFunc(made, harder) {
		t.Errorf("%v, %v; again %v; with another seed %v", made, err, again, other)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Make(ctx, db, 10, 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestJudgeCountsMoves has a winner go to and fro: as soon as a draw rule leaves too few moves nothing
// is said to win, and what is said to win is won by the best moves.
func TestJudgeCountsMoves(t *testing.T) {
	r := variant(t, "russian")
	pr := endgame.Embedded(r).Prober()
	g := movegen.NewGameFrom(r, Set(r)[0].Start, nil) // 15 moves for 12
	last := Answer{Wins: true}
	for moves := 0; g.Result().Outcome == movegen.Ongoing; moves++ {
		legal := g.LegalMoves(nil)
		for i, m := range legal { // the first that wins by the databases alone
			next := r.Play(g.Position(), m)
			if pr.Probe(&next) == endgame.Loss || i == len(legal)-1 {
				g.Push(m)
				break
			}
		}
		a, err := Judge(pr, g)
		if err != nil || a.Wins && !last.Wins || moves > 30 {
			t.Fatalf("%v: %+v after %+v, %v", g.Moves(), a, last, err)
		}
		if last = a; len(a.Line) > 0 {
			g.Push(a.Line[0])
		}
	}
	if end := g.Result(); last.Wins || end.Outcome != movegen.Drawn {
		t.Errorf("%+v, %+v: want a draw by rule that was foreseen", end, last)
	}
}

// TestSetsPlayed plays the exercises with any moves that win, and the opponent's answers: each game ends,
// also where a king that has moved thrice may not play what the databases would.
func TestSetsPlayed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range movegen.Variants() {
		pr := endgame.Embedded(r).Prober()
		games := 40
		if r.KingRunLimit != 0 {
			games = 400
		}
		for range games {
			e := Set(r)[rng.IntN(len(Set(r)))]
			g := movegen.NewGameFrom(r, e.Start, nil)
			for mistakes := 0; g.Result().Outcome == movegen.Ongoing && mistakes < 20; {
				moves := g.LegalMoves(nil)
				g.Push(moves[rng.IntN(len(moves))])
				a, err := Judge(pr, g)
				if err != nil {
					t.Fatalf("%s, %v: %v", e.String(r), g.Moves(), err)
				}
				switch {
				case !a.Wins: // the page has it taken back
					g.Pop()
					mistakes++
				case len(a.Line) > 0:
					g.Push(a.Line[0])
				}
			}
		}
	}
}
