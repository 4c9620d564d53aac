// Package terminal lets a person play against the engine in lines of text.
//
// # A session
//
// Run reads lines: moves and commands. After a move of the person the engine
// replies at once. A line is
//
//	32-28           a move, as it is written in the game: c3-d4 in Russian
//	32, 32-2, 28    as much of it as fits one legal move: its beginning, or where it ends
//	2               the second of the moves to choose from, after an ambiguous one
//	?               a command; this one lists them all
//
// Of a line that is neither the session says why, and nothing changes.
//
// # The game
//
// It is drawn by its draw rules at once, without a claim. A draw offer is accepted
// by an engine that is not better off; the engine itself neither offers draws nor
// resigns. With a clock, which goes by the rule of search.Clock, a side whose time is up
// loses, whatever is on the board. Undo takes back moves, but not the time that the person
// has thought: its clock goes on with what it had at that position less all that was used
// since. The engine has the time again that it had there.
//
// # Saving
//
// After every move, and at the end, Options.Files gets the whole game as PDN. Its tag StupolPlay says
// who plays which side at what level, and comments what the clocks showed, so that
// Resume takes the game up as it was.
//
// # Output
//
// In plain output there is a line for everything that happens, and a board only on
// request: for pipes and for those who listen to a screen reader. Otherwise the board
// is drawn when a person is to move, in colours if the terminal has them.
package terminal
