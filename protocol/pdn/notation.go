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

// algebraic reports whether n names the squares of r like c3.
func (n Notation) algebraic(r *movegen.Rules) bool {
	return r.Size == 8 && (n == Algebraic || n == Usual && r.Algebraic)
}

// gameTypeField returns what GameType says of n: a letter, and in which corner
// square 1 or a1 is from the view of the side that begins.
func (n Notation) gameTypeField(r *movegen.Rules, first movegen.Color) string {
	algebraic, turned := n.algebraic(r), numberingOf(r) != numbering{}
	switch {
	case algebraic && first == movegen.White:
		return "A0"
	case algebraic:
		return "A3"
	case turned == (first == movegen.White):
		return "N1"
	default:
		return "N2"
	}
}

// Move returns the legal move m of p as the moves of a game are written. The rules number
// the squares as movegen does.
func (n Notation) Move(r *movegen.Rules, p *movegen.Position, m movegen.Move) string {
	switch {
	case n.algebraic(r):
		return r.AlgebraicMove(p, m)
	case n == Hub:
		return numberingOf(r).text(r.HubMove(m))
	default:
		return numberingOf(r).text(r.PDNMove(p, m))
	}
}
