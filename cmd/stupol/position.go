package main

import (
	"fmt"
	"math"

	"stupol/movegen"
)

// positionFlags name a game and a position of it.
type positionFlags struct {
	Variant rulesFlag `default:"international" placeholder:"NAME" help:"The game: a name, Hub name or alias of stupol variants (default: ${default})."`
	FEN     *string   `name:"fen" placeholder:"FEN" help:"The position, as W:W31,32,K40:B1-12 (default: where the game starts)."`
}

// read returns the rules and the position, and the position as text: what was
// given, or the FEN of the start.
func (f positionFlags) read() (rules *movegen.Rules, p movegen.Position, fen string, err error) {
	rules = f.Variant.Rules
	if f.FEN == nil {
		p = rules.Start()
		return rules, p, rules.FEN(&p), nil
	}
	p, err = rules.ParseFEN(*f.FEN)
	return rules, p, *f.FEN, err
}

// rulesFlag is a flag whose value is the name of a variant.
type rulesFlag struct{ *movegen.Rules }

// UnmarshalText looks the name up.
func (f *rulesFlag) UnmarshalText(name []byte) (err error) {
	f.Rules, err = movegen.Lookup(string(name))
	return err
}

// within returns an error unless lowest <= value <= highest, which NaN never is.
func within[T int | int64 | float64](flag string, value, lowest, highest T) error {
	if !(value >= lowest && value <= highest) {
		return fmt.Errorf("--%s: %v is not within %v to %v", flag, value, lowest, highest)
	}
	return nil
}

// The largest values of flags that have no limit of their own.
const (
	maxCount = 1_000_000_000        // of games, moves and the like
	maxNodes = int64(math.MaxInt64) // of a search
	maxMen   = 100.                 // that a score is in
)
