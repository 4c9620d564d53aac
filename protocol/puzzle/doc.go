// Package puzzle judges problems: positions in which one way alone wins. It tells composers
// whether theirs are sound, finds new ones in games, and has sets of them for all games.
//
// # Sound problems
//
// A problem is a position and what the side to move is to reach, the win unless it is said to
// be a draw. The side to move is the solver. A [Checker] walks down its main line, which is
// the solution of the author or else the best play that the search finds. At each move of
// the solver it compares the move of that line with all others:
//
//	no solution  no move wins, or the author's does not
//	cook         another first move wins as well
//	dual         another move wins as well later on
//
// These faults make a problem unsound. Others are notes, which only strict judges count:
//
//	late dual    a dual at the end: see below
//	side dual    a dual after a reply that is not the one of the main line
//	landing      a king that captures the same pieces may as well stop elsewhere
//	unclear      another move may win: the search has not told
//
// Moves that lead to the same position are one move. So the way of a capture never matters,
// nor which of several pieces comes to stand where they all may.
//
// Where the author gives a solution, it is checked to its end. A dual of its last move is
// late, and any dual once the gain is there: the solver has more material than at the start
// and nobody can capture. If a search of the author's move does not see that it wins, the
// positions of the solution are searched from its end and the move again: what the author
// knows is not to be missed.
//
// Without a solution the line ends when the gain is there, and at the first move of which
// there are several while neither side can capture and the solver has not fewer pieces, by
// comparison, than at the start; these are late duals, or nothing to tell of where the
// endgame databases know the position. It also ends with the game.
//
// A move wins if its score is a proven win, or stands for a chance of at least
// [WinningChance] by the formula of package analysis. It is clearly worse if its chance is
// at most [WorseChance]. A move between them is searched again, four times as long. There is no
// solution if the best chance is at most [NoChance]; else the solution is unclear. Material
// alone says nothing.
//
// # New problems
//
// A [Maker] looks at all positions of games: a quick search sees one good move and a second
// search sees that the others are bad. What a Checker then finds sound by strict rules, of
// two moves at least and not all of them forced, is a [Puzzle]. Its theme is an endgame if
// there are few pieces, a shot if pieces are given and more are taken back, a breakthrough
// if a man becomes a king, and else a gain. How hard it is, is how many nodes a search needs until its
// choice is the first move for good, with a score that is a win: see [Rate].
package puzzle
