// Package retrograde makes endgame databases and checks them. Package endgame reads
// what it writes.
//
// # Values
//
// A slice and its opposite are solved together, after all slices that their
// captures and promotions lead to. A first pass gives a value to each position
// that has one by a capture, a promotion or for want of moves, and counts the
// moves of the others. From there wins and losses spread backwards (retrograde
// analysis): the quiet moves that lead to a position with a new value are taken
// back. What is left is a draw.
//
// # Distances
//
// Distances spread in the same way, but one ply a round, so that a won position
// is reached by the shortest way and a lost one by the longest.
//
// # Files
//
// Each slice is written as soon as it is solved. A build that was interrupted goes
// on with the first file that is missing or damaged. With five pieces and more
// only the values that are still needed stay in memory.
//
// Pairs of slices can be divided among processes that share a folder. Each builds
// its pairs in the order of all and waits for those of others that it needs, so
// that the first pair of all that is missing can always be built.
//
// # Verification
//
// Verify derives every value and every distance again from the legal moves. It
// shares nothing with the solver but the numbers of the positions.
package retrograde
