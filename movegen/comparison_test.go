package movegen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A comparison puts the generator and the referee of one variant side by side.
type comparison struct {
	t   *testing.T
	r   *Rules
	g   *refGame
	rng *rand.Rand

	moves     []Move // of the position checked last
	wanted    []Move // the referee's
	captures  []Move
	positions int // how many were checked
	mostMoves int // the largest number of captures in one
	mostTaken int // the largest number of pieces in one capture
}

func newComparison(t *testing.T, r *Rules, stream int) *comparison {
	t.Helper()
	return &comparison{t: t, r: r, g: referenceFor(t, r), rng: rand.New(rand.NewPCG(*seedFlag, uint64(stream)))}
}

// anyMove returns one of the legal moves of the position checked last.
func (c *comparison) anyMove() Move { return c.moves[c.rng.IntN(len(c.moves))] }

// check ends the test unless everything the generator says of p is so.
func (c *comparison) check(p *Position) {
	if err := c.compare(p); err != nil {
		c.t.Helper()
		c.t.Fatalf("%s %s: %v\n%s", c.r.Name, c.r.FEN(p), err, c.r.Diagram(p))
	}
}

// compare returns what the generator says of p that is not so.
func (c *comparison) compare(p *Position) error {
	before := readReference(c.r, c.g, p)
	stories := c.g.distinct(before)
	wanted := c.wanted[:0]
	for _, m := range stories {
		wanted = append(wanted, m.move(c.r, c.g))
	}
	c.wanted = wanted
	c.moves = c.r.Moves(c.moves[:0], p)
	if !sameMoves(c.moves, wanted) {
		return fmt.Errorf("Moves: got %s, want %s", c.text(c.moves), c.text(wanted))
	}
	if err := c.compareLists(p); err != nil {
		return err
	}
	if err := c.compareCaptures(p, before); err != nil {
		return err
	}
	for i, m := range wanted {
		if err := c.comparePlay(p, m, c.g.play(before, stories[i])); err != nil {
			return fmt.Errorf("after %s: %w", c.r.HubMove(m), err)
		}
	}
	c.record()
	return nil
}

// sameMoves reports whether got are the wanted moves, which differ from each
// other, each once.
func sameMoves(got, wanted []Move) bool {
	for _, m := range wanted {
		if !slices.Contains(got, m) {
			return false
		}
	}
	return len(got) == len(wanted)
}

// compareLists compares the other lists of the generator, and its count, with Moves.
func (c *comparison) compareLists(p *Position) error {
	if got := c.r.Count(c.captures[:0], p); got != len(c.moves) {
		return fmt.Errorf("Count: got %d, but Moves are %s", got, c.text(c.moves))
	}
	c.captures = c.r.Captures(c.captures[:0], p)
	if c.r.HasCapture(p) && !slices.Equal(c.captures, c.moves) || !c.r.HasCapture(p) && len(c.captures) > 0 {
		return fmt.Errorf("Captures: got %s, but Moves are %s", c.text(c.captures), c.text(c.moves))
	}
	return nil
}

// compareCaptures compares what each side could capture.
func (c *comparison) compareCaptures(p *Position, ref refPosition) error {
	for _, side := range []Color{White, Black} {
		if got, want := c.r.CanCapture(p, side), c.g.canCapture(ref, side); got != want {
			return fmt.Errorf("CanCapture(%s): got %v, want %v", side, got, want)
		}
	}
	if got, want := c.r.HasCapture(p), c.r.CanCapture(p, p.Turn); got != want {
		return fmt.Errorf("HasCapture: got %v, want %v", got, want)
	}
	return nil
}

// comparePlay compares the position after m with the referee's.
func (c *comparison) comparePlay(p *Position, m Move, want refPosition) error {
	q := c.r.Play(p, m)
	if fault := c.fault(&q); fault != "" {
		return fmt.Errorf("the position %s: %+v", fault, q)
	}
	if got := readReference(c.r, c.g, &q); got != want {
		return fmt.Errorf("got %v\nwant %v", got, want)
	}
	return nil
}

// fault says what is wrong with the make-up of a position, if anything.
func (c *comparison) fault(p *Position) string {
	switch {
	case p.Pieces[White]&p.Pieces[Black] != 0:
		return "has two pieces on one square"
	case p.Kings&^p.Occupied() != 0:
		return "has a king that is no piece"
	case p.Occupied()&^c.r.Board() != 0:
		return "has a piece off the board"
	case p.Men(White)&c.r.LastRow(White)|p.Men(Black)&c.r.LastRow(Black) != 0:
		return "has a man on its last row"
	case p.Runs[White].Moves == 0 && p.Runs[White].Square != 0, p.Runs[Black].Moves == 0 && p.Runs[Black].Square != 0:
		return "has a run of no moves"
	case p.Hash != p.computeHash():
		return "has the wrong hash"
	}
	return ""
}

// record keeps the figures for the log.
func (c *comparison) record() {
	c.positions++
	if len(c.moves) > 0 && c.moves[0].IsCapture() {
		c.mostMoves = max(c.mostMoves, len(c.moves))
		for _, m := range c.moves {
			c.mostTaken = max(c.mostTaken, m.Captured.Len())
		}
	}
}

// text lists moves in order, the same ones always alike.
func (c *comparison) text(moves []Move) string {
	var words []string
	for _, m := range moves {
		word := c.r.HubMove(m)
		if m.Promotes {
			word += "(king)"
		}
		words = append(words, word)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}
