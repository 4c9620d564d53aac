package search

import (
	"math"
	"math/rand/v2"

	"stupol/book"
	"stupol/movegen"
)

// bookPliesPerSkill is how many plies of the book an engine knows for each level of
// skill, unless it plays as well as it can.
const bookPliesPerSkill = 2

// An opening plays from the book.
type opening struct {
	book    *book.Book // nil: none
	options book.Options
}

func newOpening(o Options) opening {
	plies := math.MaxInt
	if o.BookPlies > 0 {
		plies = o.BookPlies
	}
	if o.Skill > 0 && o.Skill < FullSkill {
		plies = min(plies, bookPliesPerSkill*o.Skill)
	}
	seed := o.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	return opening{o.Book, book.Options{
		Plies: plies, Margin: book.Score(o.BookMargin), Random: rand.New(rand.NewPCG(seed, 0)),
	}}
}

// answer returns the book's move for the search c of g. It has none where the user
// wants to know more than a move.
func (o *opening) answer(c *control, g *movegen.Game, l *Limits) (Result, bool) {
	if l.Analyze || len(l.Moves) > 0 || l.Lines > 1 {
		return Result{}, false
	}
	a, ok := o.book.Choose(g, o.options)
	if !ok {
		return Result{}, false
	}
	if l.Ponder != nil {
		select {
		case <-l.Ponder:
		case <-c.ctx.Done():
		}
	}
	info := Info{Depth: 1, MeanDepth: 1, Line: 1, Score: Score(a.Score), Time: c.elapsed(), PV: a.Line}
	return Result{Info: info, Move: a.Move, Found: true}, true
}
