/*
Package book is the opening book: the scores of the moves of known positions, and
the choice of a move among them. Package book/expansion makes books.

# The graph

A book is a graph of expanded positions. It begins at the start position, and
positions that several lines of play lead to are one (a transposition). All legal
moves of an expanded position are in the book, each with

  - its own score: what a search of the position after it found,
  - its score: if the position after it is expanded, what its best move is worth;
    otherwise its own score,
  - whether the position after it is expanded.

Scores are in hundredths of a man, for the side to move. Those beyond ±8000 are wins
and losses as in package search: nearer to 0 by one with every ply that the win is
further away.

A position after a move of a king that captures nothing is never expanded. All other
moves cannot be undone, so no line of the book comes back to a position: there are
no cycles, and no draws by repetition within the book.

# Positions

A position is stored as the side to move sees it, as White to move; for Black the
board is turned (movegen.Rules.Turned). Its key is the XXH64 hash, with seed 0, of four
little-endian words of 64 bits, in which bit n-1 stands for square n: the men of the
side to move, its kings, the men of the other side, its kings. A Frisian position in
which moves of a king are counted is in no book.

The moves of a position are in order of the square they start at, then of the one
they end at, then of the captured squares as a number with bit n-1 for square n.

# The file

All numbers are little-endian.

	8 bytes  "STUPOLBK"
	4        version, 1
	4        CRC-32C (Castagnoli) of all that follows
	4        length of the header
	4        number of positions
	n        the header, as JSON: see Header

Then the positions follow, in order of their keys:

	8 bytes  key
	1        number of moves
	2m       the own score of each move, as a signed number
	m/8      a bit for each move, the lowest of the first byte first, rounded up
	         to bytes: the position after it is expanded
	2e       the score of each move whose bit is set, as a signed number

Read checks all of that. Verify also plays the moves and compares every score with
those it follows from.

# In play

Choose takes the move with the best score or, with a margin, one of those that are
not much worse, the better the likelier. The book answers as long as the position
after its best move is expanded: from then on a search knows more.

# For other programs

Embedded, Read and the moves that a Book has for a position stay as they are within a version
0.x. A file that an older Stupol has written is read or refused, never misread. How books are
built is Stupol's own.
*/
package book
