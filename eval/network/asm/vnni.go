package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// evaluateVNNI is evaluate for processors that multiply and add four bytes in one
// instruction. A vector has the sixteen neurons of the second layer.
func evaluateVNNI() {
	TEXT("evaluateVNNI", 0, "func(us, them *int16, width int, second *int8, last *int8) int32")
	Pragma("noescape")
	Doc("evaluateVNNI is evaluateAVX2 with the instructions of AVX-512 VNNI.")
	us, them := Load(Param("us"), GP64()), Load(Param("them"), GP64())
	width := Load(Param("width"), GP64())
	weights, last := Load(Param("second"), GP64()), Load(Param("last"), GP64())
	first := AllocLocal(2 * maxWidth)
	zero := ZMM()
	VPXORD(zero, zero, zero)

	out := GP64()
	LEAQ(first, out)
	activateVNNI("us", us, width, out, zero)
	activateVNNI("them", them, width, out, zero)

	acc := fourSums(operand.Mem{Base: last, Disp: secondBiases})
	in, groups := GP64(), GP64()
	LEAQ(first, in)
	MOVQ(width, groups)
	SHRQ(operand.Imm(3), groups) // 2*width/4 groups of inputs, four at a time
	Label("second")
	for i, a := range acc {
		productsVNNI(operand.Mem{Base: in, Disp: 4 * i}, operand.Mem{Base: weights, Disp: 4 * secondNeurons * i}, a)
	}
	ADDQ(operand.Imm(4*4), in)
	ADDQ(operand.U32(4*4*secondNeurons), weights)
	DECQ(groups)
	JNZ(operand.LabelRef("second"))
	VPADDD(acc[1], acc[0], acc[0])
	VPADDD(acc[3], acc[2], acc[2])
	VPADDD(acc[2], acc[0], acc[0])
	VMOVDQU(activations(acc[0], zero), first)

	thirds := [2]reg.VecVirtual{ZMM(), ZMM()}
	for i, a := range thirds {
		VMOVDQU32(operand.Mem{Base: last, Disp: thirdBiases + 64*i}, a)
		for group := range secondNeurons / 4 {
			productsVNNI(first.Offset(4*group), operand.Mem{Base: last, Disp: 4*third*group + 64*i}, a)
		}
	}
	bytes := YMM()
	VINSERTI128(operand.Imm(1), activations(thirds[1], zero), activations(thirds[0], zero).AsY(), bytes)
	ones := YMM()
	VPCMPEQW(ones, ones, ones)
	VPSRLW(operand.Imm(15), ones, ones)
	output(bytes, last, constants{ones: ones})
	VZEROUPPER()
	RET()
}

// activateVNNI writes width activations of sums to out, and moves out behind them.
func activateVNNI(name string, sums, width, out reg.Register, zero reg.VecVirtual) {
	n := GP64()
	MOVQ(width, n)
	SHRQ(operand.Imm(5), n)
	a := ZMM()
	Label(name)
	VPSRAW(operand.Imm(sumShift), operand.Mem{Base: sums}, a)
	VPMAXSW(zero, a, a)
	VPMOVSWB(a, operand.Mem{Base: out})
	ADDQ(operand.Imm(64), sums)
	ADDQ(operand.Imm(32), out)
	DECQ(n)
	JNZ(operand.LabelRef(name))
}

// fourSums returns four vectors of sums; the first begins with biases, the others with 0.
func fourSums(biases operand.Mem) [4]reg.VecVirtual {
	acc := [4]reg.VecVirtual{ZMM(), ZMM(), ZMM(), ZMM()}
	VMOVDQU32(biases, acc[0])
	for _, a := range acc[1:] {
		VPXORD(a, a, a)
	}
	return acc
}

// productsVNNI adds the products of four activations with their weights to the sums of
// sixteen neurons.
func productsVNNI(activations, weights operand.Mem, sums reg.VecVirtual) {
	four := ZMM()
	VPBROADCASTD(activations, four)
	VPDPBUSD(weights, four, sums)
}

// activations returns those of sixteen sums.
func activations(sums, zero reg.VecVirtual) reg.VecVirtual {
	bytes := XMM()
	VPSRAD(operand.Imm(weightBits), sums, sums)
	VPMOVSDB(sums, bytes)
	VPMAXSB(zero.AsX(), bytes, bytes)
	return bytes
}
