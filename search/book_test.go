package search

import (
	"context"
	"testing"
	"time"

	"stupol/book"
	"stupol/movegen"
)

// firstMoves returns a book in which the moves of the first plies are searched and all
// followed; the best of each position is the last.
func firstMoves(r *movegen.Rules, plies int) *book.Book {
	positions := map[book.Key][]book.Edge{}
	var add func(p movegen.Position, plies int) book.Score
	add = func(p movegen.Position, plies int) book.Score {
		moves := book.Moves(r, &p)
		edges := make([]book.Edge, len(moves))
		best := -book.Win
		for i, m := range moves {
			edges[i] = book.Edge{Own: book.Score(i)}
			edges[i].Score = edges[i].Own
			if plies > 1 {
				edges[i].Expanded = true
				edges[i].Score = add(r.Play(&p, m), plies-1).Before()
			}
			best = max(best, edges[i].Score)
		}
		positions[book.KeyOf(r, &p)] = edges
		return best
	}
	add(r.Start(), plies)
	return book.New(r, book.Header{}, positions)
}

// withBook returns an engine with a book of three plies, which answers for two.
func withBook(t *testing.T, o Options) *Engine {
	t.Helper()
	o.Rules = movegen.International()
	o.Book = firstMoves(o.Rules, 3)
	e, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// TestBook plays from the book without a search, as far as it goes.
func TestBook(t *testing.T) {
	e := withBook(t, Options{})
	g := movegen.NewGame(movegen.International())
	for ply := range 4 {
		infos := 0
		r, err := e.Search(context.Background(), g, Limits{Nodes: 500}, func(i Info) { infos++ })
		if err != nil || infos == 0 {
			t.Fatal(infos, err)
		}
		if fromBook := r.Nodes == 0; fromBook != (ply < 2) {
			t.Errorf("ply %d: %d nodes", ply, r.Nodes)
		}
		if ply < 2 {
			best := book.Best(e.opening.book.Lookup(g.Position()))
			if r.Move != best.Move || r.Score != Score(best.Score) || len(r.PV) != 3-ply || r.Depth != 1 {
				t.Errorf("ply %d: %+v, the book's best is %+v", ply, r, best)
			}
		}
		g.Push(r.Move)
	}
}

// TestBookLimits asks for more than a move: the book does not answer.
func TestBookLimits(t *testing.T) {
	start := movegen.NewGame(movegen.International())
	for name, l := range map[string]Limits{
		"analysis": {Nodes: 500, Analyze: true},
		"lines":    {Nodes: 500, Lines: 2},
		"moves":    {Nodes: 500, Moves: start.LegalMoves(nil)[:2]},
	} {
		r, err := withBook(t, Options{}).Search(context.Background(), start, l, nil)
		if err != nil || r.Nodes == 0 {
			t.Errorf("%s: %d nodes, %v", name, r.Nodes, err)
		}
	}
	r, err := withBook(t, Options{}).Search(context.Background(), start, Limits{Nodes: 500, Lines: 1}, nil)
	if err != nil || r.Nodes != 0 {
		t.Errorf("one line: %d nodes, %v", r.Nodes, err)
	}
}

// TestBookPlies closes the book early, and earlier for weaker engines.
func TestBookPlies(t *testing.T) {
	g := movegen.NewGame(movegen.International())
	g.Push(g.LegalMoves(nil)[0])
	for name, x := range map[string]struct {
		Options
		known bool
	}{
		"one ply":          {Options{BookPlies: 1}, false},
		"two plies":        {Options{BookPlies: 2}, true},
		"skill 1":          {Options{Skill: 1}, true},
		"skill 1, one ply": {Options{Skill: 1, BookPlies: 1}, false},
	} {
		r, err := withBook(t, x.Options).Search(context.Background(), g, Limits{Nodes: 500}, nil)
		if err != nil || (r.Nodes == 0) != x.known {
			t.Errorf("%s: %d nodes, %v", name, r.Nodes, err)
		}
	}
	if plies := newOpening(Options{Skill: 3}).options.Plies; plies != 6 {
		t.Errorf("skill 3 knows %d plies", plies)
	}
}

// TestBookMargin plays other moves with another seed, and the same with the same one.
func TestBookMargin(t *testing.T) {
	moves := func(seed uint64) (moves [20]movegen.Move) {
		e := withBook(t, Options{BookMargin: 100, Seed: seed})
		for i := range moves {
			r, err := e.Search(context.Background(), movegen.NewGame(movegen.International()), Limits{Nodes: 500}, nil)
			if err != nil {
				t.Fatal(err)
			}
			moves[i] = r.Move
		}
		return moves
	}
	first, again := moves(1), moves(1)
	if first != again {
		t.Error("equal seeds play differently")
	}
	if first == moves(2) {
		t.Error("the seed makes no difference")
	}
	first, again = moves(0), moves(0)
	if first == again {
		t.Error("without a seed it is not at random")
	}
}

// TestBookPonder holds the book's move back until the opponent has moved.
func TestBookPonder(t *testing.T) {
	e := withBook(t, Options{})
	hit, done := make(chan struct{}), make(chan Result)
	go func() {
		r, err := e.Search(context.Background(), movegen.NewGame(movegen.International()), Limits{Nodes: 500, Ponder: hit}, nil)
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	select {
	case <-done:
		t.Error("answered in the opponent's time")
	case <-time.After(50 * time.Millisecond):
	}
	close(hit)
	if r := <-done; r.Nodes != 0 || !r.Found {
		t.Errorf("%+v", r)
	}
}

// TestBookOfOtherGame refuses a book of another game.
func TestBookOfOtherGame(t *testing.T) {
	frisian, err := movegen.Lookup("frisian")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(Options{Rules: frisian, Book: firstMoves(movegen.International(), 1)}); err == nil {
		t.Error("accepted")
	}
	if _, err := New(Options{Rules: frisian, BookMargin: -1}); err == nil {
		t.Error("a negative margin is accepted")
	}
}
