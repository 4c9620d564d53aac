package hub

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// infoMessage returns the info line for i. The items are those of Scan, in
// its order; clients read them with one fixed pattern, so only nps may be
// missing.
func infoMessage(r *movegen.Rules, i search.Info) Message {
	m := newMessage("info",
		"depth", strconv.Itoa(i.Depth),
		"mean-depth", fmt.Sprintf("%.1f", i.MeanDepth),
		"score", shown(i.Score).String(),
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

// shown returns s short of a win in no moves, which no client expects.
func shown(s search.Score) search.Score {
	return min(max(s, search.LossIn(1)), search.WinIn(1))
}

// doneMessage returns the done line for a search of g that found r, in the
// numbers of written.
func doneMessage(written *movegen.Rules, g *movegen.Game, r search.Result) Message {
	m := newMessage("done", "move", written.HubMove(r.Move))
	if reply, ok := expectedReply(g, r); ok {
		m.Args = append(m.Args, Arg{Name: "ponder", Value: written.HubMove(reply)})
	}
	return m
}

// expectedReply returns the second move of the line found, if it is legal
// after the move to be played.
func expectedReply(g *movegen.Game, r search.Result) (movegen.Move, bool) {
	if len(r.PV) < 2 || r.PV[0] != r.Move {
		return movegen.Move{}, false
	}
	after := g.Clone()
	if err := after.Play(r.Move); err != nil {
		return movegen.Move{}, false
	}
	return r.PV[1], slices.Contains(after.LegalMoves(nil), r.PV[1])
}
