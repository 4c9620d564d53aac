package book

import (
	"math/rand/v2"

	"stupol/movegen"
)

// Options say how to play from a book.
type Options struct {
	Plies  int        // moves of both sides from the start until the book is closed; 0: none
	Margin Score      // by how much a move may be worse than the best one
	Random *rand.Rand // chooses among several moves; needed with a margin only
}

// An Answer is a move from the book.
type Answer struct {
	Move  movegen.Move
	Score Score
	Line  []movegen.Move // the expected line of play; begins with Move
}

// Choose returns the move to play, if the book has one. It has none once the position
// after the best move is not expanded, and where a position would be repeated.
func (b *Book) Choose(g *movegen.Game, o Options) (Answer, bool) {
	if b == nil || g.Rules() != b.rules || len(g.Moves()) >= o.Plies || g.Result().Outcome != movegen.Ongoing {
		return Answer{}, false
	}
	moves := b.Lookup(g.Position())
	if moves == nil || !Best(moves).Expanded {
		return Answer{}, false
	}
	// No position of a book is more plies from the start than it has positions.
	if o.Plies < b.Len() && g.Start() != b.rules.Start() && b.pliesTo(g.Position()) >= o.Plies {
		return Answer{}, false // this game lacks its first moves: many clients send only the position
	}
	chosen := Best(moves)
	if o.Margin > 0 {
		chosen = draw(moves, o)
	}
	if repeats(g, chosen.Move) {
		return Answer{}, false
	}
	after := b.rules.Play(g.Position(), chosen.Move)
	line := append([]movegen.Move{chosen.Move}, b.Line(after)...)
	return Answer{chosen.Move, chosen.Score, line}, true
}

// draw draws one of the expanded moves within the margin: a move that is worse by
// loss has the weight margin + 1 - loss.
func draw(moves []Move, o Options) Move {
	best, sum := Best(moves).Score, 0
	weight := func(m Move) int {
		if !m.Expanded {
			return 0
		}
		return max(0, int(o.Margin)+1-int(best-m.Score))
	}
	for _, m := range moves {
		sum += weight(m)
	}
	at := o.Random.IntN(sum)
	for _, m := range moves {
		if at -= weight(m); at < 0 {
			return m
		}
	}
	panic("unreachable: the weights add up to the sum")
}

// repeats reports whether g has had the position after m before.
func repeats(g *movegen.Game, m movegen.Move) bool {
	next := g.Clone()
	next.Push(m)
	return next.Repeated()
}
