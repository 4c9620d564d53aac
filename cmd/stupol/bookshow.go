package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"stupol/book"
	"stupol/movegen"
	"stupol/protocol/pdn"
)

// bookShowCmd is `stupol book show`.
type bookShowCmd struct {
	bookFlags `embed:""`
	FEN       *string  `name:"fen" placeholder:"FEN" help:"The position (default: where the game starts)."`
	JSON      bool     `name:"json" help:"One JSON object."`
	Moves     []string `arg:"" optional:"" placeholder:"MOVE" help:"Moves to play first, as 32-28 19-23."`
}

// Help is the manual.
func (bookShowCmd) Help() string {
	return `Lists the moves of a position that the book has, the best first: the score that follows
from the book, in men, for the side to move; the score of the position after the move
by itself; how many positions the book has from there on; and the line it expects.
A move without positions was searched but not followed any further.

Examples:

    stupol book show
    stupol book show 32-28 19-23 28x19 14x23
    stupol book show --variant russian c3-d4`
}

// Run prints the moves on w.
func (c bookShowCmd) Run(w io.Writer) error {
	b, err := c.open()
	if err != nil {
		return err
	}
	rules := b.Rules()
	p, err := c.position(rules)
	if err != nil {
		return err
	}
	moves := b.Lookup(&p)
	if moves == nil {
		return fmt.Errorf("the book does not have %s", rules.FEN(&p))
	}
	shown := shownMoves(b, &p, moves)
	if c.JSON {
		return json.NewEncoder(w).Encode(bookPosition{FEN: rules.FEN(&p), Ply: len(c.Moves), Moves: shown})
	}
	fmt.Fprintf(w, "%s\n", pdn.Numbered(rules).Diagram(&p))
	t := newTable(w)
	fmt.Fprintln(t, "move\tscore\town\tpositions\tline\t")
	for _, m := range shown {
		fmt.Fprintf(t, "%s\t%+.2f\t%+.2f\t%d\t%s\t\n", m.Move, m.Score, m.Own, m.Below, shortLine(m.Line[1:]))
	}
	return t.Flush()
}

// position returns the position after the moves of the command line.
func (c bookShowCmd) position(rules *movegen.Rules) (movegen.Position, error) {
	p := rules.Start()
	if c.FEN != nil {
		var err error
		if p, err = rules.ParseFEN(*c.FEN); err != nil {
			return p, err
		}
	}
	written := pdn.Numbered(rules)
	for i, text := range c.Moves {
		m, err := written.ParsePDNMove(&p, text)
		if err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
		p = rules.Play(&p, m)
	}
	return p, nil
}

// shownMoves returns the moves of p, the best first.
func shownMoves(b *book.Book, p *movegen.Position, moves []book.Move) (shown []bookMove) {
	rules := b.Rules()
	slices.SortStableFunc(moves, func(x, y book.Move) int { return cmp.Compare(y.Score, x.Score) })
	for _, m := range moves {
		after := rules.Play(p, m.Move)
		line := append([]movegen.Move{m.Move}, b.Line(after)...)
		if !m.Expanded {
			line = line[:1]
		}
		shown = append(shown, bookMove{
			Move: pdn.Usual.Move(rules, p, m.Move), Score: inMen(m.Score), Own: inMen(m.Own), Expanded: m.Expanded,
			Below: b.Below(after), Line: usualMoves(rules, *p, line),
		})
	}
	return shown
}

// shortLine returns the beginning of a line.
func shortLine(line []string) string {
	const most = 8
	if len(line) > most {
		line = append(slices.Clone(line[:most]), "...")
	}
	return strings.Join(line, " ")
}
