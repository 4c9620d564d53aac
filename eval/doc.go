// Package eval evaluates quiet positions: those in which the side to move has no
// capture. It looks at the board only and knows nothing of search.
//
// There are two evaluations. The one by hand adds up a few weights for pieces
// and squares. The learned one is a sum of many more weights, fitted to games by
// package eval/train. Both are the same for both sides, and both divide the score
// of drawish endings, in which the side ahead hardly ever wins against a flying
// king (drawish.go).
//
// # Patterns
//
// The learned evaluation sees men in patterns of twelve squares: tall ones, two
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
// Black sees the board turned round, with the colours swapped. The men on a pattern
// are a number to the base 3, its index: a digit for each square from the top left,
// which is the lowest, to the bottom right; 0 for no man, 1 for one of ours and 2 for
// one of theirs. So there are 3^12 = 531441 indices. Kings are left out.
//
// The weight of an index is its own plus those of its three subpatterns: eight
// squares each, from the first, the third and the fifth square on, 3^8 = 6561
// indices. What is too rare to have a weight of its own is judged by them. The
// evaluation adds all into one table when it is made.
//
// # The score
//
// Every weight has an opening value, for a full board, and an ending value, for an
// empty one. The score for the side to move is the sum of
//
//   - the weight of being to move,
//   - the weights of our patterns and kings minus those of theirs,
//   - the weights of the counts (men, kings and so on, see CountNames) times ours
//     minus theirs.
//
// The phase interpolates: of n pieces where the game begins with m, opening values
// count n/m and ending values the rest. In drawish endings the sum is divided.
//
// Patterns have a third value, the lead: what to add for each piece that their side
// is ahead, up to four, and to subtract for each that it is behind. So the same men
// may have one weight in an even game and another where a side only has to hold what
// it has.
//
// The weight of a pattern, subpatterns included, is a whole number of hundredths of a
// man between -256 and 255 at both ends of the game, and of half hundredths between
// -128 and 127 for a lead. Of the shipped weights some of Losing and Poddavki are cut
// off there, and 14 of Breakthrough.
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
// board, as the side they belong to sees it; then for each pattern its three
// subpatterns, 6561 weights each, and the pattern itself, 531441. A table has the
// weights that are not 0. It begins with how many they are and, for each, how many
// that are 0 lie before it and after the last, as the varints of Protocol Buffers.
// Their values follow: the low bytes of all opening values, their high bytes, the
// same of the ending values, and of the leads, which only patterns and subpatterns
// use. A value is a number from -4000 to 4000, in quarters of a hundredth of a man; v
// is stored as 2v, and as -2v-1 if it is negative.
package eval
