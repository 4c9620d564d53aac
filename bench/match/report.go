package match

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"stupol/eval/files/output"
	"stupol/movegen"
	"stupol/protocol/words"
)

// WriteReport writes all results of m, and a last line.
func (s *Standings) WriteReport(w io.Writer, m *Match, last string) error {
	s.WriteResults(w)
	s.writeUsage(w)
	_, err := fmt.Fprintf(w, "\n%s, %s; %s\n%s\n", m.Rules.Title, m.Draws.Name, movegen.Visible(m.OpeningsName), last)
	return err
}

// WriteResults writes who won.
func (s *Standings) WriteResults(w io.Writer) {
	if len(s.Engines) > 2 {
		s.writeCrossTable(w)
		fmt.Fprintln(w)
	}
	t := output.NewTable(w)
	fmt.Fprintf(t, "pairing\tgames\t+\t=\t-\tscore\tElo, 95 %% interval\tLOS\tdraws\tptnml(0-2)\t\n")
	for _, p := range s.Pairings {
		name := movegen.Visible(s.Engines[p.A] + " - " + s.Engines[p.B])
		if p.Games.Games() == 0 {
			fmt.Fprintf(t, "%s\t0\t\n", name)
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.1f %%\t%s\t%.1f %%\t%.1f %%\t%s\t\n", name,
			p.Games.Games(), p.Games.Wins, p.Games.Draws, p.Games.Losses, 100*p.Pentanomial.Score(),
			s.SPRT.Elo(p.Pentanomial), 100*s.SPRT.LOS(p.Pentanomial), 100*p.Games.DrawRate(), p.Pentanomial.Text())
	}
	t.Flush()
	s.writeRepeats(w)
	if s.SPRT != nil {
		fmt.Fprintln(w, s.Test())
	}
}

// writeCrossTable writes the engines by rating, which after a round robin is
// the order of their points.
func (s *Standings) writeCrossTable(w io.Writer) {
	order := make([]int, len(s.Engines))
	for i := range order {
		order[i] = i
	}
	ratings := s.Ratings()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b], ratings[a]) })
	t := output.NewTable(w)
	fmt.Fprintf(t, "\tengine\trating\tpoints\tgames\t+\t=\t-\tscore\t\n")
	for place, e := range order {
		g := s.Of(e)
		fmt.Fprintf(t, "%d\t%s\t%s\t%.1f\t%d\t%d\t%d\t%d\t%.1f %%\t\n", place+1, movegen.Visible(s.Engines[e]), signed(ratings[e]), g.Points(), g.Games(),
			g.Wins, g.Draws, g.Losses, 100*g.Points()/float64(max(g.Games(), 1)))
	}
	t.Flush()
}

// writeUsage writes the time and nodes that the engines used, and their forfeits.
// The averages are of moves with a choice that were searched.
func (s *Standings) writeUsage(w io.Writer) {
	fmt.Fprintln(w)
	t := output.NewTable(w)
	fmt.Fprintf(t, "engine\tmoves\tforced\ttime/move\tlongest\tnodes/move\tnodes/s\tdepth\tcpu\tforfeits\t\n")
	for i, u := range s.Usage {
		e := u.Effort()
		nodes, speed, depth, cpu := "-", "-", "-", "n/a"
		if e.Nodes > 0 {
			nodes, speed = words.Sprintf("%d", e.NodesPerMove()), words.Sprintf("%d", int64(math.Round(e.Speed())))
		}
		if e.Depths > 0 {
			depth = fmt.Sprintf("%.1f", e.Depth())
		}
		if share, ok := u.CPUShare(); ok {
			cpu = fmt.Sprintf("%.0f %%", 100*share)
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%v\t%v\t%s\t%s\t%s\t%s\t%s\t\n", movegen.Visible(s.Engines[i]), u.Moves, u.Forced,
			rounded(e.PerMove()), rounded(u.Longest), nodes, speed, depth, cpu, forfeits(u.Forfeits))
	}
	t.Flush()
}

// String returns an Elo difference with its bounds.
func (i Interval) String() string {
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

// Text returns the five numbers, for people.
func (p Pentanomial) Text() string { return strings.Trim(fmt.Sprint(p), "[]") }

// Test tells how the sequential test stands, "" if there is none.
func (s *Standings) Test() string {
	if s.SPRT == nil {
		return ""
	}
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
func forfeits(counts map[ForfeitKind]int) string {
	if len(counts) == 0 {
		return "none"
	}
	var texts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		texts = append(texts, fmt.Sprintf("%d %s", counts[kind], kind))
	}
	return strings.Join(texts, ", ")
}

// WriteJSON writes the results as one JSON object, a report.
func (s *Standings) WriteJSON(w io.Writer) error {
	return json.NewEncoder(w).Encode(newReport(s))
}

// report is the JSON form of the results.
type report struct {
	Pairings []pairingReport `json:"pairings"`
	Engines  []engineReport  `json:"engines"`
	SPRT     *testReport     `json:"sprt,omitempty"`
}

type pairingReport struct {
	A           string      `json:"a"`
	B           string      `json:"b"`
	Games       int         `json:"games"`
	Wins        int         `json:"wins"`
	Draws       int         `json:"draws"`
	Losses      int         `json:"losses"`
	Pentanomial Pentanomial `json:"pentanomial"` // pairs by half points, 0 to 4
	Elo         *float64    `json:"elo"`         // null if infinite, as are those below
	Low         *float64    `json:"elo_low"`
	High        *float64    `json:"elo_high"`
	Normalized  *float64    `json:"normalized_elo"`
	LOS         *float64    `json:"los"`
	Repeated    int         `json:"repeated_pairs,omitempty"` // not counted above
	Alike       int         `json:"alike_pairs,omitempty"`    // both games the same, move for move
}

type engineReport struct {
	Name     string              `json:"name"`
	Rating   float64             `json:"rating"`
	Points   float64             `json:"points"`
	Moves    int                 `json:"moves"`
	Forced   int                 `json:"forced"` // of the moves, those without a choice
	Seconds  float64             `json:"seconds"`
	Longest  float64             `json:"longest"` // seconds
	Forfeits map[ForfeitKind]int `json:"forfeits,omitempty"`

	// What follows is of moves with a choice that were searched.
	Searches    int      `json:"searches"`
	MoveSeconds float64  `json:"seconds_per_move"`
	Nodes       int64    `json:"nodes_per_move"`
	Speed       float64  `json:"nodes_per_second"`
	Depth       float64  `json:"depth"`
	CPU         *float64 `json:"cpu"` // processor time by thinking time of all moves; null: not known
}

type testReport struct {
	Model   string   `json:"model"`
	Elo0    float64  `json:"elo0"`
	Elo1    float64  `json:"elo1"`
	LLR     *float64 `json:"llr"` // null if it could not be found
	Lower   float64  `json:"lower"`
	Upper   float64  `json:"upper"`
	Verdict string   `json:"verdict"`
}

func newReport(s *Standings) report {
	var r report
	for _, p := range s.Pairings {
		g := p.Games
		row := pairingReport{
			A: s.Engines[p.A], B: s.Engines[p.B], Games: g.Games(),
			Wins: g.Wins, Draws: g.Draws, Losses: g.Losses, Pentanomial: p.Pentanomial,
			Repeated: p.Repeated, Alike: p.Alike,
		}
		if g.Games() > 0 {
			elo := s.SPRT.Elo(p.Pentanomial)
			row.Elo, row.Low, row.High = finite(elo.Value), finite(elo.Low), finite(elo.High)
			row.Normalized, row.LOS = finite(p.Pentanomial.NormalizedElo()), finite(s.SPRT.LOS(p.Pentanomial))
		}
		r.Pairings = append(r.Pairings, row)
	}
	ratings := s.Ratings()
	for i := range s.Usage {
		r.Engines = append(r.Engines, newEngineReport(s, i, ratings[i]))
	}
	if s.SPRT != nil {
		lower, upper := s.SPRT.Bounds()
		r.SPRT = &testReport{
			s.SPRT.Model.String(), s.SPRT.Elo0, s.SPRT.Elo1,
			finite(s.SPRT.LLR(s.Pairings[0].Pentanomial)), lower, upper, s.Verdict.String(),
		}
	}
	return r
}

func newEngineReport(s *Standings, engine int, rating float64) engineReport {
	u := s.Usage[engine]
	e := u.Effort()
	r := engineReport{
		Name: s.Engines[engine], Rating: rating, Points: s.Of(engine).Points(), Moves: u.Moves, Forced: u.Forced,
		Seconds: u.Time.Seconds(), Longest: u.Longest.Seconds(), Forfeits: u.Forfeits,
		Searches: e.Moves, MoveSeconds: e.PerMove().Seconds(), Nodes: e.NodesPerMove(), Speed: e.Speed(), Depth: e.Depth(),
	}
	if share, ok := u.CPUShare(); ok {
		r.CPU = &share
	}
	return r
}

// finite returns v, or nil if JSON has no such number.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}

// Line returns the results of a match of two, and the LLR of its SPRT, in a line.
func (s *Standings) Line() string {
	text := words.Sprintf("%d of %s", s.Counted(), words.Count(s.Total(), "game"))
	if p := s.Pairings[0]; len(s.Pairings) == 1 {
		text += fmt.Sprintf(": +%d =%d -%d, Elo %s", p.Games.Wins, p.Games.Draws, p.Games.Losses, s.SPRT.Elo(p.Pentanomial))
	}
	if s.SPRT != nil {
		text += fmt.Sprintf(", LLR %.2f", s.SPRT.LLR(s.Pairings[0].Pentanomial))
	}
	return text
}
