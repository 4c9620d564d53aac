package main

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"

	"stupol/book"
	"stupol/book/output"
	"stupol/movegen"
	"stupol/protocol/pdn"
	"stupol/search"
)

// bookExportCmd is `stupol book export`.
type bookExportCmd struct {
	bookFlags `embed:""`
	forceFlag `embed:""`
	Out       string  `short:"o" placeholder:"FILE" file:"new" help:"The file (default: standard output)."`
	JSON      bool    `name:"json" help:"One JSON object a position and line."`
	Plies     int     `default:"40" placeholder:"N" help:"Only the first N moves of both sides together (default: ${default})."`
	MaxLoss   float64 `default:"0.3" placeholder:"MEN" help:"PDN: leave out moves that are worse than the best one by more (default: ${default})."`
}

// Help is the manual.
func (bookExportCmd) Help() string {
	return `As PDN a book is one game with variations: the best moves are the game, each other move
that is followed is a variation. The score, from White's side and in men, is a comment
behind each move: [%eval 0.12]. A position that was there before is not followed again
and has the comment "transposition".

With --json there is an object for each position, before those below it: its FEN, and its
moves with their scores, for the side to move.

Examples:

    stupol book export --out book.pdn
    stupol book export --variant russian --json --out russian.jsonl`
}

// Validate checks the numbers.
func (c bookExportCmd) Validate() error {
	return cmp.Or(within("plies", c.Plies, 1, maxCount), within("max-loss", c.MaxLoss, 0, maxMen))
}

// Run writes the file, or on w.
func (c bookExportCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	content := func(w io.Writer) error { return c.writePDN(w, b) }
	if c.JSON {
		content = func(w io.Writer) error { return c.writeJSON(w, b) }
	}
	if c.Out == "" {
		return content(w)
	}
	_, err = output.Write(c.Out, newFile(c.Force), content)
	return err
}

// writeJSON writes the positions as JSON.
func (c bookExportCmd) writeJSON(w io.Writer, b *book.Book) error {
	out := json.NewEncoder(w)
	return b.Walk(func(v book.Visit) error {
		if v.Ply >= c.Plies {
			return nil
		}
		return out.Encode(newBookPosition(b, v))
	})
}

// writePDN writes the book as a game with variations.
func (c bookExportCmd) writePDN(w io.Writer, b *book.Book) error {
	rules := b.Rules()
	game := pdn.FromGame(movegen.NewGame(rules), movegen.Ongoing, nil,
		pdn.Tag{Name: "Event", Value: "Opening book of Stupol, " + rules.Title},
		pdn.Tag{Name: "Date", Value: "????.??.??"}, pdn.Tag{Name: "Annotator", Value: "Stupol"})
	tree := bookTree{book: b, plies: c.Plies, maxLoss: book.Score(hundredths(c.MaxLoss)), seen: map[book.Key]bool{}}
	game.Line = tree.line(rules.Start(), 0)
	return pdn.NewWriter(w).Write(game)
}

// A bookTree is a book written as lines with variations.
type bookTree struct {
	book    *book.Book
	plies   int        // of the longest line
	maxLoss book.Score // of a move
	seen    map[book.Key]bool
}

// line returns the best moves from p on, after ply plies, and the others as variations.
func (t bookTree) line(p movegen.Position, ply int) (line pdn.Line) {
	key, moves := book.KeyOf(t.book.Rules(), &p), t.book.Lookup(&p)
	if len(moves) == 0 || ply >= t.plies || t.seen[key] {
		return line
	}
	t.seen[key] = true
	slices.SortStableFunc(moves, func(x, y book.Move) int { return cmp.Compare(y.Score, x.Score) })
	line = t.move(p, moves[0], ply)
	for _, m := range moves[1:] {
		if m.Expanded && m.Score >= moves[0].Score-t.maxLoss {
			variation := t.move(p, m, ply)
			line.Plies[0].Notes = append(line.Plies[0].Notes, pdn.Note{Variation: &variation})
		}
	}
	return line
}

// move returns the line that begins with m of p.
func (t bookTree) move(p movegen.Position, m book.Move, ply int) pdn.Line {
	rules := t.book.Rules()
	remark := pdn.Remark{Scored: true, Score: search.Score(m.Score).ForWhite(p.Turn)}
	after := rules.Play(&p, m.Move)
	if m.Expanded && t.seen[book.KeyOf(rules, &after)] {
		remark.Text = "transposition"
	}
	first := pdn.Ply{Text: pdn.Usual.Move(rules, &p, m.Move), Notes: []pdn.Note{{Comment: remark.String()}}}
	rest := t.line(after, ply+1)
	return pdn.Line{Plies: append([]pdn.Ply{first}, rest.Plies...)}
}
