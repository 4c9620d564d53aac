// Package shard divides work among processes that know nothing of each other.
//
// Work that consists of numbered pieces, games or rounds of a match, is divided into N
// shards: shard I, counted from 0, has the pieces whose number has the remainder I when
// divided by N. The rounds of a match are in blocks instead, one after the other, so that what
// is to be counted in their order grows while shards are played in that order. Each shard is
// the work of a process of its own, on any machine and at any time. Its file says of which
// shard of what work it is; a journal for package journal's Merge need not.
// What is in the files does not depend on the division, so that together they are what
// one process would have written.
//
// A process that is one task of an array finds its number in the environment: see Parse.
package shard

import (
	"fmt"
	"strconv"
	"strings"
)

// maxShards is more than anybody divides work into.
const maxShards = 1_000_000

// A Shard is one of Of parts. The zero value is the whole, as is 0/1.
type Shard struct{ Index, Of int }

// Validate returns an error if there is no such shard.
func (s Shard) Validate() error {
	if s.Of < 1 || s.Of > maxShards || s.Index < 0 || s.Index >= s.Of {
		return fmt.Errorf("%v: the first of N shards is 0/N", s)
	}
	return nil
}

// Whole reports whether s is not one of several.
func (s Shard) Whole() bool { return s.Of <= 1 }

// Has reports whether s has a piece of the work, counted from 0.
func (s Shard) Has(number int) bool { return s.Whole() || number%s.Of == s.Index }

// Share returns how many of n pieces s has.
func (s Shard) Share(n int) int {
	if s.Whole() {
		return n
	}
	return (n - s.Index + s.Of - 1) / s.Of
}

// Nth returns the number of the n-th piece that s has; both are counted from 0.
func (s Shard) Nth(n int) int {
	if s.Whole() {
		return n
	}
	return s.Index + n*s.Of
}

// Select returns the pieces of all that s has.
func Select[T any](s Shard, all []T) (own []T) {
	for i, piece := range all {
		if s.Has(i) {
			own = append(own, piece)
		}
	}
	return own
}

// Block returns which of n pieces s has if the shards are blocks: each has consecutive pieces,
// first to end-1, the first shard the first of them.
func (s Shard) Block(n int) (first, end int) {
	if s.Whole() {
		return 0, n
	}
	return s.Index * n / s.Of, (s.Index + 1) * n / s.Of
}

// String returns "3/16".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// MarshalText returns "3/16".
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Shard) UnmarshalText(text []byte) error {
	index, of, _ := strings.Cut(string(text), "/")
	var read Shard
	var errIndex, errOf error
	read.Index, errIndex = strconv.Atoi(index)
	read.Of, errOf = strconv.Atoi(of)
	if errIndex != nil || errOf != nil {
		return fmt.Errorf("%q is not a shard, I/N", text)
	}
	if err := read.Validate(); err != nil {
		return err
	}
	*s = read
	return nil
}
