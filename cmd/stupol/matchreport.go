package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"stupol/bench/match"
)

// report prints the results in the form asked for.
func (c matchCmd) report(w io.Writer, m *match.Match, s *match.Standings, l *live) error {
	if c.JSON {
		return printMatchJSON(w, s)
	}
	return printReport(w, m, s, l.speed(s))
}

// printReport prints all results, and a last line.
func printReport(w io.Writer, m *match.Match, s *match.Standings, last string) error {
	printResults(w, s)
	printUsage(w, s)
	_, err := fmt.Fprintf(w, "\n%s, %s; %s\n%s\n", m.Rules.Title, m.Draws.Name, m.OpeningsName, last)
	return err
}

// printResults prints who won.
func printResults(w io.Writer, s *match.Standings) {
	if len(s.Engines) > 2 {
		printCrossTable(w, s)
		fmt.Fprintln(w)
	}
	t := newTable(w)
	fmt.Fprintf(t, "pairing\tgames\t+\t=\t-\tscore\tElo, 95 %% interval\tLOS\tdraws\tptnml(0-2)\t\n")
	for _, p := range s.Pairings {
		name := s.Engines[p.A] + " - " + s.Engines[p.B]
		if p.Games.Games() == 0 {
			fmt.Fprintf(t, "%s\t0\t\n", name)
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.1f %%\t%s\t%.1f %%\t%.1f %%\t%s\t\n", name,
			p.Games.Games(), p.Games.Wins, p.Games.Draws, p.Games.Losses, 100*p.Pentanomial.Score(),
			interval(p.Pentanomial.Elo()), 100*p.Pentanomial.LOS(), 100*p.Games.DrawRate(), pairCounts(p.Pentanomial))
	}
	t.Flush()
	if s.SPRT != nil {
		fmt.Fprintln(w, testLine(s))
	}
}

// printCrossTable prints the engines by rating, which after a round robin is
// the order of their points.
func printCrossTable(w io.Writer, s *match.Standings) {
	order := make([]int, len(s.Engines))
	for i := range order {
		order[i] = i
	}
	ratings := s.Ratings()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b], ratings[a]) })
	t := newTable(w)
	fmt.Fprintf(t, "\tengine\trating\tpoints\tgames\t+\t=\t-\tscore\t\n")
	for place, e := range order {
		g := s.Of(e)
		fmt.Fprintf(t, "%d\t%s\t%s\t%.1f\t%d\t%d\t%d\t%d\t%.1f %%\t\n", place+1, s.Engines[e], signed(ratings[e]), g.Points(), g.Games(),
			g.Wins, g.Draws, g.Losses, 100*g.Points()/float64(max(g.Games(), 1)))
	}
	t.Flush()
}

// printUsage prints the time and nodes that the engines used, and their forfeits.
// The averages are of moves with a choice that were searched.
func printUsage(w io.Writer, s *match.Standings) {
	fmt.Fprintln(w)
	t := newTable(w)
	fmt.Fprintf(t, "engine\tmoves\tforced\ttime/move\tlongest\tnodes/move\tnodes/s\tdepth\tcpu\tforfeits\t\n")
	for i, u := range s.Usage {
		e := u.Effort()
		nodes, speed, depth, cpu := "-", "-", "-", "n/a"
		if e.Nodes > 0 {
			nodes, speed = fmt.Sprint(e.NodesPerMove()), fmt.Sprintf("%.0f", e.Speed())
		}
		if e.Depths > 0 {
			depth = fmt.Sprintf("%.1f", e.Depth())
		}
		if share, ok := u.CPUShare(); ok {
			cpu = fmt.Sprintf("%.0f %%", 100*share)
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%v\t%v\t%s\t%s\t%s\t%s\t%s\t\n", s.Engines[i], u.Moves, u.Forced,
			rounded(e.PerMove()), rounded(u.Longest), nodes, speed, depth, cpu, forfeits(u.Forfeits))
	}
	t.Flush()
}

// interval returns an Elo difference with its bounds.
func interval(i match.Interval) string {
	if math.IsInf(i.Low, 0) && math.IsInf(i.High, 0) {
		return signed(i.Value) + " [?]"
	}
	return fmt.Sprintf("%s [%s, %s]", signed(i.Value), signed(i.Low), signed(i.High))
}

// signed returns v with its sign and one decimal, and never -0.0.
func signed(v float64) string {
	if math.Abs(v) < 0.05 {
		v = 0
	}
	return fmt.Sprintf("%+.1f", v)
}

// pairCounts returns the five numbers of p.
func pairCounts(p match.Pentanomial) string { return strings.Trim(fmt.Sprint(p), "[]") }

// testLine tells how the sequential test stands.
func testLine(s *match.Standings) string {
	lower, upper := s.SPRT.Bounds()
	return fmt.Sprintf("SPRT on %s Elo %g against %g, alpha %g, beta %g: LLR %.2f (%.2f to %.2f), %s",
		s.SPRT.Model, s.SPRT.Elo0, s.SPRT.Elo1, s.SPRT.Alpha, s.SPRT.Beta,
		s.SPRT.LLR(s.Pairings[0].Pentanomial), lower, upper, s.Verdict)
}

// rounded returns d to three digits or so.
func rounded(d time.Duration) time.Duration {
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond)
	case d >= 10*time.Millisecond:
		return d.Round(100 * time.Microsecond)
	}
	return d.Round(time.Microsecond)
}

// forfeits lists the kinds of forfeit with their number.
func forfeits(counts map[match.ForfeitKind]int) string {
	if len(counts) == 0 {
		return "none"
	}
	var texts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		texts = append(texts, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	return strings.Join(texts, ", ")
}
