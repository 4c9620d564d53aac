package analysis

import (
	"fmt"
	"slices"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// longestLine is how many plies of a line of play are shown.
const longestLine = 14

// Annotator is the name in the tag Annotator.
const Annotator = "Stupol"

// SaysMore reports whether Annotated has more to say than the record has: a move is judged, and
// all are where an earlier analysis is to be replaced.
func (g *Game) SaysMore() bool {
	judged := len(g.Judgements())
	return judged > 0 && (judged == len(g.moves) || !annotated(g.Record))
}

// annotated reports whether Stupol has annotated a record before.
func annotated(record *pdn.Game) bool { return strings.HasSuffix(record.Tag("Annotator"), Annotator) }

// Annotated returns the record of the game with the judgements in it: the evaluation
// after each move, the glyphs of bad moves and only moves, the better line as a
// variation, and the names of the opening and structures. What others have written stays, but for their
// evaluations: a move that its author has given a sign gets no glyph. What an earlier analysis
// by Stupol has written is replaced.
func (g *Game) Annotated() *pdn.Game {
	record := g.Record.Clone()
	switch by := record.Tag("Annotator"); {
	case annotated(record):
		withoutAnnotations(&record.Line)
	case by == "":
		record.SetTag("Annotator", Annotator)
	default:
		record.SetTag("Annotator", by+"; "+Annotator)
	}
	if name := g.Names().String(); name != "" && record.Tag("Opening") == "" {
		record.SetTag("Opening", name)
	}
	known := false // what the databases say has been written
	for _, j := range g.Judgements() {
		g.annotate(&record.Plies[j.Ply], &j, known)
		known = j.Database
	}
	return record
}

// annotate writes a judgement to its ply; known says that what the databases know has
// been written before.
func (g *Game) annotate(ply *pdn.Ply, j *Judgement, known bool) {
	if j.Rule == "" || j.Score == search.Draw {
		setEval(ply, pdn.Eval(j.Score))
	}
	if nag := j.nag(); nag != 0 && !keepSign(ply) {
		ply.NAGs = withNAG(ply.NAGs, nag)
	}
	var notes []pdn.Note
	if text := g.leftBook(j); text != "" {
		notes = append(notes, pdn.Note{Comment: text})
	}
	if d := g.departure; d != nil && g.moves[d.At()-1].ply == j.Ply {
		notes = append(notes, pdn.Note{Comment: pdn.OneLine(libraryRemark + d.String())})
	}
	if text := g.remark(j, known); text != "" {
		notes = append(notes, pdn.Note{Comment: text})
	}
	if j.Verdict != Fine {
		better := g.variation(&g.positions[j.move.from], j.Best)
		ply.Notes = slices.DeleteFunc(ply.Notes, func(n pdn.Note) bool { return sameMoves(n.Variation, better) })
		if text := g.whyComment(j); text != "" {
			notes = append(notes, pdn.Note{Comment: text})
		}
		notes = append(notes, pdn.Note{Variation: better})
	}
	ply.Notes = slices.Insert(ply.Notes, min(1, len(ply.Notes)), notes...)
}

// sameMoves reports whether a note is a variation of nothing but these moves: who looked at a
// better line may have it among the moves.
func sameMoves(variation, line *pdn.Line) bool {
	return variation != nil && len(variation.Notes) == 0 && slices.EqualFunc(variation.Plies, line.Plies, func(a, b pdn.Ply) bool {
		return a.Text == b.Text && a.Signs == "" && len(a.NAGs)+len(a.Notes) == 0
	})
}

// nag returns the glyph of a judgement, 0 if it has none.
func (j *Judgement) nag() int {
	switch {
	case j.Verdict != Fine:
		return j.Verdict.nag()
	case j.Only:
		return onlyMoveNAG
	}
	return 0
}

// authors are the signs of the glyphs that say how good a move is.
var authors = map[int]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// keepSign reports whether a move has a sign of its author. One that is a glyph becomes a sign:
// glyphs are those of an analysis.
func keepSign(ply *pdn.Ply) bool {
	if strings.ContainsAny(ply.Signs, "!?") {
		return true
	}
	for i, nag := range ply.NAGs {
		if sign := authors[nag]; sign != "" {
			ply.Signs = sign + ply.Signs
			ply.NAGs = slices.Delete(slices.Clone(ply.NAGs), i, i+1)
			return true
		}
	}
	return strings.Contains(ply.Signs, "*") // the only move, as its author says
}

// authorsSigns returns the signs of a move of a record that no analysis by Stupol has given, "" if
// there are none.
func authorsSigns(record *pdn.Game, ply pdn.Ply) string {
	given := GivenNAG(record, &ply)
	ply.NAGs = slices.DeleteFunc(slices.Clone(ply.NAGs), func(nag int) bool { return nag == given })
	keepSign(&ply)
	return ply.Signs
}

// GivenNAG returns the glyph of a move of a record that an analysis by Stupol has given, 0 if
// there is none.
func GivenNAG(record *pdn.Game, ply *pdn.Ply) int {
	if !annotated(record) {
		return 0
	}
	for _, n := range ply.Notes {
		if n.Variation != nil {
			continue
		}
		if nag, _ := remarkNAG(n.Comment); nag != 0 && slices.Contains(ply.NAGs, nag) {
			return nag
		}
	}
	return 0
}

// setEval puts the command eval at the beginning of the first note of a ply, in place
// of one that is there.
func setEval(ply *pdn.Ply, eval string) {
	command := pdn.Command{Name: "eval", Value: eval}.String()
	if len(ply.Notes) == 0 || ply.Notes[0].Variation != nil {
		ply.Notes = slices.Insert(ply.Notes, 0, pdn.Note{Comment: command})
		return
	}
	rest := withoutEval(ply.Notes[0].Comment)
	ply.Notes[0].Comment = strings.TrimSpace(command + " " + rest)
}

// withoutEval returns a comment without the command eval.
func withoutEval(comment string) string {
	before, after, found := strings.Cut(comment, "[%eval ")
	_, after, closed := strings.Cut(after, "]")
	if !found || !closed {
		return comment
	}
	return strings.Join(strings.Fields(before+after), " ")
}

// withNAG returns glyphs with one more, unless it is there.
func withNAG(nags []int, nag int) []int {
	if slices.Contains(nags, nag) {
		return nags
	}
	return append(nags, nag)
}

// The beginnings of remarks, by which they are recognized.
const (
	databaseRemark = "By the endgame databases "
	onlyRemark     = "The only move."
	bookRemark     = "The opening book has "
	libraryRemark  = "This leaves the library: "
)

// verdictRemark returns how the remark on a bad move begins.
func verdictRemark(v Verdict) string {
	name := v.String()
	return strings.ToUpper(name[:1]) + name[1:] + ". "
}

// withoutAnnotations removes what Annotated has added to a line. A glyph is its own if the
// remark that comes with it is there.
func withoutAnnotations(l *pdn.Line) {
	for i := range l.Plies {
		ply := &l.Plies[i]
		var kept []pdn.Note
		variation := false // the next one is ours
		for _, n := range ply.Notes {
			if variation && strings.HasPrefix(n.Comment, whyRemark) {
				continue // between a verdict and the better line
			}
			nag, remark := 0, false
			if n.Variation == nil {
				nag, remark = remarkNAG(n.Comment)
			}
			if nag != 0 {
				ply.NAGs = slices.DeleteFunc(ply.NAGs, func(other int) bool { return other == nag })
			}
			if n.Variation != nil && variation || remark {
				variation = remark && nag != 0 && nag != onlyMoveNAG // a verdict: a better line follows it
				continue
			}
			if n.Comment = withoutEval(n.Comment); n.Comment != "" || n.Variation != nil {
				kept = append(kept, n)
			}
			variation = false
		}
		ply.Notes = kept
	}
}

// remarkNAG reports whether a comment is one of those that remark makes, and returns the
// glyph that comes with it, 0 if there is none.
func remarkNAG(comment string) (nag int, ok bool) {
	for _, v := range []Verdict{Inaccuracy, Mistake, Blunder} {
		if strings.HasPrefix(comment, verdictRemark(v)) {
			return v.nag(), true
		}
	}
	if strings.HasPrefix(comment, onlyRemark) {
		return onlyMoveNAG, true
	}
	return 0, strings.HasPrefix(comment, databaseRemark) || strings.HasPrefix(comment, bookRemark) || strings.HasPrefix(comment, libraryRemark)
}

// remark returns what to say of a move, if anything; known says that what the
// databases know has been said before.
func (g *Game) remark(j *Judgement, known bool) string {
	switch {
	case j.Verdict != Fine:
		return verdictRemark(j.Verdict) + g.comparison(j)
	case j.Only:
		return onlyRemark
	case j.Database && !known:
		return databaseRemark + g.outcome(&g.positions[j.move.from+1]) + "."
	}
	return ""
}

// Mistakes returns a line for each mistake and blunder that was found, the move and what would have
// been better, and one that says why unless the game is silent or nothing is known.
func (g *Game) Mistakes() (lines []string) {
	for _, j := range g.Judgements() {
		if j.Verdict >= Mistake {
			text := g.comparison(&j)
			if j.MissedWin {
				text = "A missed win. " + text
			}
			lines = append(lines, strings.Replace(g.signed(&j), "…", "...", 1)+"  "+text)
			if text := g.whyComment(&j); text != "" {
				lines = append(lines, "    "+strings.Replace(text, "…", "...", 1))
			}
		}
	}
	return lines
}

// signed returns the move with its number and sign: "6. 28-22??".
func (g *Game) signed(j *Judgement) string {
	return g.numberedMove(j) + j.Verdict.Sign()
}

// numberedMove returns the move with its number.
func (g *Game) numberedMove(j *Judgement) string {
	return g.numbered(&g.positions[j.move.from], j.Number, []movegen.Move{j.move.Move})[0]
}

// comparison says what a bad move costs: "32-28 keeps 58 % and this move keeps 31 %."
func (g *Game) comparison(j *Judgement) string {
	before, after := &g.positions[j.move.from], &g.positions[j.move.from+1]
	best := g.text(before, j.Best[0])
	text := fmt.Sprintf("%s %s and this move %s.", best,
		prospects(j.Chance, before.value.byDatabase), prospects(j.Played, after.value.byDatabase || after.value.rule != ""))
	if j.Decided {
		text = "By the endgame databases " + text
	}
	return text
}

// prospects says what a side with that chance does: it "keeps 58 %" or, if it is
// certain, "draws".
func prospects(chance float64, certain bool) string {
	switch {
	case chance == 1:
		return "wins"
	case chance == 0:
		return "loses"
	case chance == 0.5 && certain:
		return "draws"
	}
	return fmt.Sprintf("keeps %s %%", percent(chance))
}

// percent returns a chance in percent. Only what is certain is 0 or 100.
func percent(chance float64) string {
	n := int(100*chance + 0.5)
	switch {
	case n == 0 && chance > 0:
		n = 1
	case n == 100 && chance < 1:
		n = 99
	}
	return fmt.Sprint(n)
}

// outcome returns the value of a position in words.
func (g *Game) outcome(p *position) string {
	winner := p.Turn
	switch p.value.Value {
	case endgame.Draw:
		return "a draw"
	case endgame.Loss:
		winner = winner.Opponent()
	}
	return winner.String() + " wins"
}

// text returns a move as the record writes it.
func (g *Game) text(p *position, m movegen.Move) string {
	return g.variation(p, []movegen.Move{m}).Plies[0].Text
}

// variation returns a line of play from p on as the record writes it, the first plies of
// it if it is long.
func (g *Game) variation(p *position, line []movegen.Move) *pdn.Line {
	game := movegen.NewGameFrom(g.Rules, p.Position, nil)
	for _, m := range line[:min(len(line), longestLine)] {
		game.Push(m)
	}
	record := pdn.Record{Game: game}
	return &pdn.Line{Plies: record.PDN().Plies}
}
