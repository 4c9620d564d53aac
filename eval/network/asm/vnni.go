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

	ours, theirs := newViews(first, weights, width)
	activate := func(sums, active operand.Mem) reg.Register { return activateVNNI(sums, active, zero) }
	ours.activate("activateOurs", us, width, 64, activate)
	theirs.activate("activateTheirs", them, width, 64, activate)
	seconds := activations(secondVNNI(ours, theirs, last), zero).AsZ()
	VSHUFI32X4(operand.Imm(0), seconds, seconds, seconds) // in each quarter

	thirds := [2]reg.VecVirtual{ZMM(), ZMM()}
	for i, a := range thirds {
		VMOVDQU32(operand.Mem{Base: last, Disp: thirdBiases + 64*i}, a)
	}
	for group := range secondNeurons / 4 {
		four := ZMM()
		VPSHUFD(operand.Imm(uint64(0x55*group)), seconds, four)
		for i, a := range thirds {
			VPDPBUSD(operand.Mem{Base: last, Disp: 4*third*group + 64*i}, four, a)
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

// activateVNNI writes the activations of 64 sums, and returns a bit for each group that is
// not 0.
func activateVNNI(sums, active operand.Mem, zero reg.VecVirtual) reg.Register {
	halves := [2]reg.VecVirtual{YMM(), YMM()}
	for i, bytes := range halves {
		words := ZMM()
		VPSRAW(operand.Imm(sumShift), sums.Offset(64*i), words)
		VPMAXSW(zero, words, words)
		VPMOVSWB(words, bytes)
	}
	bytes, notZero, marked := ZMM(), K(), GP32()
	VINSERTI64X4(operand.Imm(1), halves[1], halves[0].AsZ(), bytes)
	VMOVDQU64(bytes, active)
	VPTESTMD(bytes, bytes, notZero)
	KMOVW(notZero, marked)
	return marked.As64()
}

// secondVNNI returns the sums of the second layer.
func secondVNNI(ours, theirs view, last reg.Register) reg.VecVirtual {
	acc := [2]reg.VecVirtual{ZMM(), ZMM()}
	VMOVDQU32(operand.Mem{Base: last, Disp: secondBiases}, acc[0])
	VPXORD(acc[1], acc[1], acc[1])
	var products [2]func(activations, weights operand.Mem)
	for i, a := range acc {
		products[i] = func(activations, weights operand.Mem) {
			four := ZMM()
			VPBROADCASTD(activations, four)
			VPDPBUSD(weights, four, a)
		}
	}
	eachGroup(ours, theirs, products)
	VPADDD(acc[1], acc[0], acc[0])
	return acc[0]
}

// activations returns those of sixteen sums.
func activations(sums, zero reg.VecVirtual) reg.VecVirtual {
	bytes := XMM()
	VPSRAD(operand.Imm(weightBits), sums, sums)
	VPMOVSDB(sums, bytes)
	VPMAXSB(zero.AsX(), bytes, bytes)
	return bytes
}
