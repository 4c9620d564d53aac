package watch

import (
	"net/http/httptest"
	"testing"

	"stupol/bench/match"
)

// BenchmarkFrame makes what watchers are sent in half a second: of a match of 40 games, two of them being played, each a move further.
func BenchmarkFrame(b *testing.B) {
	s := newServer(Options{}, 0, patience)
	m := newMatch(b, 40, "new")
	m.Adjudication.MaxMoves, m.Concurrency, m.SPRT = 40, 1, &match.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	standings := m.Standings()
	s.Begin(m, standings, nil)
	var last match.Game
	m.OnPly = func(_ int, g match.Game) { last = g }
	m.OnGame = func(g *match.Game) error {
		s.Finished(g, standings)
		return nil
	}
	if err := m.Run(b.Context(), standings, nil); err != nil {
		b.Fatal(err)
	}
	plies := last.Plies
	for n := 0; b.Loop(); n++ {
		last.Plies = plies[:n%len(plies)+1]
		s.Ply(1, last)
		s.Ply(2, last)
		f := s.frame()
		for range 10 {
			o := &stream{w: httptest.NewRecorder()}
			_, o.err = o.w.Write(f.state)
		}
	}
}
