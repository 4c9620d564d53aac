// Package endgame knows the outcome of every position with few pieces: the
// endgame databases. It builds them, stores them in files, checks them and
// answers for a position whether the side to move wins, draws or loses with
// best play.
//
// # Slices
//
// Positions are grouped by material into slices, such as "1m1k-2k": a man and
// a king of the side to move against two kings. Every rule set looks the same
// from both sides of the board, so a position with Black to move is turned
// round, with colours exchanged, and only positions with White to move are
// kept. Within a slice the positions are numbered without gaps; see layout.
//
// Both sides have pieces in a slice, and men are never on the row where they
// are crowned. Where the first king wins, slices have men only.
package endgame
