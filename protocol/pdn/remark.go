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
