// Command asm writes the assembly of package network with avo. It is a module of its
// own, so that nobody else needs avo.
//
//	cd eval/network/asm && go run . -out ../kernel_amd64.s -stubs ../kernelstubs_amd64.go -pkg network
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// Sizes of package network.
const (
	secondNeurons = 16
	third         = 32
	maxWidth      = 256
	sumShift      = 2
	weightBits    = 6

	// Offsets in its type lastWeights.
	outputWeights = third * secondNeurons
	secondBiases  = outputWeights + third
	thirdBiases   = secondBiases + 4*secondNeurons
	outputBias    = thirdBiases + 4*third

	// Its change: where the rows of Black's view are, and the size.
	blackRows  = 4
	changeSize = 8
)

func main() {
	ConstraintExpr("amd64")
	addRows("addRowsAVX2", 32, YMM, VMOVDQU)
	addRows("addRowsAVX512", 64, ZMM, func(from, to operand.Op) { VMOVDQU64(from, to) })
	evaluate()
	evaluateVNNI()
	Generate()
}
