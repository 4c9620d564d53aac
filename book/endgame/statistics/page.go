package statistics

import (
	"fmt"
	"io"
	"strings"

	"stupol/book/endgame"
	"stupol/movegen"
)

// introduction is the beginning of the page.
const introduction = `# Endgames of all games

Made by ` + "`stupol endgame statistics --page`" + `, which also writes text, ` + "`--json`" + ` and ` + "`--csv`" + ` with the
moves of all the longest wins and losses, and with ` + "`--bb-dir`" + ` counts of more pieces.

A material has the side to move first: 2m1k-1k are two men and a king of the side to move
against a king. Positions that differ only in colours and the side from which the board is
seen count once, so all are shown with White to move; those with a capture to play are
included. A position is won or lost by best play without any draw rule, and in Frisian
draughts and Frysk! without the rule of three moves of one king. Plies are counted to the
end of the game, if the winner takes the shortest way and the loser the longest. Only moves
are those of the winner on that way that alone keep the win, though there are others; "from"
is the first of the positions that are so far from the end.

The databases are those of up to four pieces in the program, whose positions and ways the tables
tell of, and those of five, which ` + "`stupol endgame build --variant GAME --pieces 5 --bb-dir DIR`" + ` makes
in up to a quarter of an hour of one processor, and of which ` + "`--bb-dir DIR`" + ` makes this page. Breakthrough,
which ends with the first king, has those of six and seven as well.

How the counts compare with those that others have published:
[statistics/published_test.go](statistics/published_test.go).
`

// pagePieces is of up to how many pieces the page tells.
const pagePieces = 5

// compared are materials that most games have, to compare them by.
var compared = []string{"2k-1k", "3k-1k", "2k-2k", "1m1k-1k", "1m1k-1m1k", "2m-1m", "2m-1k", "2m-2m"}

// WritePage writes the statistics of games as a page.
func WritePage(w io.Writer, games []Game) error {
	p := &pageWriter{w: w}
	p.print(introduction)
	p.print("\n## How drawish they are\n\nDrawn positions in percent, whichever side is to move.\n\n")
	p.row(append([]string{"game", "2 pieces", "3 pieces", "4 pieces", "5 pieces"}, compared...))
	p.rule(pagePieces + len(compared))
	for _, g := range games {
		p.row(g.drawish())
	}
	for _, g := range games {
		p.game(g)
	}
	return p.err
}

// A pageWriter writes to w until the first error.
type pageWriter struct {
	w   io.Writer
	err error
}

func (p *pageWriter) print(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, text)
	}
}

// row writes a row of a table.
func (p *pageWriter) row(cells []string) { p.print("| " + strings.Join(cells, " | ") + " |\n") }

// rule writes the line below the heads of that many columns, the first of which is text.
func (p *pageWriter) rule(columns int) {
	p.print("| --- |" + strings.Repeat(" ---: |", columns-1) + "\n")
}

// game writes the table of g, and its longest win of each number of pieces.
func (p *pageWriter) game(g Game) {
	p.print("\n## " + g.title() + "\n\n")
	p.row(heads)
	p.rule(len(heads))
	longest := map[int]*Material{}
	for i := range g.Materials {
		m := &g.Materials[i]
		p.row(m.row())
		if n := m.Slice.Pieces(); m.Win != nil && (longest[n] == nil || m.Win.Plies() > longest[n].Win.Plies()) {
			longest[n] = m
		}
	}
	for n := 2; n <= endgame.DistancePieces; n++ {
		if m := longest[n]; m != nil {
			p.print(fmt.Sprintf("\nThe longest win of %d pieces, %v from %s in %d plies: %s\n", n, m.Slice, m.Win.FEN, m.Win.Plies(), m.Win.moves()))
		}
	}
}

// title returns the titles of the games that have the databases of g.
func (g Game) title() string {
	var titles []string
	for _, r := range movegen.Variants() {
		if endgame.GameName(r) == endgame.GameName(g.Rules) {
			titles = append(titles, r.Title)
		}
	}
	return strings.Join(titles, ", ")
}

// drawish returns the row of g in the table of draws.
func (g Game) drawish() []string {
	row := []string{g.title()}
	for n := 2; n <= pagePieces; n++ {
		row = append(row, g.drawn(func(s endgame.Slice) bool { return s.Pieces() == n }))
	}
	for _, name := range compared {
		row = append(row, g.drawn(func(s endgame.Slice) bool { return s.String() == name || s.Opposite().String() == name }))
	}
	return row
}

// drawn returns how many percent of the positions of some materials are drawn, or "" if
// the game has none of them.
func (g Game) drawn(of func(endgame.Slice) bool) string {
	var sum endgame.Counts
	for _, m := range g.Materials {
		if of(m.Slice) {
			sum.Add(endgame.Counts{Quiet: m.Tally})
		}
	}
	if all := sum.All(); all.Total() > 0 {
		return percent(all.Draws, all.Total())
	}
	return ""
}

// Games returns the games that have databases of their own.
func Games() []*movegen.Rules {
	var all []*movegen.Rules
	for _, r := range movegen.Variants() {
		if endgame.GameName(r) == r.Name {
			all = append(all, r)
		}
	}
	return all
}
