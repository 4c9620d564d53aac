package movegen

import (
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
	positions int    // how many were checked
	mostMoves int    // the largest number of captures in one
	mostTaken int    // the largest number of pieces in one capture
}

func newComparison(t *testing.T, r *Rules, stream int) *comparison {
	t.Helper()
	return &comparison{t: t, r: r, g: referenceFor(t, r), rng: rand.New(rand.NewPCG(*seedFlag, uint64(stream)))}
}

// anyMove returns one of the legal moves of the position checked last.
func (c *comparison) anyMove() Move { return c.moves[c.rng.IntN(len(c.moves))] }

// check ends the test unless everything the generator says of p is so.
func (c *comparison) check(p *Position) {
	c.t.Helper()
	before := readReference(c.r, c.g, p)
	wanted := c.g.distinct(before)
	c.moves = c.r.Moves(c.moves[:0], p)
	if !c.sameMoves(wanted) {
		c.t.Fatalf("%s %s\n%s\n got %s\nwant %s", c.r.Name, c.r.FEN(p), c.r.Diagram(p),
			c.text(c.moves), c.text(referenceMoves(c.r, c.g, p)))
	}
	c.checkCounts(p)
	c.checkCaptures(p, before)
	for _, m := range wanted {
		c.checkPlay(p, m.move(c.r, c.g), c.g.play(before, m))
	}
	c.record()
}

// sameMoves reports whether the generator found the wanted moves, each once.
func (c *comparison) sameMoves(wanted []refMove) bool {
	for _, m := range wanted {
		if !slices.Contains(c.moves, m.move(c.r, c.g)) {
			return false
		}
	}
	return len(c.moves) == len(wanted) // the wanted moves differ from each other
}

// checkCounts compares the other functions of the generator with Moves.
func (c *comparison) checkCounts(p *Position) {
	c.t.Helper()
	if got := c.r.Count(p, nil); got != len(c.moves) {
		c.t.Fatalf("Count(%s) = %d, want %d", c.r.FEN(p), got, len(c.moves))
	}
	captures := c.r.Captures(nil, p)
	if c.r.HasCapture(p) && !slices.Equal(captures, c.moves) || !c.r.HasCapture(p) && len(captures) > 0 {
		c.t.Fatalf("Captures(%s) = %s, but Moves = %s", c.r.FEN(p), c.text(captures), c.text(c.moves))
	}
}

// checkCaptures compares what each side could capture.
func (c *comparison) checkCaptures(p *Position, ref refPosition) {
	c.t.Helper()
	for _, side := range []Color{White, Black} {
		if got, want := c.r.CanCapture(p, side), c.g.canCapture(ref, side); got != want {
			c.t.Fatalf("CanCapture(%s, %s) = %v, want %v", c.r.FEN(p), side, got, want)
		}
	}
	if got, want := c.r.HasCapture(p), c.r.CanCapture(p, p.Turn); got != want {
		c.t.Fatalf("HasCapture(%s) = %v, want %v", c.r.FEN(p), got, want)
	}
}

// checkPlay compares the position after m with the referee's.
func (c *comparison) checkPlay(p *Position, m Move, want refPosition) {
	c.t.Helper()
	q := c.r.Play(p, m)
	if fault := c.fault(&q); fault != "" {
		c.t.Fatalf("%s, %s: the position after it %s: %+v", c.r.FEN(p), c.r.HubMove(m), fault, q)
	}
	if got := readReference(c.r, c.g, &q); got != want {
		c.t.Fatalf("%s, %s:\ngot %v\nwant %v", c.r.FEN(p), c.r.HubMove(m), got, want)
	}
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
