package selfplay

import (
	"testing"

	"stupol/movegen"
)

// BenchmarkGame plays games with the default settings on one thread.
func BenchmarkGame(b *testing.B) {
	for _, rules := range []*movegen.Rules{movegen.International(), movegen.Variants()[7]} {
		b.Run("variant="+rules.Name, func(b *testing.B) {
			h := Default(rules)
			r := Run{Header: h, NewSearcher: searchers(h, nil)}
			openings, err := r.openings()
			if err != nil {
				b.Fatal(err)
			}
			p, err := r.player(openings)
			if err != nil {
				b.Fatal(err)
			}
			number, plies := 0, 0
			for b.Loop() {
				g, err := p.play(b.Context(), number)
				if err != nil {
					b.Fatal(err)
				}
				number, plies = number+1, plies+len(g.Moves)
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
		})
	}
}
