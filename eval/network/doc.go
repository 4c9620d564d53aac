// Package network is a small neural network that evaluates a position.
//
//	pieces ──> feature transformer ──> second layer ──> third layer ──> log odds
//	 2 views        2 x width               16               32
//
// # Inputs and layers
//
// The network sees the board twice: as the side to move does and as the other side does,
// turned round and with the colours swapped. An input of a view is a kind of piece on a
// square: our men, our kings, their men, their kings. The first layer, the feature
// transformer, has the same weights for both views. So the evaluation is the same for both
// colours by construction.
//
// A network may also know which men stand beside each other. Windows are half of the squares of two
// rows beside each other:
//
//	 .   .   o   o   o         .   .   o   o
//	.   .   .   o   o         .   .   o   o
//
// The men in a window, its arrangement, are an input, besides the men themselves: one of 3^5 in
// five squares of a board of 10x10, one of 3^4 in four of 8x8. A window without men is none. There
// are no windows, one set or two: those of the first divide the board, beginning with the first two
// rows, and those of the second begin a row further down. A quiet move of a man changes one input
// of a set or two. As a man is always part of an arrangement of the first set, the weights of the
// men are added to those of its arrangements beforehand, so that they cost no more.
//
// All weights depend on the number of pieces: there are four feature transformers, and eight
// sets of the layers behind, the output buckets, each for a quarter or an eighth of the numbers
// that a game goes through. The activation function is a ReLU clipped to 1.
//
// # The accumulator
//
// Positions that a search evaluates one after the other differ in a few pieces. So an
// Accumulator keeps the sums of each feature transformer, and its next position only adds
// and subtracts what is different. Where that would be more than all pieces, it begins with
// an empty board.
//
// Most activations of a feature transformer are 0. The assembly takes them in groups of four
// and skips the groups that have no others.
//
// # Fixed point
//
// All numbers are integers, so a network returns the same on every machine, in assembly
// (AVX2, AVX-512 VNNI) and in Go, and whatever was evaluated before:
//
//	feature transformer, its sums           16 bits   1 is 508
//	activations                              8 bits   1 is 127
//	weights behind it                        8 bits   1 is 64, so they are at most 1.98
//	sums, biases and the output             32 bits   1 is 127*64
//
// An activation is its sum shifted right, by 2 bits in the feature transformer and
// by 6 in the others, and limited to 0 to 127. Sums of the feature transformer wrap around if
// they overflow; Quantize limits its weights so that no position with the pieces of a game
// does that: a man, and his part of arrangements, weigh no more than a piece can.
// Products of two activations with two weights fit into 16 bits, as VPMADDUBSW wants it.
// Training predicts with rounded parameters, so that it makes up for what rounding does.
//
// # In a file
//
// Append writes, all little-endian and 16 or 32 bits or bytes as above: the width (16
// bits) and the number of sets of windows (16 bits); for each feature transformer its biases
// and its weights, a row for each input; for each output bucket the weights of the second
// layer, those of the third, those of the output, the biases of the second layer, of the third
// and of the output. Weights of the second and the third layer come in groups of four inputs:
// for each group the neurons, for each neuron the four weights. The inputs of the second layer
// are our view, then theirs.
//
// Pieces are inputs 0 to 255, numbered 64*kind + bit of the square in movegen.Bits. Behind
// them come the arrangements, set by set, those of the left window of two rows, then of the right
// one, and so on down. An arrangement has a digit of base 3 for each square, the upper row first, from
// left to right, the first digit the highest: 0 for no man, 1 for ours, 2 for theirs.
//
// # Sources
//
// Networks with an accumulator are due to Yu Nasu (NNUE, 2018), for shogi; Stockfish has
// output buckets by the number of pieces. Ed Gilbert's GuiNN plays English draughts with four
// networks of about this size, each for a phase of the game. What was tried is in
// train/EXPERIMENTS.md.
package network
