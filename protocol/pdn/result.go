package pdn

import (
	"strings"

	"stupol/movegen"
)

// Result is how a game ended, as text: "2-0".
type Result string

// NoResult is the result of a game that is not over or whose end is unknown.
const NoResult Result = "*"

// Outcome returns who has won. It is Ongoing for NoResult and for results that have
// no winner by the rules, like 0-0 or 4-6.
func (r Result) Outcome() movegen.Outcome {
	switch r {
	case "2-0", "1-0", "10-0", "12-0":
		return movegen.WhiteWins
	case "0-2", "0-1", "0-10", "0-12":
		return movegen.BlackWins
	case "1-1", "1/2-1/2", "1/2", "5-5", "6-6", "1+-1-", "1--1+":
		return movegen.Drawn
	}
	return movegen.Ongoing
}

// Standard reports whether every program that reads PDN knows r: it is one of
// the forms of the standard.
func (r Result) Standard() bool {
	switch r {
	case "2-0", "1-1", "0-2", "0-0", "1-0", "0-1", "1/2-1/2", NoResult:
		return true
	}
	return false
}

// ResultOf returns the outcome in the form that PDN prescribes for the game:
// 2-0, 1-1 and 0-2 in the International family, 1-0, 1/2-1/2 and 0-1 in
// others.
func ResultOf(r *movegen.Rules, o movegen.Outcome) Result {
	forms := [...]Result{NoResult, "1-0", "0-1", "1/2-1/2"}
	switch number, _, _ := strings.Cut(r.GameType, ","); number {
	case "20", "96", "97", "98":
		forms = [...]Result{NoResult, "2-0", "0-2", "1-1"}
	}
	return forms[o&3]
}
