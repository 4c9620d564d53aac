package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A view is the activations of the first layer for a view of the board, in groups of
// four, and the weights of the second layer that belong to it. Few groups are not 0.
type view struct {
	active  reg.GPVirtual // address of the activations
	weights reg.GPVirtual // address of the weights, groupBytes a group
	groups  reg.GPVirtual // a bit for each group that is not 0
}

// groupBytes is the size of the weights of a group.
const groupBytes = 4 * secondNeurons

// newViews returns both views: their activations lie one behind the other, and so do
// their weights. No group is marked yet.
func newViews(first operand.Mem, weights, width reg.Register) (ours, theirs view) {
	for _, v := range []*view{&ours, &theirs} {
		*v = view{GP64(), GP64(), GP64()}
		LEAQ(first, v.active)
		MOVQ(weights, v.weights)
		XORQ(v.groups, v.groups)
	}
	bytes := GP64()
	ADDQ(width, theirs.active)
	MOVQ(width, bytes)
	SHLQ(operand.Imm(4), bytes) // groupBytes for four
	ADDQ(bytes, theirs.weights)
	return ours, theirs
}

// activate marks the groups of width sums that are not 0, last to first, size sums at a
// time. block writes the activations of that many sums, and returns a bit for each group.
func (v view) activate(name string, sums, width reg.Register, size int, block func(sums, active operand.Mem) reg.Register) {
	left := GP64()
	MOVQ(width, left)
	Label(name)
	SUBQ(operand.Imm(uint64(size)), left)
	marked := block(operand.Mem{Base: sums, Index: left, Scale: 2}, operand.Mem{Base: v.active, Index: left, Scale: 1})
	SHLQ(operand.Imm(uint64(size/4)), v.groups)
	ORQ(marked, v.groups)
	TESTQ(left, left)
	JNZ(operand.LabelRef(name))
}

// eachGroup calls products with the activations and the weights of each group that is
// not 0: of both views in turn while both have one, as they can be added at once.
func eachGroup(ours, theirs view, products [2]func(activations, weights operand.Mem)) {
	Label("both")
	TESTQ(ours.groups, ours.groups)
	JZ(operand.LabelRef("theirs"))
	TESTQ(theirs.groups, theirs.groups)
	JZ(operand.LabelRef("ours"))
	ours.next(products[0])
	theirs.next(products[1])
	JMP(operand.LabelRef("both"))

	Label("ours")
	ours.next(products[0])
	TESTQ(ours.groups, ours.groups)
	JNZ(operand.LabelRef("ours"))
	JMP(operand.LabelRef("done"))

	Label("theirs")
	TESTQ(theirs.groups, theirs.groups)
	JZ(operand.LabelRef("done"))
	theirs.next(products[1])
	JMP(operand.LabelRef("theirs"))
	Label("done")
}

// next calls products with the first group, and unmarks it.
func (v view) next(products func(activations, weights operand.Mem)) {
	group := GP64()
	TZCNTQ(v.groups, group)
	BLSRQ(v.groups, v.groups)
	activations := operand.Mem{Base: v.active, Index: group, Scale: 4}
	weights := GP64()
	MOVQ(group, weights)
	SHLQ(operand.Imm(6), weights) // groupBytes
	products(activations, operand.Mem{Base: v.weights, Index: weights, Scale: 1})
}
