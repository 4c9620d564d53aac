// Package pdn reads and writes games in Portable Draughts Notation, version 3.0. It
// also reads the many deviations from it that are found in files.
//
// # Files
//
// A file is a sequence of games in UTF-8 text:
//
//	file      = { game }
//	game      = { tag } line [ result ]
//	tag       = "[" name string "]"
//	line      = { note | number | ply { sign | nag | note } }
//	ply       = move | "/FEN" string "/" | "-"
//	note      = comment | "(" line ")"
//	number    = digits "." { "." }
//	move      = square "-" square | square "x" square { "x" square }
//	square    = digits | "a1" … "h8"
//	sign      = ( "!" | "?" ) { "!" | "?" } | "*" | "+" | "=" | "a.l." …
//	nag       = "$" digits
//	comment   = "{" any characters except "}" "}"
//	result    = "2-0" | "1-1" | "0-2" | "0-0" | "1-0" | "0-1" | "1/2-1/2" | "*"
//
// In a string, \" and \\ stand for the characters " and \. Between tokens
// there may be white space, and lines that begin with % are skipped. A
// variation, which is a line in parentheses, is an alternative to the ply
// before it. A ply "-" is an unknown move.
//
//	[White "Sijbrands"]
//	[Black "Wiersma"]
//	[Result "1-1"]
//	[GameType "20,W,10,10,N2,0"]
//
//	1. 32-28! {best} 19-23 (1... 18-23 2. 38-32 $7) 2. 28x19 14x23 1-1
//
// # Reading
//
// A Reader accepts much more. Package plain tells encodings apart and reads the JSON of
// lidraughts.org; places in such a file are those in the PDN that it stands for. Tags may be in any order, go over a line end, lack quotes or
// brackets or be missing; moves may have leading zeros, white space around their
// signs, any hyphen, : or * for x, or no signs at all (3228, 32 28, a3b4, ac5),
// and squares capitals or Cyrillic letters; numbers of moves a parenthesis; results may have any form in use, 2:0,
// 0.5-0.5, ½-½. A game without a result ends at the next tag, or at the next
// number 1 after an empty line.
//
// The rule is that nothing is lost and nothing made up. A word is read whole or
// not at all, never a part of it as something else. What is not understood is
// kept as a comment and reported as an Error in Game.Faults, so that one bad game
// does not affect the others: every character belongs to something that was read
// or to something that was reported. A number without a dot is one of a move only
// if a move follows that has this number, one with a dot that no move follows if the next
// move would have it. What stands behind the result in its line is of the game that ended, and
// so are comments below it with an empty line behind them. A result that contradicts the tag
// Result, or the result before it, is reported, and the tag stays. Another tag of the same name
// is reported, and both stay. A variation
// whose number says that it goes on after the ply before it, as some programs
// write, is played after it if it is legal there, and stays where it is written;
// one with the number of neither is reported, and keeps it.
//
// What the text does not determine is not written either. A capture of which only
// the ends are given is the one that the later moves fit, or else ambiguous: a
// fault, and written as it was. One whose first jump alone is written is played if only one
// begins so, and a quiet move that is written as a capture as well: both are in Replay.Odd.
// Moves after a fault stay as they are. A game that
// does not say which it is, and can be replayed by several rules, stays without a
// game type, and its moves as they are written. FuzzNothingIsLostOrMadeUp holds all this for
// what is read, and for what is written and reported FuzzNothingIsLostOnTheOutput of package
// archive, with tests like it of libraries and analyses; their comparison is in package pdntest.
//
// What a Writer writes is never read as JSON or as no text. A game that begins with a comment
// such as {"a": 1} has a line of % alone before it.
//
// By PDN a result names White's points first. Where Black begins, as in English draughts,
// many files name the first player's: a Survey tells by the games of a file which it is, and
// turns them.
//
// Reading takes time in proportion to the input. It keeps one game in memory: what
// exceeds 16 MiB of text, 250,000 plies and notes, 1000 tags, or variations nested
// 100 deep is dropped with a fault.
//
// Reading does not check that moves are legal: Game.Replay does. A game that was
// read can be written unchanged.
//
// # For other programs
//
// Reader, Game, Replay and Record stay as they are within a version 0.x. What is read is to grow:
// a file that has a fault today may be understood tomorrow. What is written stays within the
// standard.
package pdn
