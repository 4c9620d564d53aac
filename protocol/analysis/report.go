package analysis

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/url"
	"strings"

	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/protocol/picture"
	"stupol/protocol/words"
	"stupol/search"
)

// About says how an analysis was made.
type About struct {
	Program string // with its version
	Budget  string // of a search: "200,000 nodes"
	File    string // the games were in; "" if nobody knows
	Board   string // where stupol web is, for links to what can be learned there; "" for none

	Language *words.Language // of the report
}

var (
	//go:embed page.css
	pageStyle string

	//go:embed report.css
	reportStyle string

	//go:embed report.html
	reportText string

	reportTemplate = template.Must(template.New("report").Funcs(functions(nil)).Parse(reportText))
)

// functions are those of the template of a report in a language.
func functions(l *words.Language) template.FuncMap {
	return template.FuncMap{"say": l.Say, "percent": func(share string) string { return percentText(l, share) }}
}

// percentText writes a share with its sign, which stays on the same line.
func percentText(l *words.Language, share string) string {
	return strings.Replace(l.Say("{share} %", "share", l.Decimal(share)), " %", "\u202f%", 1)
}

// PageStyle returns the style that pages which are a file have in common: colours, headings, tables.
func PageStyle() template.CSS { return template.CSS(pageStyle) }

// WriteReport writes a page in HTML about games that have been analyzed. It needs no
// other file.
func WriteReport(w io.Writer, games []*Game, about About) error {
	page := reportPage{Style: PageStyle() + template.CSS(reportStyle), About: about, Title: about.Language.Say("Analysis")}
	for _, g := range games {
		view, err := viewer{g, about.Language}.view(about.Board)
		if err != nil {
			return err
		}
		page.Games = append(page.Games, view)
	}
	if len(page.Games) == 1 {
		page.Title = page.Games[0].Players()
	}
	said, err := reportTemplate.Clone()
	if err != nil {
		return err
	}
	return said.Funcs(functions(about.Language)).Execute(w, page)
}

// A reportPage is what the template of the page shows.
type reportPage struct {
	Style template.CSS
	About About
	Title string
	Games []*gameView
}

// A viewer makes what the page shows of a game, in a language.
type viewer struct {
	*Game
	*words.Language
}

// A gameView is what the page shows of a game.
type gameView struct {
	Anchor       string
	White, Black sideView
	Result       string
	Facts        []string // event, place, date and so on
	Variant      string
	Scale        string
	Fault        string // why the rest is missing
	Graphs       []template.HTML
	Databases    bool   // the graph shows where they know the value
	Book         bool   // the same for the opening book
	Signs        bool   // the file has signs of its own
	LeftBook     string // the move that left the book, and what the book has
	Moments      []momentView
	Inaccuracies []momentView
	Columns      [][]rowView
}

// Players returns who played.
func (v *gameView) Players() string { return v.White.Name + " – " + v.Black.Name }

// A sideView is what the page shows of a player.
type sideView struct {
	Color          string
	Name           string
	Accuracy, Loss string
	Counts         []countView
	Learn          string // a link to its mistakes on the board of stupol web
	LearnAt        string // where that is, in words
}

// A countView is a number with what it counts.
type countView struct {
	Class string
	Count int
	What  string
}

// view returns what the page shows of the game, with links to the board at an address.
func (g viewer) view(board string) (*gameView, error) {
	all := g.Judgements()
	sides := Summarize(all)
	v := &gameView{
		Anchor: fmt.Sprintf("game-%d", g.Number), Result: resultText(g.Record.Result), Facts: g.facts(), Variant: g.Say(g.Rules.Title),
		White: g.sideView(movegen.White, sides), Black: g.sideView(movegen.Black, sides),
		Scale: fmt.Sprintf("%.0f", g.knowledge.Eval.Scale()),
	}
	v.White.Learn, v.Black.Learn = g.lessons(board, "white", sides[movegen.White]), g.lessons(board, "black", sides[movegen.Black])
	v.White.LearnAt, v.Black.LearnAt = boardAt(board), boardAt(board)
	if g.Fault != nil {
		v.Fault = g.Heard(g.Fault.Error())
	}
	for i := range all {
		j := &all[i]
		v.Databases = v.Databases || j.Database
		v.Book = v.Book || j.Book
		v.Signs = v.Signs || authorsSigns(g.Record, g.Record.Plies[j.Ply]) != ""
		if j.move.instead != nil {
			before := &g.positions[j.move.from]
			v.LeftBook = g.Say("{move} left the opening book, which has {best}.",
				"move", g.numbered(before, j.Number, []movegen.Move{j.move.Move})[0], "best", g.text(before, j.move.instead[0]))
		}
		if j.Verdict == Fine {
			continue
		}
		m, err := g.momentView(j)
		if err != nil {
			return nil, err
		}
		if j.Verdict == Inaccuracy {
			v.Inaccuracies = append(v.Inaccuracies, m)
		} else {
			v.Moments = append(v.Moments, m)
		}
	}
	if len(all) > 0 {
		v.Graphs = []template.HTML{g.graph(all, wideGraph), g.graph(all, narrowGraph)}
	}
	v.Columns = columns(g.rows(all))
	return v, nil
}

// resultText returns a result that is known.
func resultText(r pdn.Result) string {
	if r == pdn.NoResult {
		return ""
	}
	return string(r)
}

// facts returns what the tags say of the occasion.
func (g viewer) facts() (facts []string) {
	for _, tag := range []string{"Event", "Site", "Date", "Round"} {
		value := g.Record.Tag(tag)
		if strings.Trim(value, "?.-") == "" {
			continue
		}
		if tag == "Round" {
			value = g.Say("round {round}", "round", value)
		}
		facts = append(facts, strings.TrimSuffix(value, ".??"))
	}
	for _, name := range g.Names() {
		called := name.In(g.Tag())
		if name.Structure {
			facts = append(facts, g.Say("structure {name}", "name", called))
		} else {
			facts = append(facts, g.Say("opening {name}", "name", called))
		}
	}
	return facts
}

// sideView returns what the page shows of a player.
func (g viewer) sideView(c movegen.Color, sides map[movegen.Color]*Summary) sideView {
	s := sides[c]
	v := sideView{Color: strings.ToLower(c.String()), Name: g.Record.Tag(c.String()), Accuracy: "–", Loss: "–"}
	if strings.Trim(v.Name, "?") == "" {
		v.Name = g.Say(c.String())
	}
	if s.Moves > 0 {
		v.Accuracy, v.Loss = g.Decimal(fmt.Sprintf("%.1f", s.Accuracy)), percentText(g.Language, fmt.Sprintf("%.1f", 100*s.Loss))
	}
	count := func(class string, n int, text string) {
		v.Counts = append(v.Counts, countView{class, n, strings.TrimPrefix(g.Say(text, "n", n), g.Whole(int64(n))+" ")})
	}
	count("inaccuracy", s.Inaccuracies, "{n} inaccuracy|{n} inaccuracies")
	count("mistake", s.Mistakes, "{n} mistake|{n} mistakes")
	count("blunder", s.Blunders, "{n} blunder|{n} blunders")
	if s.MissedWins > 0 {
		count("missed", s.MissedWins, "{n} missed win|{n} missed wins")
	}
	count("only", s.OnlyMoves, "{n} only move|{n} only moves")
	return v
}

// boardAt says where the board at an address is: on the machine of the reader stupol web has to
// run for it.
func boardAt(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() == "localhost" || ip != nil && ip.IsLoopback() {
		return "stupol web, " + u.Host
	}
	return strings.TrimSuffix(u.Host+u.Path, "/")
}

// lessons returns the link by which stupol web shows the mistakes of a side to learn from, ""
// if there are none. There is none either if a position was set up during the game: a link
// holds a start and moves.
func (g *Game) lessons(board, side string, s *Summary) string {
	if board == "" || s.Mistakes+s.Blunders == 0 || len(g.moves)+1 != len(g.positions) || len(g.positions[len(g.positions)-1].past) != len(g.moves) {
		return ""
	}
	moves := make([]movegen.Move, len(g.moves))
	for i, m := range g.moves {
		moves[i] = m.Move
	}
	return board + "#learn=" + side + "&" + Link(g.Rules, nil, g.positions[0].Position, moves)
}

// Link returns what an address of stupol web has behind its # to show a game, under rules of draws that
// are the usual ones if they are nil.
func Link(r *movegen.Rules, draws *movegen.DrawRules, start movegen.Position, moves []movegen.Move) string {
	link := "v=" + r.Name
	if draws != nil && draws != r.Draws[0] {
		link += "&d=" + url.QueryEscape(draws.Name)
	}
	if start != r.Start() {
		link += "&f=" + r.FEN(&start)
	}
	var texts []string
	for _, m := range moves {
		texts = append(texts, r.HubMove(m))
	}
	return link + "&m=" + strings.Join(texts, ".")
}

// A rowView is a row of the table of moves.
type rowView struct {
	Number int
	Cells  [2]*cellView // of the side that has the number, and of the other; nil: none
}

// A cellView is a move in the table.
type cellView struct {
	signedView
	Link     string // to what is said of it
	Eval     string // from White's view
	Database bool
}

// A signedView is a move with its signs.
type signedView struct {
	Move        string
	Authors     string // the signs that the file has
	Sign, Class string // of the verdict
	Book        bool
}

// signedView returns a move, as text has it, with its signs.
func (g *Game) signedView(j *Judgement, text string) signedView {
	return signedView{text, authorsSigns(g.Record, g.Record.Plies[j.Ply]), j.Verdict.Sign(), j.Verdict.String(), j.Book}
}

// rows returns the table of moves.
func (g viewer) rows(all []Judgement) (rows []rowView) {
	first := g.first()
	for i := range all {
		j := &all[i]
		second := 0
		if j.Color != first {
			second = 1
		}
		if n := len(rows); n == 0 || rows[n-1].Cells[second] != nil || rows[n-1].Number != j.Number {
			rows = append(rows, rowView{Number: j.Number})
		}
		rows[len(rows)-1].Cells[second] = g.cell(j)
	}
	return rows
}

// cell returns a move in the table.
func (g viewer) cell(j *Judgement) *cellView {
	c := &cellView{signedView: g.signedView(j, g.Record.Plies[j.Ply].Text), Database: j.Database}
	if j.Only {
		c.Sign, c.Class = g.Say("only"), "only"
	}
	if j.Verdict != Fine {
		c.Link = "#" + g.anchor(j)
	}
	switch c.Eval = g.Decimal(pdn.Eval(j.Score)); {
	case j.Rule != "" && j.Score == search.Draw:
		c.Eval = g.Say("draw")
	case j.Rule != "":
		c.Eval = g.Say("end")
	case j.Score > 0 && c.Eval[0] != '#':
		c.Eval = "+" + c.Eval
	}
	c.Eval = strings.ReplaceAll(c.Eval, "-", "−")
	return c
}

// columns divides a table into columns of about the same length.
func columns(rows []rowView) (all [][]rowView) {
	const most = 3
	length := max((len(rows)+most-1)/most, 10)
	for len(rows) > 0 {
		n := min(length, len(rows))
		all, rows = append(all, rows[:n]), rows[n:]
	}
	return all
}

// anchor returns the name of the place on the page that is about a move.
func (g *Game) anchor(j *Judgement) string { return fmt.Sprintf("game-%d-ply-%d", g.Number, j.Ply+1) }

// numbered returns the moves of a line of play with their numbers.
func (g *Game) numbered(p *position, number int, line []movegen.Move) (moves []string) {
	turn, first := p.Turn, g.first()
	for i, text := range g.texts(p, line) {
		switch {
		case turn == first:
			text = fmt.Sprintf("%d. %s", number, text)
		case i == 0:
			text = fmt.Sprintf("%d… %s", number, text)
		}
		moves = append(moves, text)
		if turn != first {
			number++
		}
		turn = turn.Opponent()
	}
	return moves
}

// A Summary is what there is to say of the moves of one side.
type Summary struct {
	Moves                            int     // that count
	Accuracy                         float64 // their mean, 0 to 100; meaningless without moves
	Loss                             float64 // the mean loss of chances, 0 to 1
	Inaccuracies, Mistakes, Blunders int
	OnlyMoves                        int
	MissedWins                       int // among the mistakes and blunders
}

// Summarize returns the summary of each side.
func Summarize(all []Judgement) map[movegen.Color]*Summary {
	sides := map[movegen.Color]*Summary{movegen.White: {}, movegen.Black: {}}
	for i := range all {
		sides[all[i].Color].add(&all[i])
	}
	for _, s := range sides {
		if s.Moves > 0 {
			s.Accuracy /= float64(s.Moves)
			s.Loss /= float64(s.Moves)
		}
	}
	return sides
}

// add counts a judgement. Accuracy and Loss are sums so far.
func (s *Summary) add(j *Judgement) {
	if j.Counts {
		s.Moves++
		s.Accuracy += Accuracy(j.Loss)
		s.Loss += j.Loss
	}
	if j.Only {
		s.OnlyMoves++
	}
	if j.MissedWin {
		s.MissedWins++
	}
	switch j.Verdict {
	case Inaccuracy:
		s.Inaccuracies++
	case Mistake:
		s.Mistakes++
	case Blunder:
		s.Blunders++
	}
}

// A momentView is what the page shows of a bad move.
type momentView struct {
	Anchor        string
	Name          string   // of the verdict
	signedView             // with the number of the move
	Side          string   // whose chances
	Before, After string   // the chances, in percent
	Certain       string   // what is certain of them
	Why           []string // sentences
	Better, Reply []string // lines of play
	Light, Dark   template.HTML
}

// diagramSize is how wide the pictures are, in pixels.
const diagramSize = 360

// momentView returns what the page shows of a bad move. Inaccuracies have no picture.
func (g viewer) momentView(j *Judgement) (momentView, error) {
	before, after := &g.positions[j.move.from], &g.positions[j.move.from+1]
	next := j.Number
	if j.Color != g.first() {
		next++
	}
	v := momentView{
		Anchor: g.anchor(j), Name: g.Say(strings.TrimSuffix(verdictRemark(j.Verdict), ". ")),
		signedView: g.signedView(j, g.numberedMove(j)), Side: chancesOf(g.Language, j.Color),
		Before: percent(max(j.Chance, j.Played)), After: percent(j.Played),
		Better: g.numbered(before, j.Number, j.Best), Reply: g.numbered(after, next, j.Reply),
	}
	if j.MissedWin {
		v.Name = g.Say("Missed win")
	}
	if text := g.comparison(j); !strings.Contains(text, "keeps") {
		v.Certain = g.Heard(text)
	}
	v.Why = g.Why(j, g.Language)
	if j.Verdict == Inaccuracy {
		return v, nil
	}
	var err error
	if v.Light, err = g.diagram(j, picture.Light); err == nil {
		v.Dark, err = g.diagram(j, picture.Dark)
	}
	return v, err
}

// chancesOf names the chances of a side.
func chancesOf(l *words.Language, c movegen.Color) string {
	if c == movegen.White {
		return l.Say("White’s chances")
	}
	return l.Say("Black’s chances")
}

// diagram returns a picture of the position before a move, with rings on the squares of
// the move and an arrow for the better one.
func (g viewer) diagram(j *Judgement, theme picture.Theme) (template.HTML, error) {
	r := pdn.Numbered(g.Rules)
	p := &g.positions[j.move.from]
	text := r.PDNMoveLong(&p.Position, j.Best[0])
	arrow, err := picture.ParseSquares(r, text)
	if err != nil {
		return "", err
	}
	scene := picture.Scene{
		Rules: r, Position: p.Position, Size: diagramSize, Theme: theme, Name: g.Say(g.Rules.Title),
		Marks:  j.move.From.Bit() | j.move.To.Bit(),
		Arrows: []picture.Arrow{arrow},
	}
	if n := len(p.past); n > 0 {
		scene.LastMove = []movegen.Square{p.past[n-1].From, p.past[n-1].To}
	}
	var svg bytes.Buffer
	if err := scene.WriteSVG(context.Background(), &svg); err != nil {
		return "", err
	}
	return template.HTML(svg.String()), nil // its texts are escaped
}
