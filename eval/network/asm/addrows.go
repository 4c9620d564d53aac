package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// addRows makes changes to the sums of both views, 64 sums of each at a time: in vectors
// of that many bytes, which vector allocates and move loads and stores.
func addRows(name string, size int, vector func() reg.VecVirtual, move func(from, to operand.Op)) {
	TEXT(name, NOSPLIT, "func(white, black *int16, width int, weights *int16, changes [][4]uint16)")
	Pragma("noescape")
	Doc(name + " makes changes to the sums of both views. There is at least one change.")
	const block = 64 * 2 // bytes
	white, black := Load(Param("white"), GP64()), Load(Param("black"), GP64())
	stride, blocks := Load(Param("width"), GP64()), GP64()
	weights := Load(Param("weights"), GP64())
	changes, end := Load(Param("changes").Base(), GP64()), Load(Param("changes").Len(), GP64())
	MOVQ(stride, blocks)
	SHRQ(operand.Imm(6), blocks)
	SHLQ(operand.Imm(1), stride)
	LEAQ(operand.Mem{Base: changes, Index: end, Scale: changeSize}, end)

	whites, blacks := make([]reg.VecVirtual, block/size), make([]reg.VecVirtual, block/size)
	Label("block")
	for i := range whites {
		whites[i], blacks[i] = vector(), vector()
		move(operand.Mem{Base: white, Disp: size * i}, whites[i])
		move(operand.Mem{Base: black, Disp: size * i}, blacks[i])
	}
	next := GP64()
	MOVQ(changes, next)
	Label("change")
	applyRows(operand.Mem{Base: next}, weights, stride, size, whites)
	applyRows(operand.Mem{Base: next, Disp: blackRows}, weights, stride, size, blacks)
	ADDQ(operand.Imm(changeSize), next)
	CMPQ(next, end)
	JNE(operand.LabelRef("change"))
	for i := range whites {
		move(whites[i], operand.Mem{Base: white, Disp: size * i})
		move(blacks[i], operand.Mem{Base: black, Disp: size * i})
	}
	ADDQ(operand.Imm(block), white)
	ADDQ(operand.Imm(block), black)
	ADDQ(operand.Imm(block), weights)
	DECQ(blocks)
	JNZ(operand.LabelRef("block"))
	VZEROUPPER()
	RET()
}

// applyRows adds to sums the row of the first of two numbers and subtracts the row of
// the second.
func applyRows(numbers operand.Mem, weights, stride reg.Register, size int, sums []reg.VecVirtual) {
	on, off := GP64(), GP64()
	MOVWQZX(numbers, on)
	MOVWQZX(numbers.Offset(2), off)
	IMULQ(stride, on)
	IMULQ(stride, off)
	for i, a := range sums {
		VPADDW(operand.Mem{Base: weights, Index: on, Scale: 1, Disp: size * i}, a, a)
	}
	for i, a := range sums {
		VPSUBW(operand.Mem{Base: weights, Index: off, Scale: 1, Disp: size * i}, a, a)
	}
}
