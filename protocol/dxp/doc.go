// Package dxp plays draughts against another program over TCP, in the
// DamExchange protocol (DXP) of Layes and Mesander.
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
// none. A request says what colour the follower has; minutes are for the
// whole game and each side, moves likewise, 000 meaning without limit.
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
// What is sent keeps to the letter of the protocol. What is received may be
// split or glued together in any way, numbers may have spaces for zeros, the
// minutes a fraction, a move no time, and a frame a line end. What makes no
// sense is answered by chat. Old programs lose a frame that comes together
// with another, so that two frames of ours that the peer has not answered
// between are some time apart (see Conn).
//
// # Limits
//
// The protocol knows no passwords, so that on an open port anybody may play,
// one at a time. A peer over one of these limits is told so by chat, and by an
// end with a stop code if it was in a game. The game is saved, the line is
// closed within a second, and the next peer is served. All peers have
//
//	1 minute      to complete a frame, and 1 MiB to find its end
//	10 seconds    to take in a frame of ours
//	20 frames     that make no sense, in a game or between two
//	200 frames    of all kinds, empty ones included, without a move of theirs
//	3 moves       that are illegal, in one turn; that ends only the game
//	100 times     to take moves back, in one game; then that is refused
//	10 minutes    to ask for a game, in all until they make a move in one;
//	              1 minute if somebody else was turned away
//	2 minutes     for a move, for each minute that they have left, and one more
//
// and those of other machines, if they have come to us, also these of
// PeerLimits, of which the values are the defaults:
//
//	60 minutes    for each side: the longest game accepted
//	30 minutes    for a move, its request included
//	210 minutes   for a game with all that is taken back: three times the
//	              minutes of one side, and the time for a move
//	8 hours       until they get no other game if somebody else was turned away
//	4 connections at a time
//	1 minute      to stay away after a limit; longer if somebody else was turned
//	              away since their last move: as long as they were waited for
//
// While somebody plays, up to 64 connections wait 2 seconds for the seat, and
// are then told "busy"; more are told so at once. A line whose other end is
// gone without a word is given up after about a minute.
//
// A log holds no empty frames, and nothing that comes after a session was
// ended or from a peer that was turned away. Options has limits for its length
// and for the number of games saved. Connections and chat are noted 100 at once
// at most, and then one a second.
//
// # Other games
//
// The protocol was made for International draughts and says nothing of any
// other game: both sides have to be told beforehand which one it is. All
// games of 10x10 fit. On 8x8 boards a position is written in the first 32
// squares, the rest being empty, and a plain start is offered only where
// White begins; that is ours alone. The king moves that Frisian rules count
// cannot be told, so a game begins without any.
package dxp
