// Package reason says why a move is a mistake: one Reason of a closed list, with facts that anybody
// can check who replays a line by the rules and counts pieces.
//
// A Case is what is known of the mistake: the position, the move that was played, and what the
// search of an engine found after it and after the better move. Find looks for the reason, and
// Reason.Check looks whether one holds.
//
// # What is proved
//
// An engine says how much a move costs and by which line, but not why. Here a search of its own
// counts nothing but pieces, a king as three men, or two where it is no flying king. It looks at all
// moves of both sides to a depth, and at captures and forced moves to their end. What it says is
//
//	v(m, d)   by how many men the side that moved is ahead after the move m, if both sides
//	          play the next d moves that are not forced as well as they can, counting pieces
//
// The reason is material if v(played, d) < v(better, d), and a piece is lost if v(played, d) is also
// less than what there was before the move, and v(better, d) is not; one could have been won if
// v(played, d) is the same as before and v(better, d) is more. It must be so for at least three depths,
// one after the other, up to the last that is looked at: the seventh or more, or as far as the nodes
// reach. The line of the least of these depths is the one that is shown: its moves are best for both
// sides, as far as pieces are concerned. Later is the same, not after the moves but where the lines of
// the engine end.
//
// Where nothing is proved nothing is claimed: LongRun says what the line of the engine says, and
// Worse that there is no more to say.
//
// # Words
//
// "Gives" and "takes" count the pieces that the side which gains loses and captures in the line. A
// shot begins with a move that captures nothing, after which the other side must capture.
package reason
