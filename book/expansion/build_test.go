package expansion

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"stupol/book"
	"stupol/eval/work/shard"
	"stupol/movegen"
)

// hashSearcher scores a position by its key, and counts its searches.
type hashSearcher struct {
	rules    *movegen.Rules
	searches map[book.Key]int // nil: not counted
}

func (s hashSearcher) Search(_ context.Context, g *movegen.Game) (book.Score, error) {
	key := book.KeyOf(s.rules, g.Position())
	if s.searches != nil {
		s.searches[key]++
	}
	return book.Score(uint64(key)%61) - 30, nil
}

func noDone(Expansion) error { return nil }

// built returns a graph with n positions more than those of from.
func built(t *testing.T, r *movegen.Rules, n, threads int, from *book.Book) *Graph {
	t.Helper()
	g := NewGraph(r, DefaultSettings(), nil)
	if from != nil {
		if err := g.AddBook(from); err != nil {
			t.Fatal(err)
		}
	}
	b := Builder{Graph: g, Next: Limit(g.Next, n), Done: noDone}
	for range threads {
		b.Searchers = append(b.Searchers, hashSearcher{r, nil})
	}
	if err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	return g
}

// fileOf returns the book of g as a file.
func fileOf(t *testing.T, g *Graph) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := g.Book(book.Header{}).WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestMinimax compares the scores of a book with a plain minimax over its positions.
func TestMinimax(t *testing.T) {
	for _, r := range movegen.Variants() {
		b := built(t, r, 150, 1, nil).Book(book.Header{})
		var minimax func(p movegen.Position) book.Score
		minimax = func(p movegen.Position) book.Score {
			best := -book.Win
			for _, m := range b.Lookup(&p) {
				score := m.Own
				if m.Expanded {
					score = minimax(r.Play(&p, m.Move)).Before()
				}
				if score != m.Score {
					t.Fatalf("%s: %s, move %s: %d, minimax %d", r.Name, r.FEN(&p), r.PDNMove(&p, m.Move), m.Score, score)
				}
				best = max(best, score)
			}
			return best
		}
		minimax(r.Start())
		if b.Len() != 150 {
			t.Errorf("%s: %d positions", r.Name, b.Len())
		}
	}
}

// TestDropOut compares each choice with the cheapest way out of the book, found by
// following all lines.
func TestDropOut(t *testing.T) {
	for _, name := range []string{"international", "russian", "frisian"} {
		r, err := movegen.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n < 40; n++ {
			g := built(t, r, n, 1, nil)
			var cheapest func(v *vertex) cost
			cheapest = func(v *vertex) cost {
				least := never
				for i := range v.edges {
					e := &v.edges[i]
					loss := v.best - e.score
					if loss > g.settings.MaxLoss || e.child == nil && e.closed {
						continue
					}
					way := plyCost + 300*cost(loss)
					if len(v.edges) == 1 {
						way = 0
					}
					if e.child != nil {
						way += cheapest(e.child)
					}
					least = min(least, way)
				}
				return least
			}
			start := r.Start()
			root := g.vertices[book.KeyOf(r, &start)]
			if want := cheapest(root); root.cost != want {
				t.Fatalf("%s, %d positions: %d, want %d", name, n, root.cost, want)
			}
		}
	}
}

// TestDeterministic builds the same book twice with one thread, and in one go what
// another build made in two.
func TestDeterministic(t *testing.T) {
	r := movegen.International()
	whole := fileOf(t, built(t, r, 120, 1, nil))
	if !bytes.Equal(whole, fileOf(t, built(t, r, 120, 1, nil))) {
		t.Error("two equal builds differ")
	}
	half := built(t, r, 50, 1, nil).Book(book.Header{})
	if !bytes.Equal(whole, fileOf(t, built(t, r, 70, 1, half))) {
		t.Error("a build that went on from a book differs")
	}
}

// TestThreads builds with several threads: another book, perhaps, but a right one, in
// which positions have the same own scores.
func TestThreads(t *testing.T) {
	r := movegen.International()
	g := built(t, r, 200, 4, nil)
	if err := g.Book(book.Header{}).Verify(); err != nil || g.Len() != 200 {
		t.Errorf("%d positions: %v", g.Len(), err)
	}
	if err := g.AddBook(built(t, r, 200, 1, nil).Book(book.Header{})); err != nil {
		t.Error(err)
	}
}

// TestOneSearch searches no position twice.
func TestOneSearch(t *testing.T) {
	r := movegen.International()
	s := hashSearcher{r, map[book.Key]int{}}
	g := NewGraph(r, DefaultSettings(), nil)
	sum := 0
	b := Builder{Graph: g, Searchers: []Searcher{s}, Next: Limit(g.Next, 100), Done: func(x Expansion) error {
		sum += x.Searches
		return nil
	}}
	if err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	if sum != len(s.searches) {
		t.Errorf("%d searches of %d positions", sum, len(s.searches))
	}
}

// TestShares makes a book in shares and compares it with that of a single one.
func TestShares(t *testing.T) {
	r := movegen.International()
	from := built(t, r, 60, 1, nil).Book(book.Header{})
	share := func(index, of int) *Graph {
		g := NewGraph(r, DefaultSettings(), nil)
		if err := g.AddBook(from); err != nil {
			t.Fatal(err)
		}
		b := Builder{Graph: g, Searchers: []Searcher{hashSearcher{r, nil}}, Done: noDone,
			Next: Without(g, FromList(g.Share(Share{shard.Shard{Index: index, Of: of}, 40})))}
		if err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		return g
	}
	merged := NewGraph(r, DefaultSettings(), nil)
	for i := range 3 {
		if err := merged.AddBook(share(i, 3).Book(book.Header{})); err != nil {
			t.Fatal(err)
		}
	}
	if merged.Len() != 100 || !bytes.Equal(fileOf(t, merged), fileOf(t, share(0, 1))) {
		t.Errorf("%d positions of three shares are not those of one", merged.Len())
	}
}

// TestAnyOrder adds the positions of a book in random order.
func TestAnyOrder(t *testing.T) {
	r := movegen.International()
	whole := built(t, r, 150, 1, nil)
	type position struct {
		p   movegen.Position
		own []book.Score
	}
	var all []position
	for _, v := range whole.vertices {
		p := position{p: v.position}
		for _, e := range v.edges {
			p.own = append(p.own, e.own)
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b position) int { return slices.Compare(a.own, b.own) })
	random := rand.New(rand.NewPCG(3, 3))
	random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	g := NewGraph(r, DefaultSettings(), nil)
	for _, p := range all {
		if err := g.Add(p.p, p.own); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(fileOf(t, g), fileOf(t, whole)) {
		t.Error("the order makes a difference")
	}
	a, _ := g.Next()
	b, _ := whole.Next()
	if a != b {
		t.Errorf("the next position is %s, not %s", r.FEN(&a), r.FEN(&b))
	}
}

// TestConflict adds a position with other scores than those known.
func TestConflict(t *testing.T) {
	r := movegen.International()
	g := built(t, r, 5, 1, nil)
	start := r.Start()
	if err := g.Add(start, make([]book.Score, 9)); err == nil {
		t.Error("other scores are accepted")
	}
	if err := g.Add(start, make([]book.Score, 3)); err == nil {
		t.Error("three scores for nine moves are accepted")
	}
}

// failingSearcher fails after some searches.
type failingSearcher struct {
	hashSearcher
	left *int
}

var errSearch = errors.New("search failed")

func (s failingSearcher) Search(ctx context.Context, g *movegen.Game) (book.Score, error) {
	if *s.left--; *s.left < 0 {
		return 0, errSearch
	}
	return s.hashSearcher.Search(ctx, g)
}

// TestFailure ends a build when a search fails. What was expanded before stays, and the
// position is free again.
func TestFailure(t *testing.T) {
	r := movegen.International()
	left := 100
	g := NewGraph(r, DefaultSettings(), nil)
	b := Builder{Graph: g, Searchers: []Searcher{failingSearcher{hashSearcher{r, nil}, &left}}, Next: g.Next, Done: noDone}
	if err := b.Build(context.Background()); !errors.Is(err, errSearch) {
		t.Fatal(err)
	}
	if len(g.busy) != 0 || g.Len() < 5 {
		t.Errorf("%d positions, %d of them busy", g.Len(), len(g.busy))
	}
	n := g.Len()
	b = Builder{Graph: g, Searchers: []Searcher{hashSearcher{r, nil}}, Next: Limit(g.Next, 120-n), Done: noDone}
	if err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(fileOf(t, g), fileOf(t, built(t, r, 120, 1, nil))) {
		t.Error("going on after a failure makes another book")
	}
}

// TestCancel ends a build whose searchers wait for each other.
func TestCancel(t *testing.T) {
	r := movegen.International()
	g := NewGraph(r, DefaultSettings(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	b := Builder{Graph: g, Next: g.Next, Done: func(Expansion) error {
		cancel()
		return nil
	}}
	for range 3 {
		b.Searchers = append(b.Searchers, hashSearcher{r, nil})
	}
	if err := b.Build(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestKnown does not expand what the databases know, what is won, and what a king can
// take back.
func TestKnown(t *testing.T) {
	r, err := movegen.Lookup("russian")
	if err != nil {
		t.Fatal(err)
	}
	g := NewGraph(r, DefaultSettings(), func(p *movegen.Position) bool { return p.Occupied().Len() <= 23 })
	b := Builder{Graph: g, Searchers: []Searcher{hashSearcher{r, nil}}, Next: Limit(g.Next, 300), Done: noDone}
	if err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, v := range g.vertices {
		if v.position.Occupied().Len() <= 23 {
			t.Fatalf("%s is expanded", r.FEN(&v.position))
		}
	}
	p, err := r.ParseFEN("W:Wa1,Kc1:Bh8,Kf8")
	if err != nil {
		t.Fatal(err)
	}
	g = NewGraph(r, DefaultSettings(), nil)
	if err := g.Add(p, make([]book.Score, len(book.Moves(r, &p)))); err != nil {
		t.Fatal(err)
	}
	for _, e := range g.vertices[book.KeyOf(r, &p)].edges {
		if king := p.Kings.Has(e.move.From); e.closed != king {
			t.Errorf("%s: closed %v", r.PDNMove(&p, e.move), e.closed)
		}
	}
}

// TestPlayed expands the positions of games, the most played first.
func TestPlayed(t *testing.T) {
	r := movegen.International()
	played := Played{}
	game := func(moves ...string) {
		g := movegen.NewGame(r)
		for _, text := range moves {
			m, err := r.ParsePDNMove(g.Position(), text)
			if err != nil {
				t.Fatal(err)
			}
			g.Push(m)
		}
		played.Add(r, g.Start(), g.Moves(), 3)
	}
	game("31-26", "16-21", "32-28")
	game("31-26", "16-21", "34-30", "20-24")
	game("32-28", "19-23")
	g := NewGraph(r, DefaultSettings(), nil)
	var order []string
	b := Builder{Graph: g, Searchers: []Searcher{hashSearcher{r, nil}},
		Next: func() (movegen.Position, bool) { return g.MostPlayed(played, 2) },
		Done: func(x Expansion) error {
			order = append(order, r.FEN(&x.Position))
			return nil
		}}
	if err := b.Build(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(order) != 3 { // the start, and those after 31-26 and 16-21
		t.Errorf("expanded %q", order)
	}
	if err := g.Book(book.Header{}).Verify(); err != nil {
		t.Error(err)
	}
}

// TestShareText writes and reads shares.
func TestShareText(t *testing.T) {
	s := Share{shard.Shard{Index: 3, Of: 16}, 500}
	if got := s.String(); got != "3/16 of 500 positions" {
		t.Error(got)
	}
	if got, err := ParseShare(s.String()); got != s || err != nil {
		t.Error(got, err)
	}
	for _, text := range []string{"", "3/16", "positions of 7 games in x.pdn"} {
		if got, err := ParseShare(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
