//go:build !js

package pdn

import (
	"stupol/book/endgame"
	"stupol/movegen"
)

// knownWinner returns who wins in p by the databases in the program; Ongoing if they do not
// have it, or it is a draw.
func knownWinner(r *movegen.Rules, p *movegen.Position) movegen.Outcome {
	v := endgame.Embedded(r).Prober().Probe(p)
	switch {
	case !endgame.Certain(r, p, v):
	case v == endgame.Win:
		return movegen.WinFor(p.Turn)
	case v == endgame.Loss:
		return movegen.WinFor(p.Turn.Opponent())
	}
	return movegen.Ongoing
}
