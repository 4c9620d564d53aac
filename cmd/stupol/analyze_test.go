package main

import (
	"testing"

	"stupol/bench"
	"stupol/book/endgame"
	"stupol/cmd/flags"
	"stupol/eval"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/pdn"
)

// missableShots are numbers of shots, from 0, of which the first other move loses at
// least 0.15 of the chances according to searches of 2 million nodes for each of both.
// In many of the others the side that misses the shot is far ahead all the same.
var missableShots = []int{
	1, 2, 3, 4, 12, 16, 17, 19, 20, 21, 23, 24, 25, 28, 29, 32, 33, 37, 38, 43, 46, 47,
	48, 49, 52, 104, 106, 107, 110, 112, 114, 115, 116, 117, 118, 119, 120, 121, 123,
	125, 126, 127, 128, 129, 130, 133, 134, 135, 137, 138,
}

// TestMissedShots lets a player miss shots: the analysis must call nearly all of these
// moves mistakes or blunders, with the shot as the better move, or one that wins as surely.
func TestMissedShots(t *testing.T) {
	skipUnderRace(t)
	const most = 1 // that it may miss too
	each := 6      // of the shots, as each takes half a second
	if testing.Short() {
		each = 8
	}
	all, err := bench.Shots(nil)
	if err != nil {
		t.Fatal(err)
	}
	var shots []bench.Shot
	for i, n := range missableShots {
		if i%each == 0 {
			shots = append(shots, all[n])
		}
	}
	var games []*analysis.Game
	knowledge := map[*movegen.Rules]analysis.Knowledge{}
	for i, s := range shots {
		games = append(games, analysis.NewGame(missing(t, s), i+1, s.Rules, analysis.Plies{}))
		knowledge[s.Rules] = analysis.Knowledge{Eval: eval.Default(s.Rules), Endgames: endgame.Embedded(s.Rules)}
	}
	a := analysis.New(games, knowledge)
	a.Nodes, a.Threads = 100_000, flags.ThreadsOr(0)
	if err := a.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, g := range games {
		s, j := shots[i], g.Judgements()[0]
		if got := s.Rules.HubMove(j.Best[0]); j.Verdict >= analysis.Mistake && (got == s.Move || j.Loss > 0.95) {
			found++
		} else {
			t.Logf("%s: %v, a loss of %.3f, better %s, want %s", s.FEN, j.Verdict, j.Loss, got, s.Move)
		}
	}
	if found < len(shots)-most {
		t.Errorf("%d of %d were found", found, len(shots))
	}
}

// missing returns a game in which one side could play the shot s and plays the first
// other move.
func missing(t *testing.T, s bench.Shot) *pdn.Game {
	t.Helper()
	p, err := s.Rules.ParseFEN(s.FEN)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.Rules.Moves(nil, &p) {
		if s.Rules.HubMove(m) != s.Move {
			g := movegen.NewGameFrom(s.Rules, p, nil)
			g.Push(m)
			return (&pdn.Record{Game: g}).PDN()
		}
	}
	t.Fatalf("%s: no other move", s.FEN)
	return nil
}
