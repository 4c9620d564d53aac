// Package eval evaluates quiet positions, in which the side to move has no capture. It
// looks at the board only and knows nothing of search.
//
// There are three evaluations. The one by hand has a few weights for pieces and squares.
// The learned one, linear as well, has many more; the third is a neural network (package
// network). Both of these are fitted to games by package train. All are symmetric: turning the
// board and swapping the colours does not change the score. All divide the score of
// drawish endings, in which the side ahead hardly ever wins against a flying king.
//
// # Patterns
//
// The learned evaluation looks at men in patterns of twelve squares: tall ones, two
// neighbouring squares of each of six rows, and broad ones, three of each of four
// rows. Each lies one square to the right of the one before. White has, on 10x10,
//
//	1 to 4     tall    rows 1 to 6 from behind
//	5 and 6    tall    rows 3 to 8, the two leftmost
//	7 to 9     broad   rows 3 to 6
//	10 to 12   broad   rows 1 to 4
//
// and on 8x8
//
//	1 to 3    tall    rows 1 to 6
//	4         broad   rows 3 to 6, the leftmost
//	5 and 6   broad   rows 1 to 4
//
// Black's patterns are the same, seen from the other side. They cover what is missing in
// rows 3 to 8 of the larger and in rows 3 to 6 of the smaller board. White's patterns 1,
// 6, 8 and 12 on 10x10:
//
//	    1   2   3   4   5           1   2   3   4   5
//	  6   7   8   9  10           6   7   8   9  10
//	   11  12  13  14  15          11 [12][13] 14  15
//	 16  17  18  19  20          16 [17][18] 19  20
//	  [21][22] 23  24  25          21 [22][23] 24  25
//	[26][27] 28  29  30          26 [27][28] 29  30
//	  [31][32] 33  34  35          31 [32][33] 34  35
//	[36][37] 38  39  40          36 [37][38] 39  40
//	  [41][42] 43  44  45          41  42  43  44  45
//	[46][47] 48  49  50          46  47  48  49  50
//
//	    1   2   3   4   5           1   2   3   4   5
//	  6   7   8   9  10           6   7   8   9  10
//	   11  12  13  14  15          11  12  13  14  15
//	 16  17  18  19  20          16  17  18  19  20
//	   21 [22][23][24] 25          21  22  23  24  25
//	 26 [27][28][29] 30          26  27  28  29  30
//	   31 [32][33][34] 35          31  32 [33][34][35]
//	 36 [37][38][39] 40          36  37 [38][39][40]
//	   41  42  43  44  45          41  42 [43][44][45]
//	 46  47  48  49  50          46  47 [48][49][50]
//
// Black sees the board turned round, with the colours swapped. The index of a pattern is
// a number to the base 3, with a digit for each square from the top left, which is the
// lowest, to the bottom right: 0 for no man, 1 for a man of ours and 2 for one of theirs.
// So there are 3^12 = 531441 indices. Kings are left out.
//
// An index has a weight of its own and those of its three subpatterns: eight squares
// each, from the first, the third and the fifth square on, 3^8 = 6561 indices.
// Subpatterns evaluate what is too rare for a weight of its own. When an evaluation is
// made, it adds the weights of the subpatterns to those of the pattern.
//
// # Score
//
// Every weight has an opening value, for a full board, and an ending value, for an
// empty one. The score for the side to move is the sum of
//
//   - the weight of being to move,
//   - the weights of our patterns and kings minus those of theirs,
//   - the weights of the counts (men, kings and so on, see CountNames), each times our
//     count minus theirs.
//
// The phase interpolates: with n pieces left of m at the start, opening values count n/m
// and ending values the rest. In drawish endings the sum is divided.
//
// Weights of patterns have a third value, the lead: it is added for each piece that their
// side is ahead, up to four, and subtracted for each that it is behind. So the same men
// can have one weight in an even game and another for a side that only has to hold its
// lead.
//
// The evaluation limits the weight of a pattern, subpatterns included: the opening and
// the ending value are whole hundredths of a man from -256 to 255, the lead is in half
// hundredths from -128 to 127. Some of the shipped weights of Losing and Poddavki are
// clipped by that, and 14 of Breakthrough.
//
// # Scale
//
// The scale of an evaluation is how many hundredths of a man make a logit: with a
// score s, the side to move is expected to make
//
//	1 / (1 + exp(-s/scale))
//
// points of the game, a draw being half a point. The search does not need it.
//
// # Weights files
//
// A file has a header, a note for people and the compressed weights. Numbers are
// little-endian; the checksum is CRC-32C.
//
//	byte  size  meaning
//	   0     8  "STUPOLEV"
//	   8     4  version of the format: 5, or 7 with a network
//	  12     4  checksum of all that follows
//	  16    16  name of the variant, filled up with zeros
//	  32     4  n, bytes of the note, at most 4096
//	  36     4  the scale, a 32-bit floating-point number
//	  40     n  the note, UTF-8
//	40+n        a Zstandard frame with the weights or the network (see its package)
//
// Files of version 4, which can be read too, have no scale; it is DefaultScale.
// Version 6, a network with one first layer, cannot be read any more.
//
// The frame of weights has one table after the other: to move, one weight; counts, six;
// kings, 64, by the bit of the square in movegen.Bits as their side sees it; then for each
// pattern its three subpatterns, 6561 weights each, and the pattern itself, 531441.
// A table stores the weights that are not 0: their number; for each of them the number of
// zero weights between it and the one before; then their values. The numbers are varints
// (as in Protocol Buffers). Of the values come the low bytes of all opening values, then
// their high bytes, the same of the ending values, and of the leads, which only patterns
// and subpatterns have. A value is a number from -4000 to 4000, in quarters of a hundredth
// of a man, in zigzag encoding: v is stored as 2v, and as -2v-1 if it is negative.
package eval
