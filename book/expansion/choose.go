package expansion

import (
	"cmp"
	"slices"

	"stupol/book"
	"stupol/movegen"
)

// Limit returns next for at most n positions.
func Limit(next func() (movegen.Position, bool), n int) func() (movegen.Position, bool) {
	return func() (movegen.Position, bool) {
		if n <= 0 {
			return movegen.Position{}, false
		}
		p, ok := next()
		if ok {
			n--
		}
		return p, ok
	}
}

// Share returns the positions of a share of those that are next, as Next returns them
// while no score changes. It marks all that are next as busy, those of other shares too.
func (g *Graph) Share(s Share) (share []movegen.Position) {
	for i := range s.Positions {
		p, ok := g.Next()
		if !ok {
			break
		}
		if s.Has(i) {
			share = append(share, p)
		}
	}
	return share
}

// Without returns next without the positions that are in g.
func Without(g *Graph, next func() (movegen.Position, bool)) func() (movegen.Position, bool) {
	return func() (movegen.Position, bool) {
		for {
			p, ok := next()
			if !ok || g.vertices[book.KeyOf(g.rules, &p)] == nil {
				return p, ok
			}
		}
	}
}

// FromList returns a function that returns the positions one after the other.
func FromList(positions []movegen.Position) func() (movegen.Position, bool) {
	return func() (p movegen.Position, ok bool) {
		if len(positions) == 0 {
			return p, false
		}
		p, positions = positions[0], positions[1:]
		return p, true
	}
}

// Played counts in how many games positions were reached.
type Played map[book.Key]int

// Add counts the first positions of a game, each once: the start and those after plies
// moves at most.
func (c Played) Add(r *movegen.Rules, p movegen.Position, moves []movegen.Move, plies int) {
	seen := map[book.Key]bool{}
	for i := 0; ; i++ {
		seen[book.KeyOf(r, &p)] = true
		if i == min(plies, len(moves)) {
			break
		}
		p = r.Play(&p, moves[i])
	}
	for key := range seen {
		c[key]++
	}
}

// MostPlayed returns the position to expand that most of the games reached, if it was at
// least least of them, and marks it as busy. Positions that moves lead to which Next
// would leave out are among them.
func (g *Graph) MostPlayed(games Played, least int) (movegen.Position, bool) {
	start := g.rules.Start()
	if key := book.KeyOf(g.rules, &start); g.vertices[key] == nil {
		return book.SideToMove(g.rules, &start), games[key] >= least && g.take(key)
	}
	type candidate struct {
		from  *vertex
		edge  *edge
		games int
	}
	var all []candidate
	for _, v := range g.vertices {
		for i := range v.edges {
			e := &v.edges[i]
			if n := games[e.after]; n >= least && e.child == nil && !e.closed && !g.busy[e.after] {
				all = append(all, candidate{v, e, n})
			}
		}
	}
	if len(all) == 0 {
		return movegen.Position{}, false
	}
	best := slices.MinFunc(all, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.games, b.games), cmp.Compare(a.edge.after, b.edge.after))
	})
	g.take(best.edge.after)
	after := g.rules.Play(&best.from.position, best.edge.move)
	return book.SideToMove(g.rules, &after), true
}
