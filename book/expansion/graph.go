package expansion

import (
	"fmt"
	"math"

	"stupol/book"
	"stupol/movegen"
)

// Settings say which moves are worth expanding.
type Settings struct {
	LossPlies int        // plies that a loss of a man counts for
	MaxLoss   book.Score // moves worse by more are not expanded
}

// DefaultSettings are those of the books in the program: a tenth of a man counts for
// three plies, and what is worse by more than six tenths is left to the search.
func DefaultSettings() Settings { return Settings{LossPlies: 30, MaxLoss: 60} }

// A Graph is a book in the making.
type Graph struct {
	settings Settings
	rules    *movegen.Rules
	vertices map[book.Key]*vertex
	parents  map[book.Key][]*vertex  // that lead to a position, expanded or not
	own      map[book.Key]book.Score // of positions after a move, for the side that made it
	busy     map[book.Key]bool       // positions being expanded
	known    func(*movegen.Position) bool
}

// A vertex is an expanded position.
type vertex struct {
	key      book.Key
	position movegen.Position // as the side to move sees it
	edges    []edge
	best     book.Score // of its moves
	cost     cost       // of the cheapest way out of the book from here
}

// An edge is a move of a vertex.
type edge struct {
	move   movegen.Move
	after  book.Key
	own    book.Score
	score  book.Score
	child  *vertex // nil: not expanded
	closed bool    // the position after it is not to be expanded
}

// A cost is a distance in thousandths of a ply.
type cost int64

const (
	plyCost cost = 1000
	unknown cost = -1
	never   cost = math.MaxInt64 / 4
)

// NewGraph returns a graph without positions. The values of positions for which known
// returns true need no search in the book; nil: there are none.
func NewGraph(r *movegen.Rules, s Settings, known func(*movegen.Position) bool) *Graph {
	if known == nil {
		known = func(*movegen.Position) bool { return false }
	}
	return &Graph{
		settings: s, rules: r, known: known,
		vertices: map[book.Key]*vertex{}, parents: map[book.Key][]*vertex{},
		own: map[book.Key]book.Score{}, busy: map[book.Key]bool{},
	}
}

// Len returns the number of expanded positions.
func (g *Graph) Len() int { return len(g.vertices) }

// AddBook adds the positions of a book.
func (g *Graph) AddBook(b *book.Book) error {
	return b.Walk(func(v book.Visit) error {
		own := make([]book.Score, len(v.Moves))
		for i, m := range v.Moves {
			own[i] = m.Own
		}
		return g.Add(v.Position, own)
	})
}

// Add adds an expanded position with the own scores of its moves, in the order of
// book.Moves. A position that is in the graph must have the same scores there.
func (g *Graph) Add(p movegen.Position, own []book.Score) error {
	p = book.SideToMove(g.rules, &p)
	moves := book.Moves(g.rules, &p)
	if len(moves) == 0 || len(moves) != len(own) {
		return fmt.Errorf("%s: %d scores for %d moves", g.rules.FEN(&p), len(own), len(moves))
	}
	key := book.KeyOf(g.rules, &p)
	v := &vertex{key: key, position: p, edges: make([]edge, len(moves)), cost: unknown}
	for i, m := range moves {
		e, err := g.newEdge(&p, m, own[i])
		if err != nil {
			return fmt.Errorf("%s, move %s: %w", g.rules.FEN(&p), g.rules.PDNMove(&p, m), err)
		}
		v.edges[i] = e
	}
	for _, e := range v.edges {
		g.own[e.after] = e.own
	}
	delete(g.busy, key)
	if g.vertices[key] == nil {
		g.connect(v)
	}
	return nil
}

// newEdge returns the edge for a move of p.
func (g *Graph) newEdge(p *movegen.Position, m movegen.Move, own book.Score) (edge, error) {
	after := g.rules.Play(p, m)
	key := book.KeyOf(g.rules, &after)
	if other, ok := g.own[key]; ok && other != own {
		return edge{}, fmt.Errorf("its score is %d, elsewhere %d", own, other)
	}
	over := own > book.MaxEval || own < -book.MaxEval
	closed := over || book.CanUndo(p, m) || g.known(&after) || len(g.rules.Moves(nil, &after)) == 0
	return edge{move: m, after: key, own: own, score: own, closed: closed}, nil
}

// connect makes v known to the vertices that lead to it and to those it leads to.
func (g *Graph) connect(v *vertex) {
	g.vertices[v.key] = v
	for i := range v.edges {
		e := &v.edges[i]
		if book.CanUndo(&v.position, e.move) {
			continue
		}
		e.child = g.vertices[e.after]
		g.parents[e.after] = append(g.parents[e.after], v)
	}
	for _, parent := range g.parents[v.key] {
		for i := range parent.edges {
			if e := &parent.edges[i]; e.after == v.key && !book.CanUndo(&parent.position, e.move) {
				e.child = v
			}
		}
	}
	g.update(v)
}

// update works out the scores and the cost of v, then those of the vertices that lead to
// it, as far as something changes. There are no cycles, so it ends.
func (g *Graph) update(v *vertex) {
	for changed := []*vertex{v}; len(changed) > 0; changed = changed[1:] {
		v := changed[0]
		if g.refresh(v) {
			changed = append(changed, g.parents[v.key]...)
		}
	}
}

// refresh works out the scores of the moves of v and its cost from its children. It
// reports whether its best score or its cost has changed.
func (g *Graph) refresh(v *vertex) bool {
	for i := range v.edges {
		if e := &v.edges[i]; e.child != nil {
			e.score = e.child.best.Before()
		}
	}
	best, least := v.edges[0].score, never
	for i := range v.edges {
		best = max(best, v.edges[i].score)
	}
	oldBest, oldCost := v.best, v.cost
	v.best = best
	for i := range v.edges {
		least = min(least, g.throughEdge(v, &v.edges[i]))
	}
	v.cost = least
	return v.best != oldBest || v.cost != oldCost
}

// throughEdge returns the cost of the cheapest way out of the book by e of v.
func (g *Graph) throughEdge(v *vertex, e *edge) cost {
	loss := v.best - e.score
	switch {
	case loss > g.settings.MaxLoss, e.child == nil && (e.closed || g.busy[e.after]):
		return never
	case e.child == nil:
		return g.edgeCost(v, loss)
	case e.child.cost == never:
		return never
	}
	return g.edgeCost(v, loss) + e.child.cost
}

// edgeCost returns the cost of a move of v that is worse than the best by loss: one ply
// and LossPlies for each man. The only legal move costs nothing.
func (g *Graph) edgeCost(v *vertex, loss book.Score) cost {
	if len(v.edges) == 1 {
		return 0
	}
	return plyCost + cost(loss)*cost(g.settings.LossPlies)*plyCost/100
}

// Next returns the position to expand next and marks it as busy until it is added or
// released. It reports false if there is none.
func (g *Graph) Next() (movegen.Position, bool) {
	start := g.rules.Start()
	v := g.vertices[book.KeyOf(g.rules, &start)]
	if v == nil {
		start = book.SideToMove(g.rules, &start)
		return start, g.take(book.KeyOf(g.rules, &start))
	}
	for v.cost < never {
		e := g.cheapest(v)
		if e.child == nil {
			g.take(e.after)
			after := g.rules.Play(&v.position, e.move)
			return book.SideToMove(g.rules, &after), true
		}
		v = e.child
	}
	return movegen.Position{}, false
}

// cheapest returns the first of the edges of v with the least cost.
func (g *Graph) cheapest(v *vertex) *edge {
	for i := range v.edges {
		if e := &v.edges[i]; g.throughEdge(v, e) == v.cost {
			return e
		}
	}
	panic("the cost of a vertex is that of none of its edges")
}

// take marks a position as busy. It reports false if it was already.
func (g *Graph) take(key book.Key) bool {
	if g.busy[key] {
		return false
	}
	g.busy[key] = true
	g.updateParents(key)
	return true
}

// Release takes back that p is busy.
func (g *Graph) Release(p movegen.Position) {
	key := book.KeyOf(g.rules, &p)
	delete(g.busy, key)
	g.updateParents(key)
}

func (g *Graph) updateParents(key book.Key) {
	for _, v := range g.parents[key] {
		g.update(v)
	}
}

// Own returns the own score of a move that leads to p, if some move of the graph does.
func (g *Graph) Own(p *movegen.Position) (book.Score, bool) {
	own, ok := g.own[book.KeyOf(g.rules, p)]
	return own, ok
}

// Book returns the book of all positions.
func (g *Graph) Book(h book.Header) *book.Book {
	positions := make(map[book.Key][]book.Edge, len(g.vertices))
	for key, v := range g.vertices {
		edges := make([]book.Edge, len(v.edges))
		for i, e := range v.edges {
			edges[i] = book.Edge{Own: e.own, Score: e.score, Expanded: e.child != nil}
		}
		positions[key] = edges
	}
	return book.New(g.rules, h, positions)
}
