/*
Package expansion makes opening books by drop-out expansion: it always expands the position
at which play would soonest leave the book.

A Graph holds the positions of a book in the making. To expand a position is to search
the position after each of its moves and then to work out the scores of all positions
that lead to it. Next picks the position to expand: the one that is fewest plies away
from the start, where a move that is worse than the best one by some loss counts as
so many plies more (Graph.edgeCost). So both sides leave the book late where they play
well, and sooner the worse they play.

	Thomas R. Lincke, "Strategies for the Automatic Construction of Opening Books",
	Computers and Games 2000, LNCS 2063.

Not expanded are positions after moves that are too bad, after moves of a king that
can be undone (see package book), and those whose value is known: wins and losses, and
what the endgame databases have.

A search for a score sees nothing of the searches before it, so that a score depends
on the position, the engine and the limit of nodes alone. With one thread two builds
are the same to the byte. With more the order in which positions are expanded depends
on how long the searches take, but no score does.

A Builder expands with several searchers at a time, and a Work is one with a journal, so
that it can be interrupted. The searchers are supplied by the caller: this
package knows no engine.
*/
package expansion
