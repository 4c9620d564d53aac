package match

import (
	"testing"

	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search/balanced"
)

// BenchmarkSelf plays games between two engines in this process, one at a time.
func BenchmarkSelf(b *testing.B) {
	r := movegen.International()
	m := &Match{
		Rules: r, Openings: &RandomOpenings{
			Rules: r, Seed: 1, Plies: balanced.UsualPlies(r), Balance: balanced.UsualBalance, Nodes: balanced.UsualNodes,
		},
		Engines: []peer.EngineConfig{
			{Name: "a", Protocol: peer.Self, Limits: peer.Limits{Nodes: 1000}},
			{Name: "b", Protocol: peer.Self, Limits: peer.Limits{Nodes: 900}},
		},
	}
	games := 0
	for b.Loop() {
		m.Rounds = 10
		s := m.Standings()
		if err := m.Run(b.Context(), s, nil); err != nil {
			b.Fatal(err)
		}
		games += s.Counted()
	}
	b.ReportMetric(float64(games)/b.Elapsed().Minutes(), "games/min")
}
