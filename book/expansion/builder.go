package expansion

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"stupol/book"
	"stupol/movegen"
)

// A Searcher scores positions. Each is used by one goroutine.
type Searcher interface {
	// Search returns the score of the position of g, in which there is a legal move, for
	// the side to move. It must depend on the position alone.
	Search(ctx context.Context, g *movegen.Game) (book.Score, error)
}

// An Expansion is a position with the own scores of its moves, in the order of
// book.Moves.
type Expansion struct {
	Position movegen.Position
	Own      []book.Score
	Searches int // that it took; the other scores were known
}

// A Builder expands positions of a graph, one a searcher at a time.
type Builder struct {
	Graph     *Graph
	Searchers []Searcher

	// Next returns the position to expand next, marked as busy, or false if there is
	// none at the moment. Graph.Next is one.
	Next func() (movegen.Position, bool)

	// Done is called with every expansion once it is in the graph. An error ends the
	// build.
	Done func(Expansion) error

	mu      sync.Mutex // guards all of the graph, and calls of Next and Done
	changed *sync.Cond
	working int // searchers that expand a position
}

// Build expands positions until there are none left, or until ctx is done.
func (b *Builder) Build(ctx context.Context) error {
	b.changed = sync.NewCond(&b.mu)
	group, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, b.changed.Broadcast)()
	for _, s := range b.Searchers {
		group.Go(func() error { return b.work(ctx, s) })
	}
	return group.Wait()
}

// work expands one position after the other.
func (b *Builder) work(ctx context.Context, s Searcher) error {
	for {
		p, ok := b.begin(ctx)
		if !ok {
			return ctx.Err()
		}
		x, err := b.expand(ctx, s, p)
		if err := b.end(x, err); err != nil {
			return err
		}
	}
}

// begin returns a position to expand. If there is none at the moment it waits for the
// expansions that are being made. It reports false if there is none any more.
func (b *Builder) begin(ctx context.Context) (movegen.Position, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ctx.Err() == nil {
		if p, ok := b.Next(); ok {
			b.working++
			return p, true
		}
		if b.working == 0 {
			return movegen.Position{}, false
		}
		b.changed.Wait()
	}
	return movegen.Position{}, false
}

// end adds an expansion to the graph.
func (b *Builder) end(x Expansion, err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.working--
	b.changed.Broadcast()
	if err != nil {
		b.Graph.Release(x.Position)
		return err
	}
	if err := b.Graph.Add(x.Position, x.Own); err != nil {
		return err
	}
	return b.Done(x)
}

// expand scores the moves of p.
func (b *Builder) expand(ctx context.Context, s Searcher, p movegen.Position) (Expansion, error) {
	rules := b.Graph.rules
	x := Expansion{Position: p}
	for _, m := range book.Moves(rules, &p) {
		after := rules.Play(&p, m)
		own, known := b.own(&after)
		if !known {
			after := book.SideToMove(rules, &after)
			score, err := value(ctx, s, movegen.NewGameFrom(rules, after, nil))
			if err != nil {
				return x, fmt.Errorf("%s: %w", rules.FEN(&after), err)
			}
			own = score.Before()
			x.Searches++
		}
		x.Own = append(x.Own, own)
	}
	return x, nil
}

// own returns the own score of moves that lead to p, if it is known.
func (b *Builder) own(p *movegen.Position) (book.Score, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Graph.Own(p)
}

// value returns the score of the position of g for White, who is to move.
func value(ctx context.Context, s Searcher, g *movegen.Game) (book.Score, error) {
	switch g.Result().Outcome {
	case movegen.WhiteWins:
		return book.Win, nil
	case movegen.BlackWins:
		return -book.Win, nil
	case movegen.Drawn:
		return 0, nil
	}
	return s.Search(ctx, g)
}
