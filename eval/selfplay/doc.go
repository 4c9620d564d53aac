// Package selfplay plays games of the engine against itself and stores them in files
// from which package train learns.
//
// # Games
//
// A game begins with random moves that leave it balanced, and with other ones than all games
// before it while there are any: see package ballot. Then both sides search a
// fixed number of nodes for every move. Now and then they play a random move instead
// of the best one, for variety, if the game stays balanced. A game ends by its rules,
// when the endgame databases know the outcome, when a search proves a win, or at a
// maximum length. It may also be stopped before, without a result, for a larger share of
// openings. Header has the settings.
//
// All randomness of a game comes from the seed and its number, and each game begins with
// an empty transposition table: games do not depend on the division among files.
//
// # Leaves
//
// A search evaluates many positions that games never reach, mostly those after a
// mistake. For the evaluation to learn from them too, a random sample of them is scored
// by further searches and stored with the game. Leaves have no result.
//
// Games of matches (bench/match.Lessons) get leaves in the same way: small searches of the
// positions that had a score.
//
// # Files
//
// A file is a header and chunks of games. Numbers are unsigned and little-endian; a
// checksum is CRC-32C; a varint is the unsigned one of encoding/binary: seven bits a
// byte, the lowest first, with the highest bit set in all bytes but the last.
//
//	byte  size  meaning
//	   0     8  "STUPOLSP"
//	   8     4  version of the format: 3
//	  12     4  n, bytes of the settings
//	  16     n  the settings: Header as a JSON object
//	16+n     4  checksum of all before
//
// A chunk has 256 games; the last one of a file may have fewer. The games are in the
// order of their numbers, which are those of the shard: Shard, then Shard + Shards,
// and so on.
//
//	byte  size  meaning
//	   0     4  checksum of the rest of the chunk
//	   4     4  number of games
//	   8     4  a, bytes of the first column
//	  12     4  b, of the second
//	  16     4  c, of the third
//	  20     4  d, of the fourth
//	  24 a+...  the columns, each a Zstandard frame
//
// The columns hold, game after game and not separated:
//
//	first     a byte: the outcome: 1 White wins, 2 Black wins, 3 draw, 0 none
//	          a varint: length of the reason; then the reason
//	          a varint: number of plies
//	          a varint: number of plies of the opening
//	          a varint: number of random moves after the opening
//	          for each of these a varint: the plies between it and the one
//	          before, or the end of the opening
//	second    for every ply with more than one legal move a varint: the index
//	          of the move played among the legal moves in order
//	third     for every ply after the opening with more than one legal move a
//	          byte: the score code before the move minus the last one of the
//	          same game, modulo 256
//	fourth    a varint: number of leaves
//	          for each of them 25 bytes: the position as movegen.Packed; the
//	          score code, positive if the side to move is ahead
//
// A run that is interrupted may leave a part of a header or chunk at the end, with zeros
// for what was not yet on the disk when the power failed. Readers leave it out.
//
// Games start from the start position of the variant. Moves are ordered by their first
// squares, then by their last squares, then by the sets of captured squares, each the
// sum of 2^n for squares n; of two moves that are equal in all that, the promotion comes
// last.
//
// Score codes go from -127 to 127, positive in the third column if White is ahead. Code
// 127 says that the side has won for certain. Code c from 0 to 126 is c/32 + c*c*c/100000
// logits, and -c the negative of that; a score is stored as the nearest of these, in hundredths
// of a man and rounded to them. The steps are 0.03 logits near 0, and scores end at 23.9.
//
// In format 2, which has no scale in its settings, code c is 4c + c*c/55 hundredths of a man,
// rounded down: scores end at 8 men, and a win for certain is no more than that.
package selfplay
