// Package handed makes of the search what is handed to packages below it: players of games
// to learn from (eval/selfplay), and those who score the positions of opening books
// (book/expansion) and their moves (book/exam).
package handed

import (
	"context"

	"stupol/book"
	"stupol/eval/selfplay"
	"stupol/movegen"
	"stupol/search"
)

// SelfPlay returns what selfplay.Run needs as NewSearcher: engines with those options.
func SelfPlay(o search.Options) func(selfplay.Observer) (selfplay.Searcher, error) {
	return func(observer selfplay.Observer) (selfplay.Searcher, error) {
		o := o
		o.Observer = observer
		engine, err := search.New(o)
		return player{engine}, err
	}
}

// A player finds moves in games to learn from.
type player struct{ *search.Engine }

// Search implements selfplay.Searcher.
func (p player) Search(ctx context.Context, g *movegen.Game, nodes int64) (selfplay.Found, error) {
	r, err := p.Engine.Search(ctx, g, search.Limits{Nodes: nodes, Analyze: true}, nil)
	found := selfplay.Found{Any: r.Found, Move: r.Move, Score: int(r.Score)}
	switch {
	case r.Score.IsProven():
		found.Proof = selfplay.ReasonProven
	case max(r.Score, -r.Score) > search.MaxEval:
		found.Proof = selfplay.ReasonEndgame
	}
	return found, err
}

// A Scorer scores positions with an engine that forgets each search: it is what expansion.Work
// and exam.Exam need as a searcher.
type Scorer struct {
	engine *search.Engine
	nodes  int64
}

// Scorers returns that many, whose searches visit so many nodes each.
func Scorers(n int, nodes int64, o search.Options) (all []Scorer, err error) {
	for range n {
		engine, err := search.New(o)
		if err != nil {
			Close(all)
			return nil, err
		}
		all = append(all, Scorer{engine, nodes})
	}
	return all, nil
}

// Close closes them.
func Close(scorers []Scorer) {
	for _, s := range scorers {
		s.engine.Close()
	}
}

// Search returns the score of the present position of g.
func (s Scorer) Search(ctx context.Context, g *movegen.Game) (book.Score, error) {
	_, score, err := s.Best(ctx, g)
	return score, err
}

// Best returns the best of the moves, or of all if none are named, and its score.
func (s Scorer) Best(ctx context.Context, g *movegen.Game, moves ...movegen.Move) (movegen.Move, book.Score, error) {
	s.engine.Clear()
	r, err := s.engine.Search(ctx, g, search.Limits{Nodes: s.nodes, Moves: moves, Analyze: true}, nil)
	if err == nil {
		err = ctx.Err()
	}
	return r.Move, book.Score(r.Score), err
}
