// Package selfplay lets the engine play against itself, many short games from
// many openings, and keeps them in files from which an evaluation can learn.
//
// # Games
//
// A game begins with random moves that leave it balanced. Both sides then
// search so many nodes for every move; now and then another move than the best
// is played, as long as the balance is kept, for variety. It ends by the rules
// of the game, when the endgame databases know the outcome, when a search sees
// the end or both sides see one far ahead, or at a number of plies. Header has
// the settings. What is random in a game depends on the seed and on the number
// of the game alone, and the engine begins each game knowing nothing, so the
// games are the same however they are divided among files and threads.
//
// # Leaves
//
// A search comes to many positions that no game comes to, mostly those after a
// mistake: in International both sides have the same number of pieces in 35 % of
// the positions that a search evaluates, and in 64 % of the quiet ones in games
// (11,008 games of 1,000 nodes a move). So that an evaluation can learn of them
// too, some of the positions that each search for a move evaluates are kept,
// drawn at random, and a search of its own says what they are worth. They have
// no result. The games are the same with and without.
//
// # Files
//
// A file is a header and chunks of games. Numbers are unsigned, their lowest
// byte first; a checksum is CRC-32C; varint is the unsigned one of
// encoding/binary: seven bits a byte, the lowest first, all bytes but the last
// with the highest bit set.
//
//	byte  size  meaning
//	   0     8  "STUPOLSP"
//	   8     4  version of the format: 2
//	  12     4  n, bytes of the settings
//	  16     n  the settings: Header as a JSON object
//	16+n     4  checksum of all before
//
// A chunk has 256 games, the last one of a file perhaps less. The games are in
// the order of their numbers, which are those of the shard: Shard, then Shard +
// Shards, and so on.
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
//	first     the outcome, a byte: 1 White wins, 2 Black wins, 3 draw
//	          the reason, a varint for its length and as many bytes
//	          a varint: number of plies
//	          a varint: how many of them are the opening
//	          a varint: number of stray moves, random ones after the opening
//	          for each of these a varint: the plies between it and the one
//	          before, or the end of the opening
//	second    for every ply with more than one legal move a varint: the index
//	          of the move played among the legal moves in order
//	third     for every ply after the opening with more than one legal move a
//	          byte: the score before the move less the last one of the same
//	          game, modulo 256
//	fourth    a varint: number of leaves
//	          for each of them 25 bytes: the pieces of White, those of Black and
//	          the kings, each 8 bytes with the bits of movegen.Bits, bit 63 of
//	          the kings set where Black is to move; the score code, positive
//	          where the side to move is ahead
//
// Files of version 1, which are read as well, have no fourth column and no length
// of it.
//
// Games start from the start position of the variant. The order of moves is
// that of the numbers of their first squares, then of their last squares, then
// of the sets of captured squares, each the sum of 2^n for squares n; of two
// moves that differ in nothing else the promotion comes last.
//
// In the third column scores are codes from -127 to 127, positive where White
// is ahead. Code c >= 0 is 4c + c*c/55 hundredths of a man, rounded down, and
// code -c is as much for Black; a score is stored as the code nearest to it.
// That is 0.04 men near 0, and everything beyond 8 men is the same.
//
// A game of International draughts with the default settings, of 130 plies on
// average, takes 94 bytes: 54 for the moves, 36 for the scores and 4 for the
// rest (1024 games of the hand-written evaluation). A leaf takes
// 10 bytes, and there are 93 of them with one of each search.
package selfplay
