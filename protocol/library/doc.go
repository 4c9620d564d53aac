// Package library keeps games in one file, many of them, and finds them: by a position, by
// the moves they begin with, by a pattern of pieces, by players, events, years and results.
// The file is a database of SQLite; README.md beside this describes it for other programs.
//
// A Library is opened by Open or OpenReadOnly. Library.Add reads files of PDN, Library.Find
// goes through games, Library.Stats sums up how games went on from a position,
// Library.Game returns one to show or to write. Library.Remove only marks games:
// Library.Restore takes it back, and Library.Vacuum deletes what is marked.
//
// # Safety
//
// What Add has reported is in the file, whatever happens to the process or the machine.
// Several processes may use a file at once; one that writes waits for another that does.
// A Library may be used by several goroutines, one after the other.
//
// # How it is fast
//
// The moves of a game are kept with the pieces that they capture, so that it is replayed
// without looking for legal moves, in some nanoseconds a ply (moves.go). A pattern is
// looked for in all positions of all games in this way (find.go, package pattern). A position
// is found by its key (key.go), under which the first place of it in each game stands. What
// many games have done in a position is added up beforehand (tally.go).
//
// # For other programs
//
// Open, Add, Find and Stats, and the tables that are described here stay as they are within a
// version 0.x: a library that an older Stupol has written is read, or brought up to date.
package library
