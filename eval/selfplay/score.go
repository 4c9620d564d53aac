package selfplay

import (
	"math"
	"sort"
)

// NoScore stands in Game.Scores where there is no score.
const NoScore = math.MinInt

// maxCode is the largest score as files keep it.
const maxCode = 127

// scoreOf returns the score, in hundredths of a man, that a code from -maxCode
// to maxCode stands for: the nearer to 0 the finer, in steps of 4 there and of
// 9 at the ends, which are 8.01 men.
func scoreOf(code int8) int {
	if code < 0 {
		return -scoreOf(-code)
	}
	c := int(code)
	return 4*c + c*c/55
}

// codeOf returns the code of the score nearest to s.
func codeOf(s int) int8 {
	if s < 0 {
		return -codeOf(-s)
	}
	above := int8(sort.Search(maxCode, func(c int) bool { return scoreOf(int8(c)) >= s }))
	if above > 0 && s-scoreOf(above-1) < scoreOf(above)-s {
		return above - 1
	}
	return above
}

// rounded returns s as files keep it.
func rounded(s int) int { return scoreOf(codeOf(s)) }
