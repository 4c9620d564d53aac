package analysis

import (
	"strings"
	"testing"

	"stupol/book"
	"stupol/eval"
	"stupol/movegen"
)

// bookOf returns a book of the start position, where it expects 32-28, goes on after
// 33-28, and of the position after these.
func bookOf(t *testing.T, r *movegen.Rules) *book.Book {
	t.Helper()
	positions := map[book.Key][]book.Edge{}
	add := func(p movegen.Position, scores map[string]book.Edge) {
		var edges []book.Edge
		for _, m := range book.Moves(r, &p) {
			e, ok := scores[r.PDNMove(&p, m)]
			if !ok {
				e = book.Edge{Own: -50, Score: -50}
			}
			edges = append(edges, e)
		}
		positions[book.KeyOf(r, &p)] = edges
	}
	start := r.Start()
	add(start, map[string]book.Edge{"32-28": {Own: 10, Score: 10, Expanded: true}, "33-28": {Own: 5, Score: 5, Expanded: true}})
	m, err := r.ParsePDNMove(&start, "32-28")
	if err != nil {
		t.Fatal(err)
	}
	add(r.Play(&start, m), map[string]book.Edge{"19-23": {Own: 20, Score: 20}, "18-23": {Own: 20, Score: 20}})
	return book.New(r, book.Header{Variant: r.Name}, positions)
}

func TestBook(t *testing.T) {
	const tags = "[GameType \"20\"]\n\n"
	tests := []struct {
		moves  string
		inBook int
		left   string // on the page
		remark string // in the record
	}{
		{"1. 32-28 19-23 2. 28x19 14x23", 2, "", ""},
		{"1. 32-28 18-23 2. 38-32", 2, "", ""},
		{"1. 33-28 18-23 2. 38-33", 1, "", ""},
		{"1. 31-27 18-23", 0, "1. 31-27 left the opening book, which has 32-28.", "{The opening book has 32-28.}"},
		{"1. 32-28 20-25 2. 38-32", 1, "1… 20-25 left the opening book, which has 19-23.", "{The opening book has 19-23.}"},
	}
	for _, tt := range tests {
		g := gamesOf(t, tags+tt.moves+" *\n")[0]
		a := New([]*Game{g}, map[*movegen.Rules]Knowledge{g.Rules: {Eval: eval.Hand(g.Rules), Book: bookOf(t, g.Rules)}})
		a.Nodes, a.TableBytes = 1, 1<<20
		if err := a.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, j := range g.Judgements() {
			if j.Book {
				n++
			}
		}
		view, err := viewer{g, nil}.view("")
		if err != nil {
			t.Fatal(err)
		}
		if n != tt.inBook || view.LeftBook != tt.left || view.Book != (n > 0) {
			t.Errorf("%s: %d moves in the book, %q; want %d, %q", tt.moves, n, view.LeftBook, tt.inBook, tt.left)
		}
		text := strings.ReplaceAll(written(t, []*Game{g}), "\n", " ")
		if !strings.Contains(text, tt.remark) || strings.Contains(text, "opening book") != (tt.remark != "") {
			t.Errorf("%s: no %q in\n%s", tt.moves, tt.remark, text)
		}
	}
}
