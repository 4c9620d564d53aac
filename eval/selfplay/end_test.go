package selfplay

import (
	"path/filepath"
	"testing"

	"stupol/book/endgame"
	"stupol/movegen"
)

// The databases end a game as soon as they know the outcome.
func TestDatabasesEndGames(t *testing.T) {
	r := quick(t, "frysk", 40)
	rules, err := movegen.Lookup(r.Variant)
	if err != nil {
		t.Fatal(err)
	}
	r.Endgames = endgame.Embedded(rules)
	r.NewSearcher = searchers(r.Header, r.Endgames)
	r.MinOpening, r.MaxOpening = 2, 6
	prober, ended := r.Endgames.Prober(), 0
	r.OnGame = func(g *Game) {
		p := g.Start
		for ply, m := range g.Moves {
			if value := prober.Probe(&p); ply > g.Opening && endgame.Certain(rules, &p, value) {
				t.Errorf("game %d goes on at ply %d, a %v", g.Number, ply, value)
			}
			p = rules.Play(&p, m)
		}
		want := movegen.Drawn
		switch value := prober.Probe(&p); {
		case !endgame.Certain(rules, &p, value):
			return
		case value == endgame.Win:
			want = movegen.WinFor(p.Turn)
		case value == endgame.Loss:
			want = movegen.WinFor(p.Turn.Opponent())
		}
		if g.Outcome != want {
			t.Errorf("game %d: %v by %s, want %v", g.Number, g.Outcome, g.Reason, want)
		}
		if g.Reason == ReasonEndgame {
			ended++
		}
	}
	play(t, r, filepath.Join(t.TempDir(), "games"))
	if ended == 0 {
		t.Error("the databases ended no game")
	}
}

// Games stop where they shall, without a result, unless they have ended before.
func TestStoppedGamesHaveNoResult(t *testing.T) {
	r := quick(t, "frysk", 20)
	r.MinOpening, r.MaxOpening, r.StopAfter = 2, 6, 40
	stopped := 0
	for _, g := range games(t, play(t, r, filepath.Join(t.TempDir(), "games"))) {
		checkGame(t, &g)
		switch ended := g.Outcome != movegen.Ongoing; {
		case ended && (g.Reason == ReasonStopped || len(g.Moves) > r.StopAfter),
			!ended && (g.Reason != ReasonStopped || len(g.Moves) != r.StopAfter):
			t.Errorf("game %d: %v by %q after %d plies", g.Number, g.Outcome, g.Reason, len(g.Moves))
		case !ended:
			stopped++
		}
	}
	if stopped == 0 || stopped == 20 {
		t.Errorf("%d games of 20 were stopped", stopped)
	}
	r.StopAfter = r.MaxOpening
	if err := r.Validate(); err == nil {
		t.Error("a game may stop within its opening")
	}
}
