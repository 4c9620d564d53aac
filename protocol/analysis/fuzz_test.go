package analysis

import (
	"io"
	"strings"
	"testing"

	"stupol/protocol/pdn"
)

// FuzzAnnotated analyzes all sorts of games: what can be replayed can still be replayed
// with the annotations, and nothing else becomes a fault.
func FuzzAnnotated(f *testing.F) {
	for _, file := range []string{internationalGame, russianGame, englishGame, endgameGame} {
		f.Add(file)
	}
	f.Add("[GameType \"20\"]\n\n1. 32-28 - /FEN \"B:W31,32:B1,2\"/ 1-7 {[%eval} (1... 2-8) 31-27 $7 $7 ( ) *")
	f.Add("[GameType \"21\"]\n\n{32} /FEN \"B:W31,32:B1\"/ $7 (1. -) *")
	f.Add("[GameType \"28\"]\n[FEN \"W:W12,K3:B24,23,22,21\"]\n\n1. 12-16 *")
	f.Add("[GameType \"40\"]\n[FEN \"W:W31,K28:B2,K14:K28=2,K14=1\"]\n\n1. 28-32 14-20 *")
	f.Fuzz(func(t *testing.T, text string) {
		const longest = 40 // plies
		records, err := pdn.ReadAll(strings.NewReader(text))
		if err != nil || len(records) != 1 || len(records[0].Plies) > longest {
			return
		}
		r := records[0].GuessRules(nil)
		g := NewGame(records[0], 1, r, Plies{})
		a := newAnalysis([]*Game{g})
		a.Nodes = 1
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		once := g.Annotated()
		before, after := g.Record.Replay(r).Faults, once.Replay(r).Faults
		if len(before) != len(after) {
			t.Errorf("%d faults become %d:\n%s\n%s", len(before), len(after), g.Record, once)
		}
		if err := WriteReport(io.Discard, []*Game{g}, About{}); err != nil {
			t.Error(err)
		}
		for i, p := range once.Plies {
			if p.Text == "" && len(p.NAGs) > len(g.Record.Plies[i].NAGs) {
				t.Errorf("a setup has new glyphs:\n%s\n%s", g.Record, once)
			}
		}
	})
}
