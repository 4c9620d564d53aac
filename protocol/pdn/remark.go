package pdn

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stupol/search"
)

// A Remark is what a program says of a move in the comment on it:
//
//	{[%eval 0.31] [%clk 0:00:52.3] [%emt 0:00:01.2] depth 17, 1204432 nodes; a text}
//
// It is the one form in which Stupol writes what it knows of moves, and reads it.
type Remark struct {
	Scored bool
	Score  search.Score // after the move, from White's view; see Eval

	Clocked, Timed bool
	Clock          time.Duration // what the clock of the mover shows after the move
	Spent          time.Duration // for the move

	Depth int   // of the search; 0: nothing is said of it
	Nodes int64 // of the search

	Text string // the rest
}

// String returns the comment. It is empty if nothing is said.
func (r Remark) String() string {
	var parts []string
	command := func(name, value string) { parts = append(parts, Command{name, value}.String()) }
	if r.Scored {
		command("eval", Eval(r.Score))
	}
	if r.Clocked {
		command("clk", FormatClock(r.Clock))
	}
	if r.Timed {
		command("emt", FormatClock(r.Spent))
	}
	text := r.Text
	if r.Depth > 0 {
		text = fmt.Sprintf("depth %d, %d nodes", r.Depth, r.Nodes)
		if r.Text != "" {
			text += "; " + r.Text
		}
	}
	if text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// ParseRemark reads a comment. What is not of the form above is in Text, commands of other
// names and such with a value that cannot be read among it.
func ParseRemark(comment string) Remark {
	commands, text := Commands(comment)
	var r Remark
	var rest []string
	for _, c := range commands {
		if !r.read(c) {
			rest = append(rest, c.String())
		}
	}
	text = r.readSearch(text)
	if text != "" {
		rest = append(rest, text)
	}
	r.Text = strings.Join(rest, " ")
	return r
}

// read takes the value of a command over. It reports false if it cannot.
func (r *Remark) read(c Command) bool {
	switch c.Name {
	case "eval":
		if score, ok := ParseEval(c.Value); ok && !r.Scored {
			r.Score, r.Scored = score, true
			return true
		}
	case "clk":
		if d, err := ParseClock(c.Value); err == nil && !r.Clocked {
			r.Clock, r.Clocked = d, true
			return true
		}
	case "emt":
		if d, err := ParseClock(c.Value); err == nil && !r.Timed {
			r.Spent, r.Timed = d, true
			return true
		}
	}
	return false
}

// readSearch takes "depth 17, 1204432 nodes" from the beginning of a text, and returns the
// rest.
func (r *Remark) readSearch(text string) (rest string) {
	search, rest, _ := strings.Cut(text, ";")
	var depth int
	var nodes int64
	n, err := fmt.Sscanf(search, "depth %d, %d nodes", &depth, &nodes)
	if err != nil || n != 2 || depth <= 0 || nodes < 0 || search != fmt.Sprintf("depth %d, %d nodes", depth, nodes) {
		return text
	}
	r.Depth, r.Nodes = depth, nodes
	return strings.TrimSpace(rest)
}

// Eval returns a score from White's view as the command eval has it: in men, or as #5 or
// #-5 if it is proven that White or Black wins in five moves.
func Eval(s search.Score) string {
	switch {
	case s > search.DatabaseWin:
		return fmt.Sprintf("#%d", (search.Win-s+1)/2)
	case s < -search.DatabaseWin:
		return fmt.Sprintf("#-%d", (s+search.Win+1)/2)
	}
	return s.String()
}

// ParseEval reads what Eval writes, and men with any number of decimals. A win in five moves
// is one in nine plies. Earlier versions wrote it as 99.91, which is the same score. It
// reports false for anything else, and for more than 100 men.
func ParseEval(text string) (search.Score, bool) {
	if moves, ok := strings.CutPrefix(text, "#"); ok {
		n, err := strconv.Atoi(moves)
		const most = int(search.Win-search.DatabaseWin) / 2
		switch {
		case err != nil || n < -most || n > most || n == 0:
			return 0, false
		case n < 0:
			return search.LossIn(-2*n - 1), true
		}
		return search.WinIn(2*n - 1), true
	}
	men, err := strconv.ParseFloat(text, 64)
	if err != nil || !(-100 <= men && men <= 100) || strings.ContainsAny(text, "eExXpP_") {
		return 0, false
	}
	hundredths := men * 100
	if hundredths < 0 {
		return search.Score(hundredths - 0.5), true
	}
	return search.Score(hundredths + 0.5), true
}

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

// FormatTimeControl returns the value of the tag TimeControl for a game in which each side
// has a base time, and an increment for every move. They are rounded to seconds.
func FormatTimeControl(base, increment time.Duration) string {
	text := formatSeconds(base)
	if increment != 0 {
		text += "+" + formatSeconds(increment)
	}
	return text
}

func formatSeconds(d time.Duration) string {
	return strconv.Itoa(int(d.Round(time.Second) / time.Second))
}
