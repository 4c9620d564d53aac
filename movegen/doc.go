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
//
// # Words
//
// For those who come from chess, and for those who come from draughts:
//
//	man, king        the pieces. A flying king moves any distance along a
//	                 diagonal, a short one a single step
//	capture          a jump over a piece, or a chain of jumps; it must be made if
//	                 there is one. It is written from x to
//	majority         the duty to take the most pieces, or in Frisian the most value
//	quiet            a move or a position without a capture
//	shot             a sacrifice of pieces that forces captures and takes more back
//	promotion        of a man that ends its move on the last row; in some games it
//	                 promotes in passing and goes on capturing as a king
//	long diagonal    from corner to corner; a single king holds it to draw
//	ply              a move of one side; a move of both is two plies
//	opposition       the right parity of free moves, which decides many endings
//	zugzwang         to have to move is a loss; so common that there is no null move
//	ballot           an opening of two or three moves drawn by lot
//	perft            the number of lines of legal moves of a length, which proves a
//	                 move generator
//	FEN, PDN, Hub    how positions, games and talk with a board program are written
//	variant, rules   one of the games; a row of the table in variants.go
//	draw rules       repetition, and limits on moves without progress: drawtable.go
//	start            the position a game begins at
//	numbering        squares are 1 to 50 or 1 to 32; some games write a1 to h8
//	side to move     Turn; White or Black
//	Bits             a set of squares, the bitboard
//	ghost            a bit of the layout that is no square
//	hash             the Zobrist hash of a position
//	PV               principal variation: the best line of play found
//	window           alpha and beta, the scores that still matter
//	TT, table        the transposition table
//	quiescence       the search of captures beyond the nominal depth
//	network          the neural network of the evaluation (package eval/network)
//	phase            how far a game is from its start to an empty board
//	WLD, database    win, loss or draw for all positions of few pieces
//	probe            to look a position up in the table, a database or the book
//
// # For other programs
//
// Rules and their notations, Position, Move and Game stay as they are within a version 0.x. What
// is legal, and how FEN, Hub and PDN write it, is that of the rules of the game; the order of
// moves may change.
package movegen
