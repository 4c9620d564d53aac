package pdn

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Period is a part of a time control.
type Period struct {
	Moves     int           // to be made in Time; 0 for all the rest
	Time      time.Duration // for the period; whole seconds
	Increment time.Duration // for every move; whole seconds
	Sandglass bool          // what one side uses the other gains
}

// ParseTimeControl reads the value of the tag TimeControl: periods separated
// by colons, each of the form 40/7200 (moves and seconds), 600+5 (seconds and
// seconds a move), 40/7200+60, 3600 or *120 (sandglass). It returns nothing for ?
// (unknown) and - (no limit).
func ParseTimeControl(s string) ([]Period, error) {
	if s = strings.TrimSpace(s); s == "?" || s == "-" {
		return nil, nil
	}
	var periods []Period
	for field := range strings.SplitSeq(s, ":") {
		var p Period
		rest, sandglass := strings.CutPrefix(field, "*")
		p.Sandglass = sandglass
		var err error
		if moves, seconds, found := strings.Cut(rest, "/"); found {
			rest = seconds
			if p.Moves, err = positive(moves); err != nil {
				return nil, fmt.Errorf("time control %q: %w", s, err)
			}
		}
		base, increment, found := strings.Cut(rest, "+")
		if p.Time, err = wholeSeconds(base); err == nil && found {
			p.Increment, err = wholeSeconds(increment)
		}
		if err != nil {
			return nil, fmt.Errorf("time control %q: %w", s, err)
		}
		periods = append(periods, p)
	}
	return periods, nil
}

// FormatTimeControl returns periods as the value of the tag TimeControl, "-"
// if there are none. Times are rounded to seconds.
func FormatTimeControl(periods []Period) string {
	if len(periods) == 0 {
		return "-"
	}
	fields := make([]string, len(periods))
	for i, p := range periods {
		if p.Sandglass {
			fields[i] = "*"
		}
		if p.Moves != 0 {
			fields[i] += strconv.Itoa(p.Moves) + "/"
		}
		fields[i] += strconv.Itoa(int(p.Time.Round(time.Second) / time.Second))
		if p.Increment != 0 {
			fields[i] += "+" + strconv.Itoa(int(p.Increment.Round(time.Second)/time.Second))
		}
	}
	return strings.Join(fields, ":")
}

func wholeSeconds(text string) (time.Duration, error) {
	n, err := positive(text)
	return time.Duration(n) * time.Second, err
}

func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1e8 || !isDigit(text[0]) {
		return 0, fmt.Errorf("%q is not a number of moves or seconds", text)
	}
	return n, nil
}
