// Package eval evaluates quiet positions, in which the side to move has no capture. It
// looks at the board only and knows nothing of search.
//
// There are two evaluations: the one by hand has a few weights for pieces and squares, the
// other is a neural network (package network), fitted to games by package train. Both are
// symmetric: turning the board and swapping the colours does not change the score. Both
// divide the score of drawish endings, in which the side ahead hardly ever wins against a
// flying king.
//
// # Scale
//
// The scale of an evaluation is how many hundredths of a man make a logit: with a
// score s, the side to move is expected to make
//
//	1 / (1 + exp(-s/scale))
//
// points of the game, a draw being half a point. The search does not ask for it, but its
// margins are hundredths of a man: 18 of them are 0.18 logits in International draughts,
// whose scale is 100, and 0.55 in English, whose scale is 33. Weights of another scale may
// want other margins.
//
// # Weights files
//
// A file has a header, a note for people and the compressed network. Numbers are
// little-endian; the checksum is CRC-32C.
//
//	byte  size  meaning
//	   0     8  "STUPOLEV"
//	   8     4  version of the format: 7
//	  12     4  checksum of all that follows
//	  16    16  name of the variant, filled up with zeros
//	  32     4  n, bytes of the note, at most 4096
//	  36     4  the scale, a 32-bit floating-point number
//	  40     n  the note, UTF-8
//	40+n        a Zstandard frame with the network (see its package)
//
// Earlier versions, of which 4 and 5 had patterns of squares instead of a network, cannot
// be read any more.
//
// # For other programs
//
// Default and Named with an Evaluator stay as they are within a version 0.x. What a position is
// worth changes with every network. A file of weights that an older Stupol has written is read or
// refused, never misread.
package eval
