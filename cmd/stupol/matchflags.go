package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"stupol/bench/match"
	"stupol/search"
)

// setters are the keys of a flag that is given as KEY=VALUE ..., with what each
// does.
type setters map[string]func(value string) error

// decode reads the values of such a flag: all arguments that begin with one of the
// keys, or one argument with commas between them.
func (s setters) decode(ctx *kong.DecodeContext) error {
	ours := func(t kong.Token) bool {
		key, _, ok := strings.Cut(t.String(), "=")
		return ok && s[key] != nil
	}
	first, err := ctx.Scan.PopValue(strings.Join(slices.Collect(s.keys), "=... ") + "=...")
	if err != nil {
		return err
	}
	for _, token := range append([]kong.Token{first}, ctx.Scan.PopWhile(ours)...) {
		for item := range strings.SplitSeq(token.String(), ",") {
			if err := s.set(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// keys yields the keys in order.
func (s setters) keys(yield func(string) bool) {
	var keys []string
	for key := range s {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !yield(key) {
			return
		}
	}
}

// set sets one KEY=VALUE.
func (s setters) set(item string) error {
	key, value, ok := strings.Cut(item, "=")
	if !ok || s[key] == nil {
		return fmt.Errorf("%q is not one of %s", item, strings.Join(slices.Collect(s.keys), "=, ")+"=")
	}
	if err := s[key](value); err != nil {
		return fmt.Errorf("%s: %w", item, err)
	}
	return nil
}

// float, count and men return setters for a value of that kind.
func float(v *float64) func(string) error {
	return func(text string) (err error) {
		if *v, err = strconv.ParseFloat(text, 64); err == nil && !(math.Abs(*v) <= maxElo) {
			err = fmt.Errorf("not within -%v to %v", maxElo, maxElo)
		}
		return err
	}
}

// maxElo is more than any test is about.
const maxElo = 10_000.

func count(v *int) func(string) error {
	return func(text string) (err error) {
		if *v, err = strconv.Atoi(text); err == nil && *v < 0 {
			err = errors.New("negative")
		}
		return err
	}
}

func men(v *search.Score) func(string) error {
	return func(text string) error {
		f, err := strconv.ParseFloat(text, 64)
		if err == nil && !(f >= 0 && f <= maxMen) {
			err = fmt.Errorf("not within 0 to %v", maxMen)
		}
		*v = hundredths(f)
		return err
	}
}

// sprtFlag is --sprt.
type sprtFlag struct{ match.SPRT }

// Decode reads the flag.
func (f *sprtFlag) Decode(ctx *kong.DecodeContext) error {
	f.SPRT = match.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	return setters{
		"elo0": float(&f.Elo0), "elo1": float(&f.Elo1), "alpha": float(&f.Alpha), "beta": float(&f.Beta),
		"model": func(text string) (err error) {
			f.Model, err = match.EloModelNamed(text)
			return err
		},
	}.decode(ctx)
}

// resignFlag is --resign.
type resignFlag struct{ match.ResignRule }

// Decode reads the flag.
func (f *resignFlag) Decode(ctx *kong.DecodeContext) error {
	f.ResignRule = match.ResignRule{Score: 1000, Moves: 4}
	return setters{"score": men(&f.Score), "moves": count(&f.Moves)}.decode(ctx)
}

// drawFlag is --draw.
type drawFlag struct{ match.DrawRule }

// Decode reads the flag.
func (f *drawFlag) Decode(ctx *kong.DecodeContext) error {
	f.DrawRule = match.DrawRule{Score: 10, Moves: 10, From: 40}
	return setters{"score": men(&f.Score), "moves": count(&f.Moves), "from": count(&f.From)}.decode(ctx)
}
