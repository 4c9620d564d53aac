// Package eval says what a quiet position is worth: one in which the side to
// move has no capture. It looks at the board only and knows nothing of search.
//
// There are two evaluations. The one by hand adds up a few weights for pieces
// and squares, chosen by reason. The learned one is a sum of many more weights,
// fitted to games by package eval/tune. Both are the same for both sides, and
// both divide the score of endings that hardly anyone wins, if the side ahead
// has long kings and no more than three pieces against a king.
//
// # Windows
//
// What the learned evaluation sees of men are windows of twelve squares: tall
// ones, two neighbouring squares of each of six rows, and broad ones, three of
// each of four rows. Each lies one square to the right of the one before. White
// has, on 10x10,
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
// The other side has those that are missing in rows 3 to 8 of the larger and in
// rows 3 to 6 of the smaller board. Windows 1, 6, 8 and 12 on 10x10:
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
// Black sees the board turned round, with the colours swapped. The men in a window
// are a number to the base 3, its code: a digit for each square from the top left,
// which is the lowest, to the bottom right; 0 for none, 1 for a man of ours and 2
// for one of theirs. So there are 3^12 = 531441 codes. Kings are left out.
//
// A code is worth what its table has for it and what the tables of its three
// parts have: eight squares each, from the first, the third and the fifth square
// on, 3^8 = 6561 codes. The parts are what windows that are too rare to be known
// have in common with others. The evaluation adds them into one table when it is
// made.
//
// # The sum
//
// Every weight has two values, for a full board and for an empty one. A position
// is worth, for the side to move, the weight of being to move, the weights of our
// windows and kings less those of theirs, and the weights of the counts (men,
// kings and so on; see CountNames) times ours less theirs. Of n pieces where the
// game begins with m, the first values count n/m and the second the rest. In drawish
// endings the sum is divided: see divisor.
//
// Windows have a third value besides, the lead: what to add for each piece that
// their side is ahead, up to four, and to take away for each that it is behind.
// So the same men may be worth one thing in an even game and another where a side
// only has to hold what it has.
//
// A window is worth, parts included, a whole number of hundredths of a man between
// -256 and 255 at both ends of the game, and of half hundredths between -128 and 127
// for a lead. Of the weights Stupol is shipped with, which are as fine, some of
// Losing and Poddavki would be more, and 14 of Breakthrough.
//
// # Weights files
//
// A file has a header, a note for people and the weights, compressed. Numbers have
// their lowest byte first; the checksum is CRC-32C.
//
//	byte  size  meaning
//	   0     8  "STUPOLEV"
//	   8     4  version of the format: 4
//	  12     4  checksum of all that follows
//	  16    16  name of the variant, filled up with zeros
//	  32     4  n, bytes of the note, at most 4096
//	  36     n  the note, UTF-8
//	36+n        a Zstandard frame with the weights
//
// In the frame are tables, one after the other: being to move, one weight; the
// counts, six; the kings, 64 by the number of the bit that a square has on the
// board, as the side they belong to sees it; then for each window its three parts,
// 6561 weights each, and the window itself, 531441. A table has the weights that
// are not 0. It begins with how many they are and, for each, how many that are 0
// lie before it and after the last, as the varints of Protocol Buffers. Their
// values follow: the low bytes of all values for a full board, their high bytes,
// the same of those for an empty board, and of the leads, which mean something in
// windows and parts only. A value is a number from -4000 to 4000, in quarters of a
// hundredth of a man; v is stored as 2v, and as -2v-1 if it is negative.
package eval
