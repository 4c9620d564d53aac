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

	k := constants{zero, ones}
	ours, theirs := newViews(first, weights, width)
	write := func(sums, active operand.Mem) reg.Register { return activate(sums, active, zero) }
	ours.activate("activateOurs", us, width, 32, write)
	theirs.activate("activateTheirs", them, width, 32, write)
	output(thirdLayer(secondLayer(ours, theirs, last, k), last, k), last, k)
	VZEROUPPER()
	RET()
}

// constants are vectors of zeros and of ones.
type constants struct{ zero, ones reg.VecVirtual }

// secondLayer returns its activations, made of two vectors of eight neurons.
func secondLayer(ours, theirs view, last reg.Register, k constants) reg.VecVirtual {
	acc := [2][]reg.VecVirtual{{YMM(), YMM()}, {YMM(), YMM()}}
	var add [2]func(activations, weights operand.Mem)
	for i := range acc {
		for j, a := range acc[i] {
			if i == 0 {
				VMOVDQU(operand.Mem{Base: last, Disp: secondBiases + 32*j}, a)
			} else {
				VPXOR(a, a, a)
			}
		}
		add[i] = func(activations, weights operand.Mem) {
			four := YMM()
			VPBROADCASTD(activations, four)
			products(four, weights, acc[i], k.ones)
		}
	}
	eachGroup(ours, theirs, add)
	for j, a := range acc[0] {
		VPADDD(acc[1][j], a, a)
		VPSRAD(operand.Imm(weightBits), a, a)
	}
	words, high := YMM(), XMM()
	VPACKSSDW(acc[0][1], acc[0][0], words)
	VPERMQ(operand.Imm(0xD8), words, words)
	VEXTRACTI128(operand.Imm(1), words, high)
	seconds := XMM()
	VPACKSSWB(high, words.AsX(), seconds)
	VPMAXSB(k.zero.AsX(), seconds, seconds)
	return seconds
}

// thirdLayer returns its activations, made of four vectors of eight neurons.
func thirdLayer(seconds reg.VecVirtual, last reg.Register, k constants) reg.VecVirtual {
	acc := []reg.VecVirtual{YMM(), YMM(), YMM(), YMM()}
	for i, a := range acc {
		VMOVDQU(operand.Mem{Base: last, Disp: thirdBiases + 32*i}, a)
	}
	VPERMQ(operand.Imm(0x44), seconds.AsY(), seconds.AsY()) // in each half
	for group := range secondNeurons / 4 {
		four := YMM()
		VPSHUFD(operand.Imm(uint64(0x55*group)), seconds.AsY(), four)
		products(four, operand.Mem{Base: last, Disp: 4 * third * group}, acc, k.ones)
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

// activate writes the activations of 32 sums, and returns a bit for each group that is
// not 0.
func activate(sums, active operand.Mem, zero reg.VecVirtual) reg.Register {
	a, b := YMM(), YMM()
	VMOVDQU(sums, a)
	VMOVDQU(sums.Offset(32), b)
	VPSRAW(operand.Imm(sumShift), a, a)
	VPSRAW(operand.Imm(sumShift), b, b)
	VPACKSSWB(b, a, a)
	VPERMQ(operand.Imm(0xD8), a, a)
	VPMAXSB(zero, a, a)
	VMOVDQU(a, active)
	marked := GP32()
	VPCMPEQD(zero, a, a)
	VMOVMSKPS(a, marked) // those that are 0
	XORL(operand.U32(1<<(32/4)-1), marked)
	return marked.As64()
}

// products adds the products of four activations, which are in each double word, with
// their weights to the sums of all neurons.
func products(four reg.VecVirtual, weights operand.Mem, acc []reg.VecVirtual, ones reg.VecVirtual) {
	for i, a := range acc {
		t := YMM()
		VPMADDUBSW(weights.Offset(32*i), four, t)
		VPMADDWD(ones, t, t)
		VPADDD(t, a, a)
	}
}
