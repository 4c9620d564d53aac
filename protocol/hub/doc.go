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
// A name without a value is a flag. A value that is empty or has a space or an equals
// sign needs quotes; others may have them. A value cannot hold a quote, but the \" of
// one client is read as one. White space and control characters separate items, in every
// script; numbers may have the digits of any. Of repeated arguments the last one counts;
// unknown commands and arguments are ignored.
//
// Values of parameters are UTF-8, or whatever bytes the GUI has sent: they are written as
// they were read.
//
// An item that is malformed or wrong is reported and is lost alone, the others count; a line
// has one error, whatever is wrong with it. A position is one thing: if part of it is lost
// there is none.
//
//	pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 19-23"
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
//	moves                            moves count=… list=…
//	state                            state variant=… turn=… result=… …
//	ping                             pong
//	quit                             the end, as is the end of the input
//
// Every go is answered by exactly one done. It has no move if the side to move is
// blocked, if the last pos could not be read (the position before it is not searched
// instead), or if none of the search-moves is legal. Search-moves, an extension of our
// own, limits the search to these moves. While a search runs, ping, moves, state, stop and
// ponder-hit take effect at once; any other line ends the search first.
//
// Moves and state are extensions too, for programs without rules of their own. Both tell of the
// last pos: the legal moves, as they are written in moves; the variant, the side to move, the result
// (none, white, black or draw) with its reason, how often the position has occurred, and as draw-in
// how many plies are left until a rule of counting draws the game, where one runs. Where there is no
// position both are bare.
//
// # Limits
//
// Limits of one level line or several add up. They hold until the next pos or done.
// Without any the search continues until stop; but if there is none because a limit could
// not be read, for a second. Seconds may have a unit: move-time=50ms.
//
//	depth=n                       plies
//	nodes=n                       positions
//	move-time=s                   seconds for this move
//	[moves=m] time=s [inc=s]      the clock, and the moves to the next time control;
//	                              inc is not yet in time, but added before the move, so
//	                              that it may take both together (search.Clock)
//	infinite                      none: neither the book nor a forced move ends the search either
//	handicap=n                    play 2n levels of skill worse
//
// # Parameters
//
// Those of the engine are in package params. If there is no memory for its table it is
// smaller, which an info line with a message says before ready. With more than one
// multi-pv an info line ends with multipv= and the rank, the best last. Besides these:
//
//	variant      the game; all names and aliases of movegen.Lookup are understood
//	ponder       whether the GUI will ponder
//	numbering    the corner, as White sees it, from which the GUI numbers the
//	             squares in moves; positions always begin at the top left
//
// A parameter may be set at any time. A position belongs to its variant: a new variant
// reads the last pos again under its own rules, and if that fails there is no position
// until the next pos. A new numbering is that of the moves from then on; the position
// stays.
//
// # Boards of 8x8
//
// The protocol does not mention them. Here a position is the side to move and 32
// characters, square 1 at the top left as White sees it, and moves have the same
// numbers unless the GUI sets another numbering.
//
// # Clients
//
// The engine writes only what all known clients can read: see writer and Message.String.
//
// # For other programs
//
// Serve with an Engine, NewClient and Parse stay as they are within a version 0.x. The lines are
// those of the protocol with what is said here; parameters may be added.
package hub
