package flags

import (
	"strconv"
	"testing"

	"stupol/search"
)

// TestHundredths reads every number of men with two decimals that a flag can have.
func TestHundredths(t *testing.T) {
	for n := range 10_001 {
		men, err := strconv.ParseFloat(strconv.FormatFloat(float64(n)/100, 'f', 2, 64), 64)
		if got := Hundredths(men); err != nil || got != search.Score(n) {
			t.Fatalf("%v men are %d hundredths (%v)", men, got, err)
		}
	}
}
