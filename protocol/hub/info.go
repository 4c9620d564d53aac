package hub

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// infoMessage returns the info line for i. It has the items of Scan in the same
// order: clients read them with a fixed pattern, in which only nps is optional.
func infoMessage(r *movegen.Rules, i search.Info) Message {
	m := newMessage("info",
		"depth", strconv.Itoa(i.Depth),
		"mean-depth", fmt.Sprintf("%.1f", i.MeanDepth),
		"score", clampScore(i.Score).String(),
		"nodes", strconv.FormatInt(i.Nodes, 10),
		"time", fmt.Sprintf("%.3f", i.Time.Seconds()),
	)
	if i.Time >= 10*time.Millisecond {
		speed := float64(i.Nodes) / i.Time.Seconds() / 1e6
		m.Args = append(m.Args, Arg{Name: "nps", Value: fmt.Sprintf("%.1f", speed)})
	}
	line := make([]string, len(i.PV))
	for n, move := range i.PV {
		line[n] = r.HubMove(move)
	}
	m.Args = append(m.Args, Arg{Name: "pv", Value: strings.Join(line, " ")})
	return m
}

// clampScore keeps a score from being exactly 100.00, a win in no moves: pydraughts
// does not read that as a win.
func clampScore(s search.Score) search.Score {
	return min(max(s, search.LossIn(1)), search.WinIn(1))
}

// doneMessage returns the done line for a search of g with result r, its moves
// numbered as in rules.
func doneMessage(rules *movegen.Rules, g *movegen.Game, r search.Result) Message {
	m := newMessage("done", "move", rules.HubMove(r.Move))
	if reply, ok := expectedReply(g, r); ok {
		m.Args = append(m.Args, Arg{Name: "ponder", Value: rules.HubMove(reply)})
	}
	return m
}

// expectedReply returns the second move of the PV, if it is legal after the move and
// leaves one to ponder: lidraughts-bot ponders after the end of a game, and cannot read
// that there is no move.
func expectedReply(g *movegen.Game, r search.Result) (movegen.Move, bool) {
	if len(r.PV) < 2 || r.PV[0] != r.Move {
		return movegen.Move{}, false
	}
	after := g.Clone()
	if err := after.Play(r.Move); err != nil {
		return movegen.Move{}, false
	}
	reply := r.PV[1]
	if after.Play(reply) != nil {
		return movegen.Move{}, false
	}
	return reply, len(after.LegalMoves(nil)) > 0
}
