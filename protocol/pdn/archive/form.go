package archive

import (
	"slices"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
)

// A Form is how to write games: the notation of moves, and the fields of a pdn.Writer.
type Form struct {
	Notation            pdn.Notation
	Width               int
	Strict, CRLF, Colon bool
}

// Text is Rewriter.Text: the game in the standard form. If its rules are not known its moves
// stay as they are.
func (f Form) Text(g *pdn.Game, r *movegen.Rules, sure bool) (text string, faults []*pdn.Error) {
	if r == nil {
		g = g.Tidy()
	} else {
		replay := g.Replay(r)
		faults = slices.Concat(replay.Faults, replay.Odd)
		if sure {
			g = replay.Normal(f.Notation)
		} else {
			g = replay.NormalGuess(f.Notation)
		}
	}
	var b strings.Builder
	w := pdn.NewWriter(&b)
	w.Width, w.Strict, w.CRLF, w.Colon = f.Width, f.Strict, f.CRLF, f.Colon
	_ = w.Write(g) // to a Builder
	return b.String(), faults
}
