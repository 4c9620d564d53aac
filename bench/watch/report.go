package watch

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"stupol/bench/match"
	"stupol/movegen"
	"stupol/protocol/analysis"
	"stupol/protocol/words"
)

// mostReported is how many games a report shows, some 30 KB each.
const mostReported = 500

var (
	//go:embed report.css
	reportStyle string

	//go:embed report.html
	reportText string

	reportTemplate = template.Must(template.New("report").Funcs(functions(nil)).Parse(reportText))
)

// functions are those of the template of a report in a language.
func functions(l *words.Language) template.FuncMap {
	return template.FuncMap{"say": l.Say, "heard": l.Heard}
}

// A reportPage is what the template of a report shows.
type reportPage struct {
	*words.Language
	Style      template.CSS
	Program    string // that made it
	Title      string
	Counted    int // games
	Total      int
	Test       string // how it stands; "" if there is none
	Conditions Conditions
	Names      []string // of the engines, best first
	Cross      []crossRow
	Pairings   []pairingRow
	Size       int
	Squares    string // the dark ones, a path
	Games      []reportGame
	Left       int // games that are not shown
}

// A crossRow is an engine in the cross table.
type crossRow struct {
	Place                int
	Name, Rating, Points string
	Games                string
	Against              []string // points of games against each, in the order of the rows
}

// A pairingRow is two engines against each other.
type pairingRow struct {
	Name                       string
	Games, Wins, Draws, Losses string
	Score, Elo, Interval, LOS  string
	Pairs                      string // by half points
}

// A reportGame is a game in a report.
type reportGame struct {
	rowView
	Result string
	Steps  []reportStep
}

// A reportStep is a position: paths with a dot for each piece, and for the middle of each king.
type reportStep struct {
	ID           string
	Last         string // the squares of the last move
	White, Black string
	Kings        [2]string
	Label        string // the move with its number
	Said         string
	Position     string // for those who cannot see
}

// WriteReport writes a page in HTML about a match, in a language, without scripts, that needs no
// other file. The program is the one that writes it.
func WriteReport(w io.Writer, m *match.Match, h *match.Header, s *match.Standings, games []*match.Game, program string, l *words.Language) error {
	page := reportPage{
		Language: l, Style: analysis.PageStyle() + template.CSS(reportStyle), Program: program, Conditions: NewConditions(m, h, l),
		Size: m.Rules.Size, Counted: s.Counted(), Total: s.Total(),
	}
	page.Title = l.Say("{n} engine|{n} engines", "n", len(s.Engines))
	if len(s.Engines) == 2 {
		page.Title = shown(s.Engines[0]) + " – " + shown(s.Engines[1])
	}
	page.Test = page.test(s)
	page.crossTable(s)
	for _, p := range s.Pairings {
		page.Pairings = append(page.Pairings, newPairingRow(s, &p, l))
	}
	for n := 1; n <= m.Rules.Squares(); n++ {
		page.Squares += square(m.Rules, n)
	}
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b *match.Game) int { return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Leg, b.Leg)) })
	page.Left = max(len(games)-mostReported, 0)
	for _, g := range games[:len(games)-page.Left] {
		view, err := newReportGame(m, g, l)
		if err != nil {
			return err
		}
		page.Games = append(page.Games, view)
	}
	said, err := reportTemplate.Clone()
	if err != nil {
		return err
	}
	return said.Funcs(functions(l)).Execute(w, page)
}

// test tells how the sequential test stands, "" if there is none.
func (r *reportPage) test(s *match.Standings) string {
	if s.SPRT == nil {
		return ""
	}
	lower, upper := s.SPRT.Bounds()
	return fmt.Sprintf("%s: LLR %s (%s), %s", r.Conditions.Test, fixed(r.Language, "%+.2f", s.SPRT.LLR(s.Pairings[0].Pentanomial)),
		between(r.Language, "%+.2f", lower, upper), r.Heard(s.Verdict.String()))
}

// fixed writes a number in a format as the language does.
func fixed(l *words.Language, format string, v float64) string {
	return minus(strings.Replace(l.Decimal(fmt.Sprintf(format, v)), "Inf", "∞", 1))
}

// between writes the bounds of an interval.
func between(l *words.Language, format string, low, high float64) string {
	return l.Say("{low} to {high}", "low", fixed(l, format, low), "high", fixed(l, format, high))
}

// crossTable lists the engines by rating, each with its points against all others.
func (r *reportPage) crossTable(s *match.Standings) {
	order := make([]int, len(s.Engines))
	for i := range order {
		order[i] = i
	}
	ratings := s.Ratings()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b], ratings[a]) })
	against := map[[2]int]match.Tally{}
	for _, p := range s.Pairings {
		against[[2]int{p.A, p.B}], against[[2]int{p.B, p.A}] = p.Games, p.Games.Swapped()
	}
	for place, e := range order {
		all := s.Of(e)
		row := crossRow{
			Place: place + 1, Name: shown(s.Engines[e]), Rating: fixed(r.Language, "%+.1f", ratings[e]),
			Points: points(r.Language, all.Points()), Games: r.Whole(int64(all.Games())),
		}
		for _, other := range order {
			text := "·"
			if t := against[[2]int{e, other}]; t.Games() > 0 {
				text = r.Say("{done} of {all}", "done", points(r.Language, t.Points()), "all", t.Games())
			}
			row.Against = append(row.Against, text)
		}
		r.Names, r.Cross = append(r.Names, row.Name), append(r.Cross, row)
	}
}

// newPairingRow returns two engines against each other.
func newPairingRow(s *match.Standings, p *match.Pairing, l *words.Language) pairingRow {
	whole := func(n int) string { return l.Whole(int64(n)) }
	row := pairingRow{
		Name: shown(s.Engines[p.A]) + " – " + shown(s.Engines[p.B]), Games: whole(p.Games.Games()),
		Wins: whole(p.Games.Wins), Draws: whole(p.Games.Draws), Losses: whole(p.Games.Losses),
	}
	if p.Games.Games() > 0 {
		percent := func(share float64) string { return l.Say("{share} %", "share", fixed(l, "%.1f", 100*share)) }
		elo := s.SPRT.Elo(p.Pentanomial)
		row.Score, row.LOS = percent(p.Pentanomial.Score()), percent(s.SPRT.LOS(p.Pentanomial))
		row.Elo, row.Interval = fixed(l, "%+.1f", elo.Value), "?"
		if !math.IsInf(elo.Low, 0) || !math.IsInf(elo.High, 0) {
			row.Interval = between(l, "%+.1f", elo.Low, elo.High)
		}
		row.Pairs = p.Pentanomial.Text()
	}
	return row
}

// newReportGame returns a game with the pictures of its positions.
func newReportGame(m *match.Match, g *match.Game, l *words.Language) (reportGame, error) {
	view, err := viewGame(m, g)
	if err != nil {
		return reportGame{}, err
	}
	game := reportGame{rowView: view.rowView, Result: map[string]string{"white": "1–0", "black": "0–1", "": "½–½"}[g.Winner]}
	number := 1
	for i, s := range view.Steps {
		step := reportStep{ID: fmt.Sprintf("g%d-%d-%d", g.Pair+1, g.Leg+1, i), Label: l.Say("Start position"), Said: s.about(i, view.Book, l)}
		if i > 0 {
			sign := "."
			if !s.White {
				sign = "…"
			}
			step.Label = fmt.Sprintf("%d%s %s", number, sign, s.Text)
			if !s.White {
				number++
			}
		}
		for _, n := range s.Last {
			step.Last += square(m.Rules, n)
		}
		step.place(m.Rules, s.Board, l)
		game.Steps = append(game.Steps, step)
	}
	return game, nil
}

// about returns what the player has said of its move, and its clock.
func (s *stepView) about(ply, book int, l *words.Language) string {
	if ply == 0 || ply <= book {
		return ""
	}
	var parts []string
	if s.Score != "" {
		parts = append(parts, minus(l.Decimal(s.Score)))
	}
	if s.Depth > 0 {
		parts = append(parts, l.Say("depth {depth}", "depth", s.Depth))
	}
	parts = append(parts, seconds(l, s.Spent))
	if s.Clock != nil {
		parts = append(parts, l.Say("clock {time}", "time", seconds(l, *s.Clock)))
	}
	return strings.Join(parts, " · ")
}

// seconds writes milliseconds as people read them.
func seconds(l *words.Language, ms int64) string {
	return l.Say("{n} s", "n", fixed(l, "%.2f", float64(ms)/1000))
}

// place draws the pieces of a position in the letters of Hub.
func (s *reportStep) place(r *movegen.Rules, board string, l *words.Language) {
	var on [2][]string
	for n := 1; n <= r.Squares(); n++ {
		row, column := r.RowAndColumn(r.SquareOf(n))
		dot := fmt.Sprintf("M%d.5 %d.5h0", column, row)
		name := fmt.Sprint(n)
		side := movegen.White
		switch board[n] {
		case 'W', 'w':
			s.White += dot
		case 'B', 'b':
			s.Black += dot
			side = movegen.Black
		default:
			continue
		}
		if board[n] < 'a' {
			s.Kings[side] += dot
			name = "K" + name
		}
		on[side] = append(on[side], name)
	}
	s.Position = fmt.Sprintf("%s: %s. %s: %s.", l.Say("White"), strings.Join(on[movegen.White], " "), l.Say("Black"), strings.Join(on[movegen.Black], " "))
}

// square returns the path of a square.
func square(r *movegen.Rules, n int) string {
	row, column := r.RowAndColumn(r.SquareOf(n))
	return fmt.Sprintf("M%d %dh1v1h-1z", column, row)
}

// points writes points with halves: 12½.
func points(l *words.Language, v float64) string {
	text := l.Whole(int64(v))
	if v != float64(int(v)) {
		text = strings.TrimPrefix(text, "0") + "½"
	}
	return text
}

// minus writes numbers with the sign that is as wide as the plus.
func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }
