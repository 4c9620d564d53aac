package pdn

import "stupol/movegen"

// Notation is a way to write moves.
type Notation uint8

// The notations.
const (
	Usual     Notation = iota // as GameType prescribes: algebraic in Russian, Brazilian and Czech
	Numeric                   // 32-28, 28x19
	Algebraic                 // c3-d4, e3xc5; on 8x8 boards only
	Hub                       // 28x10x14x23: as Numeric, and every captured piece after the ends
)

// moveText returns the legal move m of p as the moves of a game are written.
func (n Notation) moveText(r *movegen.Rules, p *movegen.Position, m movegen.Move) string {
	switch {
	case r.Size == 8 && (n == Algebraic || n == Usual && r.Algebraic):
		return r.AlgebraicMove(p, m)
	case n == Hub:
		return labelsOf(r).text(r.HubMove(m))
	default:
		return labelsOf(r).text(r.PDNMove(p, m))
	}
}
