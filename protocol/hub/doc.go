// Package hub lets an engine speak the Hub protocol, version 2, with a
// graphical interface ("GUI") over a pair of pipes: see Serve. A Client is the other
// side: it has an engine search.
//
// # Lines
//
// A message is one line of text in either direction:
//
//	line  = command { space item } end-of-line
//	item  = name | name "=" value
//	value = bare | '"' any characters except '"' '"'
//
// A name without a value is a flag. A value with a space or an equals sign,
// or an empty one, needs quotes; others may have them. There is no way to
// put a quote inside a value, but the \" that one client writes is read as
// one. Any number of spaces, tabs and other control characters separate items. If an
// argument is repeated the last one counts; unknown commands and arguments are
// ignored.
//
//	pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 19-23 28x19x23"
//
// # Session
//
// No order is required: a go before the handshake or before init is answered, too.
//
//	hub                              id, one param for each parameter, wait
//	set-param name=… value=…         counts from the next init or go on
//	init                             ready
//	new-game                         clears what earlier searches have stored
//	pos pos=… [moves=…] [wolf=…]     or "pos start"; takes back all levels
//	level …                          adds a limit to the next search
//	go [think|ponder|analyze] [search-moves=…]
//	                                 info …, info …, done move=… [ponder=…]
//	ponder-hit                       the expected move was played, the clock runs
//	stop                             done
//	ping                             pong
//	quit                             the end, as is the end of the input
//
// Every go is answered by exactly one done. It has no move if the side to move is
// blocked, if the last pos could not be read (the position before it is not searched
// instead), or if one of the search-moves is illegal. Search-moves, an extension of
// our own, limits the search to the moves named. While a search runs, ping, stop and
// ponder-hit take effect at once; any other line ends the search first.
//
// After quit or the end of the input the session ends as soon as its answers have
// been read, or after a second in which nothing was read: the GUI may be gone while
// another program holds the other end of the output.
//
// # Limits
//
// Limits of one level line or several add up. They hold until the next pos or done.
// Without any the search continues until stop.
//
//	depth=n                       plies
//	nodes=n                       positions
//	move-time=s                   seconds for this move
//	[moves=m] time=s [inc=s]      the clock, and the moves to the next time control;
//	                              inc is added before the move
//	infinite                      none
//	handicap=n                    play 2n levels of skill worse
//
// # Parameters
//
//	variant      the game; all names and aliases of movegen.Lookup are understood
//	ponder       whether the GUI will ponder
//	threads      parallel searches
//	tt-size      log2 of the entries of the table; 16 bytes each, so 22 are 64 MiB
//	tt-mb        the size of the table in MiB, any number; 0: as tt-size says.
//	             If there is no memory for so large a table it is a smaller one,
//	             which an info line says before ready; its only argument is message
//	move-overhead
//	             milliseconds that pass between the end of a search and the
//	             moment the GUI takes the move for made; kept back from move-time
//	             and, for each move to come, from the clock
//	bb-size      the most pieces, of both colours, for which to look up who wins
//	             in endgame databases; 0: none
//	bb-dir       a folder of databases, as the whole name of it; embedded: those
//	             that are part of the program, which serve for what is not there
//	             too. A file that is damaged is told of in one error line, and
//	             play goes on without
//	bb-cache     MiB of memory for databases of bb-dir
//	multi-pv     how many of the best moves to report; with more than one, an
//	             info line ends with multipv= and the rank, and those of a depth
//	             come worst first, so that the last is the best
//	skill        how well to play: 1 is a beginner, 10 all there is
//	numbering    the corner, as White sees it, from which the GUI numbers the
//	             squares in moves; positions always begin at the top left
//
// A parameter may be set at any time and disturbs nothing else, with one
// exception: a position belongs to its variant, so a new variant reads the
// last pos again under its own rules, and if that fails there is no position
// until the next pos.
//
// # Boards of 8x8
//
// The protocol is silent about them. Here they have the same form as the
// large board: the side to move and 32 characters, square 1 at the top left
// as White sees it, and moves are written in the same numbers, unless the GUI
// sets another numbering. lidraughts-bot, known by the parameter initial-time
// that nobody else sends, gets the numbers of pydraughts unasked: those of
// Russian and Brazilian moves begin at the bottom left, those of English at the
// bottom right.
//
// # Clients
//
// What the engine writes stays inside what all known clients can read. It is
// printable ASCII; other characters, as in the name of a folder, are written
// as question marks. Items come in the order of Scan 3.1, the engine the
// clients were written for; no value is quoted that need not be, none holds an
// equals sign or a quote, and an engine never writes a flag. Lines are written
// one by one, and the one that ends an answer a little after the others (see
// writer).
package hub
