// Package dxp plays draughts against another program over TCP, in the
// DamExchange protocol (DXP) of Layes and Mesander. Serve and Connect play with an
// engine. An Initiator plays moves that its user finds, as a match does.
//
// # Frames
//
// A frame is 1 to 127 bytes of ASCII and a NUL. The first byte says which of
// seven messages it is; the fields that follow have fixed widths, numbers
// filled up with zeros on the left. W (wit) is White, Z (zwart) is Black.
//
//	R 01 name:32 follower:W|Z minutes:3 moves:3 A           game request
//	R 01 name:32 follower:W|Z minutes:3 moves:3 B turn:W|Z squares:50
//	A name:32 code                                          its answer
//	M seconds:4 from:2 to:2 captured:2 square:2...          move
//	E reason stop                                           end of the game
//	C text                                                  chat
//	B move:3 turn:W|Z                                       take back
//	K code                                                  its answer
//
// The squares of a position are w and z for men, W and Z for kings, e for
// none. A request says what colour the follower has. Minutes are for the whole
// game, for each side; 000 is taken for one, because some programs round a
// shorter time down to it. Moves are for each side; 000 is no limit.
//
//	R01Stupol                          W005075A
//	AMoby Dam                        0
//	M000128190123    28x19 over 23, thought about for a second
//	E10              I lose, and am ready for another game
//
// # Session
//
// One side, the initiator, asks for games; the other, the follower, accepts
// or refuses. Which of them listened on TCP is another matter. A connection
// carries any number of games, one after the other. The side to move sends
// its move, or the end of the game in its place, which the other must
// confirm with an end of its own. Each side keeps both clocks.
//
// What we send follows the protocol exactly. What we receive may be split or joined
// in any way; numbers may have spaces for zeros, minutes a fraction, a move no time,
// a frame a line end. A frame that makes no sense is answered by chat. Old programs
// lose a frame that arrives together with another. So we wait between two frames
// unless the peer has answered the first (see Conn).
//
// With a Hand the moves are found elsewhere, by people perhaps, who also chat and take moves back
// when both agree. Neither the protocol nor a session knows a game that goes on after the line has
// dropped; who keeps the game can ask for one, or take one, from where it was.
//
// # Limits
//
// The protocol has no passwords: on an open port anybody may play, one peer at a time.
// A peer that exceeds one of these limits gets a chat with the reason, and in a game an
// end with a stop code. The game is saved, and the next peer is served. All peers have
//
//	1 minute      to complete a frame, and 1 MiB to find its end
//	10 seconds    to take in a frame of ours
//	20 frames     that make no sense, in a game or between two
//	200 frames    of all kinds, empty ones included, without a move of theirs
//	3 moves       that are illegal, in one turn; that ends only the game
//	100 times     to take moves back, in one game; then that is refused
//	10 minutes    to ask for a game, in all until they make a move in one;
//	              1 minute if somebody else was turned away;
//	              where a person plays here, only that
//	2 minutes     for a move, for each minute that they have left, and one more
//
// Peers of other machines that have connected to us also have these (PeerLimits):
//
//	60 minutes    for each side: the longest game accepted
//	30 minutes    for a move, its request included
//	210 minutes   for a game with all moves taken back
//	8 hours       until they get no other game if somebody else was turned away
//	4 connections at a time
//	1 minute      ban after a limit; if somebody else was turned away since their
//	              last move, at least as long as we have waited for them
//
// The server has one slot. While it is taken, up to 64 connections wait 2 seconds for
// it and are then told "busy", others at once. A connection whose other end is gone is
// given up after about a minute.
//
// # Other games
//
// The protocol was made for International draughts. A request cannot name another
// game, so both sides must be configured for it. All games of 10x10 fit. On 8x8
// boards, as an extension of our own, a position takes the first 32 squares and the
// rest is empty; the short form of the start is used only where White begins. The
// king moves that Frisian rules count cannot be sent, so a game begins without any.
//
// # For other programs
//
// Serve, Connect and the messages stay as they are within a version 0.x.
package dxp
