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
// minutes a fraction, and a frame a line end. What makes no sense is answered
// by chat; only a peer that goes on and on is sent away. Old programs lose a
// frame that comes together with another, so that two frames of ours that the
// peer has not answered between are some time apart (see Conn).
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
