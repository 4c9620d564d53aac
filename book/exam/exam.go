// Package exam measures how good the moves of an opening book are: a long search finds its
// own move in positions of the book and says by how much the book's move is worse.
//
// It knows no engine: the searches are handed in.
package exam

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"stupol/book"
	"stupol/movegen"
)

// Choose returns n positions that the book has a move in, or fewer if play from it meets
// no others. They are of games in which both sides play from the book with a margin, one
// of each and none twice; the seed says which.
func Choose(b *book.Book, n int, margin book.Score, seed uint64) (chosen []movegen.Position) {
	const tries = 100 // games for a position
	random := rand.New(rand.NewPCG(seed, 0))
	seen := map[book.Key]bool{}
	for i := 0; i < tries*n && len(chosen) < n; i++ {
		met := play(b, margin, random)
		if len(met) == 0 {
			return nil
		}
		p := met[random.IntN(len(met))]
		if key := book.KeyOf(b.Rules(), &p); !seen[key] {
			seen[key] = true
			chosen = append(chosen, p)
		}
	}
	return chosen
}

// play plays a game from the book and returns the positions that it has a move in.
func play(b *book.Book, margin book.Score, random *rand.Rand) (met []movegen.Position) {
	const plies = 1_000_000 // more than any book has
	options := book.Options{Plies: plies, Margin: margin, Random: random}
	for g := movegen.NewGame(b.Rules()); ; {
		answer, ok := b.Choose(g, options)
		if !ok {
			return met
		}
		met = append(met, *g.Position())
		g.Push(answer.Move)
	}
}

// A Searcher finds moves. Each is used by one goroutine at a time.
type Searcher interface {
	// Best returns the best move in the position of g, or the best one of some moves there,
	// with its score. It must depend on these alone.
	Best(ctx context.Context, g *movegen.Game, moves ...movegen.Move) (movegen.Move, book.Score, error)
}

// A Comparison is what was found out about a position. Scores are in men.
type Comparison struct {
	FEN    string  `json:"fen"`
	Book   string  `json:"book"`   // its move
	Search string  `json:"search"` // the move of the search
	Best   float64 `json:"best"`   // the score of that
	Regret float64 `json:"regret"` // by how much the book's move is worse
}

// An Exam examines positions of a book.
type Exam struct {
	Book      *book.Book
	Searchers []Searcher            // work at a time
	Known     map[string]Comparison // by the FEN: what need not be found out again

	// Text returns a move of a position as it is written.
	Text func(*movegen.Position, movegen.Move) string

	// OnComparison is called with what is found out, OnProgress after each position, from
	// one goroutine at a time. They may be nil.
	OnComparison func(*Comparison) error
	OnProgress   func()

	mu sync.Mutex // held while these are called
}

// Run returns the comparisons about positions, in their order.
func (x *Exam) Run(ctx context.Context, positions []movegen.Position) ([]Comparison, error) {
	free := make(chan Searcher, len(x.Searchers))
	for _, s := range x.Searchers {
		free <- s
	}
	comparisons := make([]Comparison, len(positions))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(len(x.Searchers))
	for i, p := range positions {
		group.Go(func() (err error) {
			s := <-free
			defer func() { free <- s }()
			comparisons[i], err = x.examine(ctx, s, p)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return comparisons, nil
}

// examine returns what is known of p, or finds it out and tells.
func (x *Exam) examine(ctx context.Context, s Searcher, p movegen.Position) (f Comparison, err error) {
	f, known := x.Known[x.Book.Rules().FEN(&p)]
	if !known {
		f, err = x.regret(ctx, s, p)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.OnProgress != nil {
		defer x.OnProgress()
	}
	if err == nil && !known && x.OnComparison != nil {
		err = x.OnComparison(&f)
	}
	return f, err
}

// regret compares the book's move in p with that of a search.
func (x *Exam) regret(ctx context.Context, s Searcher, p movegen.Position) (f Comparison, err error) {
	move := book.Best(x.Book.Lookup(&p)).Move
	game := movegen.NewGameFrom(x.Book.Rules(), p, nil)
	own, score, err := s.Best(ctx, game)
	if err != nil {
		return f, err
	}
	f = Comparison{FEN: x.Book.Rules().FEN(&p), Book: x.Text(&p, move), Search: x.Text(&p, own), Best: float64(score) / 100}
	if move != own {
		_, other, err := s.Best(ctx, game, move)
		if err != nil {
			return f, err
		}
		f.Regret = max(0, float64(score-other)/100)
	}
	return f, nil
}

// A Summary is the outcome of an exam.
type Summary struct {
	Variant     string       `json:"variant"`
	Positions   int          `json:"positions"`
	Same        int          `json:"same"` // in which the search found the book's move
	Mean        float64      `json:"mean"` // regret
	Worst       float64      `json:"worst"`
	Comparisons []Comparison `json:"findings,omitempty"` // of other moves, the largest regret first
}

// Sum sums up comparisons about a book.
func Sum(b *book.Book, comparisons []Comparison) Summary {
	r := Summary{Variant: b.Rules().Name, Positions: len(comparisons)}
	for _, f := range comparisons {
		if f.Book == f.Search {
			r.Same++
		} else {
			r.Comparisons = append(r.Comparisons, f)
		}
		r.Mean += f.Regret / float64(len(comparisons))
		r.Worst = max(r.Worst, f.Regret)
	}
	slices.SortStableFunc(r.Comparisons, func(f, g Comparison) int { return cmp.Compare(g.Regret, f.Regret) })
	return r
}
