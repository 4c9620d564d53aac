// Package movegen is the game itself: board, rule sets, legal moves, the
// record of a game with its draw rules, and every notation for positions and
// moves. It imports nothing of Stupol and is exact: what it calls legal is
// legal by the rules of the federation that governs the variant.
//
// # The board
//
// A position is three sets of squares. All boards, 10x10 and 8x8, share one
// layout of 63 bits in which ghost squares separate the rows:
//
//	   0   1   2   3   4   (5)
//	 6   7   8   9  10  (11)(12)
//	  13  14  15  16  17  (18)
//	19  20  21  22  23  (24)(25)
//	  26  27  28  29  30  (31)
//	32  33  34  35  36  (37)(38)
//	  39  40  41  42  43  (44)
//	45  46  47  48  49  (50)(51)
//	  52  53  54  55  56  (57)
//	58  59  60  61  62  (63)
//
// A diagonal step is a shift by 6 or 7, a step along a row or a file of dark
// squares (Frisian captures) a shift by 1 or 13. A step off the board ends on
// a ghost, which is never empty and never occupied, so edges need no tests.
// An 8x8 board is the part with the first four squares of the first eight
// rows. There are no tables of rays and no magic numbers: sets of pieces move
// all at once.
package movegen
