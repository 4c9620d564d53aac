package analysis

import (
	"fmt"
	"html/template"
	"strings"

	"stupol/movegen"
	"stupol/protocol/words"
)

// A graphForm is the size of a graph, in pixels, and for which pages it is.
type graphForm struct {
	class         string
	width, height float64
	text          float64 // height of letters
}

var (
	wideGraph   = graphForm{"wide", 960, 260, 13}
	narrowGraph = graphForm{"narrow", 360, 220, 12}
)

// The margins of a graph, and the strip below it for the book and the databases.
const (
	graphLeft   = 60.
	graphRight  = 8.
	graphTop    = 8.
	graphBottom = 30.
	stripHeight = 5.
)

// A graph draws the chances of White over the game.
type graph struct {
	strings.Builder
	graphForm
	*words.Language
	moves  int
	values []float64 // before the first move and after each
}

// graph returns the graph in SVG.
func (g viewer) graph(all []Judgement, form graphForm) template.HTML {
	d := &graph{graphForm: form, Language: g.Language, moves: len(all)}
	start, _ := g.Chance(all[0].move.from)
	d.values = append(d.values, start)
	for i := range all {
		d.values = append(d.values, forWhite(all[i].Played, all[i].Color))
	}
	fmt.Fprintf(d, `<svg class="graph %s" viewBox="0 0 %g %g" role="img" font-size="%g">`, d.class, d.width, d.height, d.text)
	fmt.Fprintf(d, "<title>%s</title>\n", d.Say("The chances over the game, White’s above"))
	d.area()
	d.axes(all, g.first())
	d.strip(all, "database", func(j *Judgement) bool { return j.Database })
	d.strip(all, "book", func(j *Judgement) bool { return j.Book })
	for i := range all {
		if all[i].Verdict != Fine {
			d.mark(i+1, all[i].Verdict, "#"+g.anchor(&all[i]), g.Record.Plies[all[i].Ply].Text+all[i].Verdict.Sign())
		}
	}
	d.WriteString("</svg>\n")
	return template.HTML(d.String()) // all texts in it are our own
}

// x and y return where something is, after that many moves and for a chance.
func (d *graph) x(move float64) float64 {
	return graphLeft + (d.width-graphLeft-graphRight)*move/float64(max(d.moves, 1))
}

func (d *graph) y(chance float64) float64 { return graphTop + (d.bottom()-graphTop)*(1-chance) }

func (d *graph) bottom() float64 { return d.height - graphBottom }

// area draws Black's chances as the ground and White's over them.
func (d *graph) area() {
	fmt.Fprintf(d, `<rect class="black-area" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`+"\n",
		d.x(0), d.y(1), d.width-graphLeft-graphRight, d.bottom()-graphTop)
	var line strings.Builder
	for i, v := range d.values {
		fmt.Fprintf(&line, "%.1f,%.1f ", d.x(float64(i)), d.y(v))
	}
	points := strings.TrimSpace(line.String())
	fmt.Fprintf(d, `<polygon class="white-area" points="%.1f,%.1f %s %.1f,%.1f"/>`+"\n",
		d.x(0), d.bottom(), points, d.x(float64(d.moves)), d.bottom())
	fmt.Fprintf(d, `<polyline class="curve" points="%s"/>`+"\n", points)
}

// axes draws what is written beside the graph and below it.
func (d *graph) axes(all []Judgement, first movegen.Color) {
	fmt.Fprintf(d, `<line class="even" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", d.x(0), d.y(0.5), d.x(float64(d.moves)), d.y(0.5))
	for _, label := range []struct {
		text string
		y    float64
	}{{d.Say("White"), d.y(1) + d.text*0.8}, {d.Say("even"), d.y(0.5) + d.text*0.35}, {d.Say("Black"), d.y(0)}} {
		fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`+"\n", graphLeft-7, label.y, label.text)
	}
	const labels = 10
	step := 1
	for _, s := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10000, 100000} {
		if step = s; len(all)/2 <= s*labels*int(d.width)/960 {
			break
		}
	}
	for i := range all {
		if all[i].Color != first || all[i].Number%step != 0 {
			continue
		}
		x := d.x(float64(i))
		fmt.Fprintf(d, `<line class="tick" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, x, d.bottom()+stripHeight+2, x, d.bottom()+stripHeight+6)
		fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="middle">%d</text>`+"\n", x, d.height-4, all[i].Number)
	}
}

// strip marks the moves that have something.
func (d *graph) strip(all []Judgement, class string, has func(*Judgement) bool) {
	for i := 0; i < len(all); i++ {
		begin := i
		for i < len(all) && has(&all[i]) {
			i++
		}
		if i > begin {
			fmt.Fprintf(d, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%g"/>`+"\n",
				class, d.x(float64(begin)), d.bottom()+2, d.x(float64(i))-d.x(float64(begin)), stripHeight)
		}
	}
}

// mark marks a bad move. Verdicts differ in form as well as in colour.
func (d *graph) mark(move int, v Verdict, link, name string) {
	x, y := d.x(float64(move)), d.y(d.values[move])
	fmt.Fprintf(d, `<a href="%s"><title>%s</title>%s</a>`+"\n", link, name, markOf(v, x, y))
}

// markOf returns the form of a verdict: a small disc, a diamond or a square.
func markOf(v Verdict, x, y float64) string {
	switch v {
	case Inaccuracy:
		return fmt.Sprintf(`<circle class="mark inaccuracy" cx="%.1f" cy="%.1f" r="4"/>`, x, y)
	case Mistake:
		return fmt.Sprintf(`<path class="mark mistake" d="M%.1f %.1fl6 6l-6 6l-6 -6z"/>`, x, y-6)
	}
	return fmt.Sprintf(`<path class="mark blunder" d="M%.1f %.1fh11v11h-11z"/>`, x-5.5, y-5.5)
}
