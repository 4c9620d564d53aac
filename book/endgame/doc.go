// Package endgame knows the outcome of every position with few pieces: the
// endgame databases. It builds them, stores them in files, checks them and
// answers for a position whether the side to move wins, draws or loses with
// best play.
//
// # Slices
//
// Positions are grouped by material into slices, such as "1m1k-2k": a man and
// a king of the side to move against two kings. Every rule set looks the same
// from both sides of the board, so a position with Black to move is turned
// round, with colours exchanged, and only positions with White to move are
// kept. Within a slice the positions are numbered without gaps; see layout.
//
// Both sides have pieces in a slice, and men are never on the row where they
// are crowned. Where the first king wins, slices have men only.
//
// # Values
//
// A value is that of best play without draw rules: a win is a win whatever
// the number of moves, and a draw is a position from which neither side can
// force the end. Where a side can capture, it must, and where that leads is
// known from smaller slices; such positions have no value of their own, and a
// Prober follows their captures.
//
// In Frisian and Frysk! the rule that a side with men may not move the same
// king a fourth time in a row is left aside: kings move as freely as if none
// had moved yet. To keep the rule, each position would have to be stored once
// for every king that may have moved last and every number of times it did,
// on both sides: sixteen times for a king a side. Values with kings of a side
// that has men too, and those that lead to such, are thus not proofs: what is
// won may need a fourth move that is forbidden, and what is drawn may be won
// because the defender's is. Certain tells which values are.
//
// # Use
//
// The databases of up to four pieces are part of the program: see Embedded. A
// Source has others, of a folder, read what is needed into memory, by blocks
// if there is not enough of it for all.
//
// # Distances
//
// For up to four pieces the distance of each won and lost position is known as
// well: the number of plies until the loser has no legal move, or until the
// first king where that wins, if the winner takes the shortest way and the loser
// the longest. A winner who always moves to a lost position with the least
// distance wins in as few moves as can be.
//
// It is the distance to the end and not to the next capture or promotion because
// most rules that count moves go on through promotions, and all but the one on
// king moves through moves of men too, so that every ply counts. In International
// draughts every win of up to four pieces is then within its limit when it is
// counted from the first move: three kings against one take up to 15 plies, two
// kings and a man 31 and a king and two men 29, where 32 are allowed, two kings
// 7 and a king and a man 9, where 10 are. The longest win of four pieces takes 43
// plies, promotions included, in Russian draughts 85 and in English 109. Draw
// rules are left aside all the same: some wins of other games are too long.
//
// # Files
//
// The values of a slice are in a file VARIANT/SLICE.endgame, as
// international/1m1k-2k.endgame. Numbers are unsigned, their lowest byte first.
//
//	byte  size  meaning
//	   0     8  "STUPOLEG"
//	   8     4  version of the format: 1
//	  12     4  positions in a block, a multiple of 16; we write 65536
//	  16    16  name of the variant, filled up with zeros; "frisian" for Frysk!
//	  32     4  men and kings of the side to move, men and kings of the other,
//	            a byte each
//	  36     4  number of blocks
//	  40     8  number of positions
//	  48    24  quiet positions: wins, losses and draws of the side to move,
//	            8 bytes each
//	  72    24  the same for positions in which it can capture
//	  96   8*n  for each of n blocks: its size in bytes and its checksum, 4
//	            bytes each
//	   *     4  checksum of all bytes up to here
//	   *        the blocks, one after the other; the file ends with the last
//
// Checksums are CRC-32C. A block is a Zstandard frame (RFC 8878) that holds
// two bits a position, four positions a byte, the first in the lowest bits: 1
// win, 2 loss, 3 draw. A block that is not the last has the full number of
// positions; in the last the bits of the last four bytes that belong to no
// position may be anything. The value of a position in which the side to move
// can capture means nothing; it is chosen to lengthen runs.
//
// For the four pieces of International draughts this takes 0.20 bits a
// position, captures counted, and 0.16 for the five. A code of run lengths takes
// 0.48 for the four, or 0.19 with Zstandard on top, which is not worth a second
// code.
//
// The distances of a slice are in a file VARIANT/SLICE.distance. It begins with
// "STUPOLED" and goes on like the file of values, counts included. Its blocks
// hold a byte a position, half the distance, rounded down: lost positions are an
// even number of plies from the end, and an odd number where the goal is to lose
// all pieces. Only lost positions without a capture have distances; that of a
// won one is one more than the least among the lost positions that its moves
// lead to, and all other bytes repeat the one before or are zero. The distances
// of four pieces take between one and a half and four times the space of the
// values, so there are none for more: they are needed least where a few moves
// lead to a slice that has them.
package endgame
