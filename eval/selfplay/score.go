package selfplay

import (
	"math"
	"sort"
)

// NoScore in Game.Scores means that there was no search.
const NoScore = math.MinInt

// maxCode is the largest score code; see the package comment.
const maxCode = 127

// decodeScore returns the score of a code, in hundredths of a man. Steps grow from 4 near
// 0 to 9 at the ends, which are 8.01 men.
func decodeScore(code int8) int {
	if code < 0 {
		return -decodeScore(-code)
	}
	c := int(code)
	return 4*c + c*c/55
}

// encodeScore returns the code whose score is nearest to s.
func encodeScore(s int) int8 {
	if s < 0 {
		return -encodeScore(-s)
	}
	above := int8(sort.Search(maxCode, func(c int) bool { return decodeScore(int8(c)) >= s }))
	if above > 0 && s-decodeScore(above-1) < decodeScore(above)-s {
		return above - 1
	}
	return above
}

// rounded returns the score nearest to s that has a code.
func rounded(s int) int { return decodeScore(encodeScore(s)) }
