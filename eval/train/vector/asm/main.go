// Command asm writes the assembly of package vector with avo. It is a module of its own,
// so that nobody else needs avo.
//
//	cd eval/train/vector/asm && go run . -out ../kernel_amd64.s -stubs ../kernelstubs_amd64.go -pkg vector
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	lane  = 8        // floats in a vector register
	bytes = 4 * lane // its size
)

func main() {
	ConstraintExpr("amd64")
	addScaled()
	dot()
	clippedReLU()
	clippedReLUGradient()
	adam()
	round()
	Generate()
}

// loop counts n down by as many floats as body takes at a time. n is a multiple, not 0.
func loop(n reg.Register, floats int, body func()) {
	Label("loop")
	body()
	SUBQ(operand.Imm(uint64(floats)), n)
	JNZ(operand.LabelRef("loop"))
}

// at returns the i-th vector behind base.
func at(base reg.Register, i int) operand.Mem { return operand.Mem{Base: base, Disp: bytes * i} }

// advance moves pointers over that many floats.
func advance(floats int, pointers ...reg.Register) {
	for _, p := range pointers {
		ADDQ(operand.Imm(uint64(4*floats)), p)
	}
}

func addScaled() {
	TEXT("addScaledAVX2", NOSPLIT, "func(sum *float32, factor float32, x *float32, n int)")
	Pragma("noescape")
	Doc("addScaledAVX2 adds x times factor to sum, for n floats, a multiple of 8 above 0.")
	sum, x, n := Load(Param("sum"), GP64()), Load(Param("x"), GP64()), Load(Param("n"), GP64())
	factor, v := YMM(), YMM()
	VBROADCASTSS(address("factor"), factor)
	loop(n, lane, func() {
		VMULPS(at(x, 0), factor, v)
		VADDPS(at(sum, 0), v, v)
		VMOVUPS(v, at(sum, 0))
		advance(lane, sum, x)
	})
	VZEROUPPER()
	RET()
}

// address returns where a parameter is.
func address(name string) operand.Mem {
	component, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return component.Addr
}

func dot() {
	TEXT("dotAVX2", NOSPLIT, "func(x, y *float32, n int) float32")
	Pragma("noescape")
	Doc("dotAVX2 returns the dot product of n floats, a multiple of 32 above 0.")
	x, y, n := Load(Param("x"), GP64()), Load(Param("y"), GP64()), Load(Param("n"), GP64())
	var sums [4]reg.VecVirtual
	for i := range sums {
		sums[i] = YMM()
		VXORPS(sums[i], sums[i], sums[i])
	}
	loop(n, 4*lane, func() {
		for i, sum := range sums {
			v := YMM()
			VMOVUPS(at(x, i), v)
			VMULPS(at(y, i), v, v)
			VADDPS(v, sum, sum)
		}
		advance(4*lane, x, y)
	})
	VADDPS(sums[2], sums[0], sums[0])
	VADDPS(sums[3], sums[1], sums[1])
	VADDPS(sums[1], sums[0], sums[0])
	sum, other := sums[0].AsX(), XMM()
	VEXTRACTF128(operand.Imm(1), sums[0], other)
	VADDPS(other, sum, sum)
	VPERMILPS(operand.Imm(0b1110), sum, other)
	VADDPS(other, sum, sum)
	VPERMILPS(operand.Imm(0b01), sum, other)
	VADDSS(other, sum, sum)
	VZEROUPPER()
	Store(sum, ReturnIndex(0))
	RET()
}

// ones returns a vector with 1 in each float.
func ones() reg.VecVirtual {
	v := YMM()
	VPCMPEQD(v, v, v)
	VPSRLD(operand.Imm(25), v, v)
	VPSLLD(operand.Imm(23), v, v) // 0x3F800000
	return v
}

func clippedReLU() {
	TEXT("clippedReLUAVX2", NOSPLIT, "func(values *float32, n int)")
	Pragma("noescape")
	Doc("clippedReLUAVX2 limits n values, a multiple of 8 above 0, to 0 to 1.")
	values, n := Load(Param("values"), GP64()), Load(Param("n"), GP64())
	zero, one, v := YMM(), ones(), YMM()
	VXORPS(zero, zero, zero)
	loop(n, lane, func() {
		VMOVUPS(at(values, 0), v)
		VMAXPS(v, zero, v) // in this order NaN stays NaN
		VMINPS(v, one, v)
		VMOVUPS(v, at(values, 0))
		advance(lane, values)
	})
	VZEROUPPER()
	RET()
}

func clippedReLUGradient() {
	TEXT("clippedReLUGradientAVX2", NOSPLIT, "func(gradients, activations *float32, n int)")
	Pragma("noescape")
	Doc("clippedReLUGradientAVX2 sets the gradients of activations that are 0 or 1 to 0, of n, a multiple of 8 above 0.")
	gradients, activations := Load(Param("gradients"), GP64()), Load(Param("activations"), GP64())
	n := Load(Param("n"), GP64())
	zero, one, v, above, below := YMM(), ones(), YMM(), YMM(), YMM()
	VXORPS(zero, zero, zero)
	const less = 0x11 // LT_OQ
	loop(n, lane, func() {
		VMOVUPS(at(activations, 0), v)
		VCMPPS(operand.Imm(less), v, zero, above)
		VCMPPS(operand.Imm(less), one, v, below)
		VANDPS(above, below, below)
		VANDPS(at(gradients, 0), below, v)
		VMOVUPS(v, at(gradients, 0))
		advance(lane, gradients, activations)
	})
	VZEROUPPER()
	RET()
}

func adam() {
	TEXT("adamAVX2", NOSPLIT, "func(values, means, squares, gradients *float32, n int, a *float32)")
	Pragma("noescape")
	Doc("adamAVX2 is Adam.Update for n values, a multiple of 8 above 0; a is the first field.")
	values, means := Load(Param("values"), GP64()), Load(Param("means"), GP64())
	squares, gradients := Load(Param("squares"), GP64()), Load(Param("gradients"), GP64())
	n, a := Load(Param("n"), GP64()), Load(Param("a"), GP64())
	var constants [6]reg.VecVirtual // the fields of Adam
	for i := range constants {
		constants[i] = YMM()
		VBROADCASTSS(operand.Mem{Base: a, Disp: 4 * i}, constants[i])
	}
	rate, perSample, squareFactor := constants[0], constants[1], constants[2]
	meanShare, squareShare, epsilon := constants[3], constants[4], constants[5]
	g, v, mean, square := YMM(), YMM(), YMM(), YMM()
	loop(n, lane, func() {
		VMULPS(at(gradients, 0), perSample, g)
		VMOVUPS(at(means, 0), mean)
		VSUBPS(mean, g, v)
		VMULPS(meanShare, v, v)
		VADDPS(v, mean, mean)
		VMOVUPS(mean, at(means, 0))
		VMOVUPS(at(squares, 0), square)
		VMULPS(g, g, v)
		VSUBPS(square, v, v)
		VMULPS(squareShare, v, v)
		VADDPS(v, square, square)
		VMOVUPS(square, at(squares, 0))
		VMULPS(squareFactor, square, square)
		VSQRTPS(square, square)
		VADDPS(epsilon, square, square)
		VMULPS(rate, mean, mean)
		VDIVPS(square, mean, mean)
		VMOVUPS(at(values, 0), v)
		VSUBPS(mean, v, v)
		VMOVUPS(v, at(values, 0))
		advance(lane, values, means, squares, gradients)
	})
	VZEROUPPER()
	RET()
}

func round() {
	TEXT("roundAVX2", NOSPLIT, "func(rounded, values *float32, n int, limit, unit float32)")
	Pragma("noescape")
	Doc("roundAVX2 is Round for n values, a multiple of 8 above 0.")
	rounded, values, n := Load(Param("rounded"), GP64()), Load(Param("values"), GP64()), Load(Param("n"), GP64())
	limit, least, unit, v := YMM(), YMM(), YMM(), YMM()
	VBROADCASTSS(address("limit"), limit)
	VBROADCASTSS(address("unit"), unit)
	VXORPS(least, least, least)
	VSUBPS(limit, least, least)
	const toNearestEven = 0
	loop(n, lane, func() {
		VMOVUPS(at(values, 0), v)
		VMAXPS(v, least, v)
		VMINPS(v, limit, v)
		VMOVUPS(v, at(values, 0))
		VMULPS(unit, v, v)
		VROUNDPS(operand.Imm(toNearestEven), v, v)
		VDIVPS(unit, v, v)
		VMOVUPS(v, at(rounded, 0))
		advance(lane, rounded, values)
	})
	VZEROUPPER()
	RET()
}
