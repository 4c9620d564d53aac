package train

import (
	"encoding/binary"
	"math"
	"slices"

	"stupol/movegen"
)

// A sample is a position with its targets.
type sample struct {
	position movegen.Packed
	result   float32 // of the side to move: 1 a win, 0.5 a draw, 0 a loss; more by knownResult if it is proved; noResult or leafResult
	score    float32 // of the search for the side to move, in hundredths of a man, or selfplay.Decided
}

// Samples without a result.
const (
	noResult   = -1 // of a position before a random move, or of a game that was stopped
	leafResult = -2 // of a leaf, which was not played
)

// knownResult is added to a result that databases or a search prove.
const knownResult = 2

// knownLambda is the weight of the score in the target of a position whose result is
// proved. It is not 0, so that the side that wins also learns to come nearer to the end.
const knownLambda = 0.25

// hasResult reports whether s has a result.
func (s *sample) hasResult() bool { return s.result >= 0 }

// outcome returns the result, 0 to 1, if there is one, and whether it is proved.
func (s *sample) outcome() (result float64, known bool) {
	if s.result >= knownResult {
		return float64(s.result - knownResult), true
	}
	return float64(s.result), false
}

// newSample returns the sample of p.
func newSample(p *movegen.Position, result, score float32) sample {
	return sample{position: p.Pack(), result: result, score: score}
}

// pieces returns the number of pieces.
func (s *sample) pieces() int { return (s.position[0] | s.position[1]).Len() }

// target returns the target of s, 0 to 1: a mean of the result and the score, which
// has the weight lambda, or less if the result is proved, or the score alone if there is
// no result. A logit is scale hundredths of a man.
func (s *sample) target(lambda, scale float64) float64 {
	expected := winProbability(float64(s.score) / scale)
	if !s.hasResult() {
		return expected
	}
	result, known := s.outcome()
	if known {
		lambda = min(lambda, knownLambda)
	}
	return (1-lambda)*result + lambda*expected
}

// merged sorts samples by position and replaces those of the same position by their
// mean, in place.
func merged(samples []sample) []sample {
	slices.SortStableFunc(samples, func(a, b sample) int { return a.position.Compare(b.position) })
	means := samples[:0]
	for first := 0; first < len(samples); {
		end := first + 1
		for end < len(samples) && samples[end].position == samples[first].position {
			end++
		}
		means = append(means, mean(samples[first:end]))
		first = end
	}
	return means
}

// mean returns the mean of samples of the same position: of all scores, and of the
// results there are. It is that of a leaf if all are. If the result of some is proved,
// the others do not count.
func mean(same []sample) sample {
	if slices.ContainsFunc(same, func(s sample) bool { return s.result >= knownResult }) {
		same = slices.DeleteFunc(same, func(s sample) bool { return s.result < knownResult })
	}
	m := same[0]
	var result, score, results float32
	for i := range same {
		score += same[i].score
		m.result = max(m.result, same[i].result)
		if same[i].hasResult() {
			result += same[i].result
			results++
		}
	}
	m.score = score / float32(len(same))
	if results > 0 {
		m.result = result / results
	}
	return m
}

// recordBytes is the size of a sample in a file.
const recordBytes = movegen.PackedBytes + 8

// appendTo appends s as a record.
func (s *sample) appendTo(b []byte) []byte {
	b = s.position.AppendTo(b)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(s.result))
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(s.score))
}

// sampleOf returns the sample of a record.
func sampleOf(b []byte) sample {
	float := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b[at:])) }
	return sample{movegen.Unpack(b), float(movegen.PackedBytes), float(movegen.PackedBytes + 4)}
}
