// Package endgame looks up the outcome of positions with few pieces: whether the
// side to move wins, draws or loses with best play, and in how many plies.
// Embedded has the databases of up to four pieces that are part of the program, a
// Source opens others. Package retrograde makes and packs them.
//
// # Slices
//
// Positions are grouped by material into slices: "1m1k-2k" is a man and a king of
// the side to move against two kings. Only positions with White to move are stored;
// with Black to move the board is turned and the colours are exchanged. A Layout
// numbers the positions of a slice without gaps. Both sides have pieces, and men
// are never on the row where they promote. Where the first king wins, slices have
// men only.
//
// # Values
//
// Values are those of best play without draw rules: a win is a win however many
// moves it takes, and in a draw neither side can force the end. Positions with a
// capture to play have no value of their own: a Prober follows their captures into
// smaller slices.
//
// In Frisian and Frysk! a side with men may not move the same king a fourth time in
// a row. The databases ignore this rule, because they would need one entry for every
// king that may have moved last and for its number of moves, on both sides. So some
// of their values are no proof; Certain tells which ones are.
//
// # Distances
//
// Up to four pieces the distance of each win and loss is known too: the number of
// plies until the loser has no legal move (or until the first king where that wins)
// if the winner takes the shortest way and the loser the longest. It counts to the
// end of the game, not to the next capture, promotion or move of a man: draw rules
// begin their counts at different ones of these, and only the distance to the end
// serves them all. In International draughts all wins of up to four pieces are
// within those rules. The longest win of four pieces takes 43 plies, in Russian
// draughts 85, in English 109; some wins of other games are too long for their draw
// rules.
//
// # Files
//
// The values of a slice are in VARIANT/SLICE.endgame, as
// international/1m1k-2k.endgame. Numbers are unsigned, lowest byte first.
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
//	  48    24  quiet positions: wins, losses and draws, 8 bytes each
//	  72    24  the same for positions with a capture
//	  96   8*n  for each of n blocks: its size in bytes and its checksum, 4
//	            bytes each
//	   *     4  checksum of all bytes up to here
//	   *        the blocks, one after the other; the file ends with the last
//
// Checksums are CRC-32C. A block is a Zstandard frame (RFC 8878) with two bits a
// position, four positions a byte, the first in the lowest bits: 1 win, 2 loss, 3
// draw. All blocks but the last are full; bits of the last four bytes that belong to
// no position may be anything. The value of a position with a capture means nothing
// and is chosen to lengthen runs. The four pieces of International draughts take
// 0.20 bits a position, captures counted, the five 0.16.
//
// Distances are in VARIANT/SLICE.distance, which begins with "STUPOLED" and has the
// same header. Blocks hold a byte a position: half the distance, rounded down.
// Losses are an even number of plies from the end, or an odd number where the goal
// is to lose all pieces. Only losses without a capture have distances. All other
// bytes repeat the one before or are zero: a win is one ply longer than the nearest
// loss among the positions after it.
//
// # Archives
//
// The files of a game can be in one, VARIANT.zip beside the folder VARIANT or instead of
// it: a zip archive that stores them without compressing them again, by the names they
// have above. Values and distances are read from their places in it when they are first
// needed, as from files of their own. Of a file that is in both the one in the folder
// counts. retrograde.Pack writes them in the order of their names and without times, so that
// the same files make the same bytes; "zip -0 -r" makes archives that serve as well.
//
// # For other programs
//
// Embedded, Source, Database and Prober stay as they are within a version 0.x, and so does what
// Files says: databases take long to build. How they are built and packed is Stupol's own.
package endgame
