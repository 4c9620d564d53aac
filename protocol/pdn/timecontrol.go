package pdn

import (
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
