package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// evaluate goes from the sums to the output.
func evaluate() {
	TEXT("evaluateAVX2", 0, "func(us, them *int16, width int, second *int8, last *int8) int32")
	Pragma("noescape")
	Doc("evaluateAVX2 returns the output of the head with weights second and last.")
	us, them := Load(Param("us"), GP64()), Load(Param("them"), GP64())
	width := Load(Param("width"), GP64())
	weights, last := Load(Param("second"), GP64()), Load(Param("last"), GP64())
	first := AllocLocal(2 * maxWidth)
	zero, ones := YMM(), YMM()
	VPXOR(zero, zero, zero)
	VPCMPEQW(ones, ones, ones)
	VPSRLW(operand.Imm(15), ones, ones) // 1 in each word

	out := GP64()
	LEAQ(first, out)
	activate("us", us, width, out, zero)
	activate("them", them, width, out, zero)

	k := constants{zero, ones}
	secondLayer(first, width, weights, last, k)
	output(thirdLayer(first, last, k), last, k)
	VZEROUPPER()
	RET()
}

// constants are vectors of zeros and of ones.
type constants struct{ zero, ones reg.VecVirtual }

// secondLayer puts its activations in the place of those of the first layer: two vectors
// of eight neurons, four activations at a time.
func secondLayer(first operand.Mem, width, weights, last reg.Register, k constants) {
	acc := []reg.VecVirtual{YMM(), YMM()}
	for i, a := range acc {
		VMOVDQU(operand.Mem{Base: last, Disp: secondBiases + 32*i}, a)
	}
	in, groups := GP64(), GP64()
	LEAQ(first, in)
	MOVQ(width, groups)
	SHRQ(operand.Imm(1), groups) // 2*width/4
	Label("second")
	products(operand.Mem{Base: in}, operand.Mem{Base: weights}, acc, k.ones)
	ADDQ(operand.Imm(4), in)
	ADDQ(operand.Imm(4*secondNeurons), weights)
	DECQ(groups)
	JNZ(operand.LabelRef("second"))
	for _, a := range acc {
		VPSRAD(operand.Imm(weightBits), a, a)
	}
	words, high := YMM(), XMM()
	VPACKSSDW(acc[1], acc[0], words)
	VPERMQ(operand.Imm(0xD8), words, words)
	VEXTRACTI128(operand.Imm(1), words, high)
	seconds := XMM()
	VPACKSSWB(high, words.AsX(), seconds)
	VPMAXSB(k.zero.AsX(), seconds, seconds)
	VMOVDQU(seconds, first)
}

// thirdLayer returns its activations, made of four vectors of eight neurons.
func thirdLayer(second operand.Mem, last reg.Register, k constants) reg.VecVirtual {
	acc := []reg.VecVirtual{YMM(), YMM(), YMM(), YMM()}
	for i, a := range acc {
		VMOVDQU(operand.Mem{Base: last, Disp: thirdBiases + 32*i}, a)
	}
	in := GP64()
	LEAQ(second, in)
	for group := range secondNeurons / 4 {
		products(operand.Mem{Base: in, Disp: 4 * group}, operand.Mem{Base: last, Disp: 4 * third * group}, acc, k.ones)
	}
	for _, a := range acc {
		VPSRAD(operand.Imm(weightBits), a, a)
	}
	low, upper, bytes := YMM(), YMM(), YMM()
	VPACKSSDW(acc[1], acc[0], low)   // neurons 0-3 8-11 | 4-7 12-15
	VPACKSSDW(acc[3], acc[2], upper) // neurons 16-19 24-27 | 20-23 28-31
	VPERMQ(operand.Imm(0xD8), low, low)
	VPERMQ(operand.Imm(0xD8), upper, upper)
	VPACKSSWB(upper, low, bytes) // 0-7 16-23 | 8-15 24-31
	VPERMQ(operand.Imm(0xD8), bytes, bytes)
	VPMAXSB(k.zero, bytes, bytes)
	return bytes
}

// output stores the product of the activations of the third layer and their weights.
func output(activations reg.VecVirtual, last reg.Register, k constants) {
	sum, half := YMM(), XMM()
	VPMADDUBSW(operand.Mem{Base: last, Disp: outputWeights}, activations, sum)
	VPMADDWD(k.ones, sum, sum)
	VEXTRACTI128(operand.Imm(1), sum, half)
	total, other := XMM(), XMM()
	VPADDD(half, sum.AsX(), total)
	VPSHUFD(operand.Imm(0x4E), total, other)
	VPADDD(other, total, total)
	VPSHUFD(operand.Imm(0xB1), total, other)
	VPADDD(other, total, total)
	result := GP32()
	VMOVD(total, result)
	ADDL(operand.Mem{Base: last, Disp: outputBias}, result)
	Store(result, ReturnIndex(0))
}

// activate writes width activations of sums to out, and moves out behind them.
func activate(name string, sums, width, out reg.Register, zero reg.VecVirtual) {
	n := GP64()
	MOVQ(width, n)
	SHRQ(operand.Imm(5), n)
	a, b := YMM(), YMM()
	Label(name)
	VMOVDQU(operand.Mem{Base: sums}, a)
	VMOVDQU(operand.Mem{Base: sums, Disp: 32}, b)
	VPSRAW(operand.Imm(sumShift), a, a)
	VPSRAW(operand.Imm(sumShift), b, b)
	VPACKSSWB(b, a, a)
	VPERMQ(operand.Imm(0xD8), a, a)
	VPMAXSB(zero, a, a)
	VMOVDQU(a, operand.Mem{Base: out})
	ADDQ(operand.Imm(64), sums)
	ADDQ(operand.Imm(32), out)
	DECQ(n)
	JNZ(operand.LabelRef(name))
}

// products adds the products of four activations with their weights to the sums of all
// neurons.
func products(activations, weights operand.Mem, acc []reg.VecVirtual, ones reg.VecVirtual) {
	four := YMM()
	VPBROADCASTD(activations, four)
	for i, a := range acc {
		t := YMM()
		VPMADDUBSW(weights.Offset(32*i), four, t)
		VPMADDWD(ones, t, t)
		VPADDD(t, a, a)
	}
}
