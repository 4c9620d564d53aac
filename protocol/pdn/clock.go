package pdn

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Command is a piece of data in a comment, after the move it is about:
// [%clk 0:10:00]. Of time, there are clk and mct (what a digital and a
// mechanical clock shows), egt and emt (time used for the game and for the
// move), all in the form of FormatClock. Engines write their score in pieces as eval.
type Command struct{ Name, Value string }

// String returns the command as it stands in a comment.
func (c Command) String() string { return "[%" + c.Name + " " + c.Value + "]" }

// Commands returns the commands in a comment, and the text around them.
func Commands(comment string) (commands []Command, text string) {
	var words []string
	for {
		before, rest, found := strings.Cut(comment, "[%")
		command, after, closed := strings.Cut(rest, "]")
		if !found || !closed {
			words = append(words, strings.Fields(comment)...)
			return commands, strings.Join(words, " ")
		}
		words = append(words, strings.Fields(before)...)
		name, value, _ := strings.Cut(strings.TrimSpace(command), " ")
		commands = append(commands, Command{name, strings.TrimSpace(value)})
		comment = after
	}
}

// ParseClock returns the time that commands and the tags WhiteTime and
// BlackTime give: h:mm, h:mm:ss with or without decimals, the same with dots
// for colons, or a number of seconds.
func ParseClock(s string) (time.Duration, error) {
	fields := strings.Split(strings.TrimSpace(s), ":")
	if len(fields) == 1 {
		fields = strings.Split(fields[0], ".")
	}
	units := []time.Duration{time.Hour, time.Minute, time.Second}
	switch {
	case len(fields) == 1:
		units = units[2:]
	case len(fields) > len(units):
		return 0, fmt.Errorf("clock %q: want h:mm:ss", s)
	}
	const most = 1e6 // of a unit; over a century in hours
	var total time.Duration
	for i, field := range fields {
		n, err := strconv.ParseFloat(field, 64)
		if err != nil || !isDigit(field[0]) || n >= most {
			return 0, fmt.Errorf("clock %q: %q is not a number of hours, minutes or seconds", s, field)
		}
		total += time.Duration(n * float64(units[i]))
	}
	return total.Round(time.Microsecond), nil
}

// FormatClock returns d as clocks show it, 1:05:09, to a hundredth of a second
// if it is not whole seconds. A negative time is shown as zero.
func FormatClock(d time.Duration) string {
	d = max(0, d.Round(10*time.Millisecond))
	text := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if hundredths := d % time.Second / (10 * time.Millisecond); hundredths != 0 {
		text += fmt.Sprintf(".%02d", hundredths)
	}
	return text
}
