package flags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Range is a flag for a range of numbers, "4-12" or "7"; "4-" has no end.
type Range struct{ First, Last int } // both 0: not given

// UnmarshalText reads it.
func (f *Range) UnmarshalText(text []byte) error {
	before, after, isRange := strings.Cut(string(text), "-")
	first, errFirst := strconv.Atoi(before)
	last, errLast := first, error(nil)
	switch {
	case isRange && after == "":
		last = MaxCount
	case isRange:
		last, errLast = strconv.Atoi(after)
	}
	if errFirst != nil || errLast != nil || first < 1 || last < first || last > MaxCount {
		return fmt.Errorf("%q is not a range like 4-12", text)
	}
	f.First, f.Last = first, last
	return nil
}

// Ranges is a flag for several ranges, "1-3,7"; none is all there is.
type Ranges []Range

// UnmarshalText reads it.
func (l *Ranges) UnmarshalText(text []byte) error {
	*l = nil
	for part := range strings.SplitSeq(string(text), ",") {
		var r Range
		if r.UnmarshalText([]byte(part)) != nil {
			return errors.New(strconv.Quote(string(text)) + " is not a list of numbers and ranges like 1-3,7")
		}
		*l = append(*l, r)
	}
	return nil
}

// Has reports whether a number is in one of the ranges.
func (l Ranges) Has(n int) bool {
	return len(l) == 0 || slices.ContainsFunc(l, func(r Range) bool { return r.First <= n && n <= r.Last })
}

// Last returns the largest number that is named.
func (l Ranges) Last() (n int) {
	for _, r := range l {
		if r.Last < MaxCount {
			n = max(n, r.Last)
		}
		n = max(n, r.First)
	}
	return n
}
