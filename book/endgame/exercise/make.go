package exercise

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"stupol/book/endgame"
	"stupol/book/endgame/statistics"
	"stupol/movegen"
)

// What makes an exercise.
const (
	leastPlies = 7   // from its beginning to the end
	leastOnly  = 2   // only moves on the way
	samples    = 600 // positions of each material that are looked at
	mostKept   = 6   // of a material
)

// A named is an ending that players know by a name.
type named struct{ game, name, fen string }

// known are the endings with names, of up to four pieces. The First Position is that of the American
// Checker Federation (acfcheckers.com/std2.html), whose solution begins with 15-19 28-32. How three kings
// catch one that is not on the main road was published by Pedro Ruiz Montero in 1591 and by A. D. Petrov
// in 1827, from this position (Russian Wikipedia, "Треугольник Петрова", which says that the method wins
// in Russian and Brazilian draughts).
var known = []named{
	{"english", "first-position", "W:WK15,20:B12,K28"},
	{"russian", "petrov", "W:WKa1,Kc1,Kc3:BKb8"},
	{"brazilian", "petrov", "W:WKa1,Kc1,Kc3:BKb8"},
}

// Make returns up to that many exercises of a game, from easy to hard: of each material the longest
// win, and those of some random positions that ask for the most only moves; and those with names
// besides. The best play must end within the draw rules. The database has the distances.
func Make(ctx context.Context, db *endgame.Database, count, threads int, seed uint64) ([]Exercise, error) {
	games, err := statistics.Collect(ctx, []*endgame.Database{db}, threads, func(uint64) {})
	if err != nil {
		return nil, err
	}
	m := maker{pr: db.Prober(), rules: db.Rules()}
	var all []Exercise
	for i, material := range games[0].Materials {
		found, err := m.ofMaterial(ctx, material, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, harder)
	all = evenly(all, count)
	for _, k := range known {
		if k.game != m.rules.Name {
			continue
		}
		e, err := m.named(k)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, harder)
	return all, nil
}

// named returns the exercise that has a name.
func (m *maker) named(k named) (Exercise, error) {
	p, err := m.rules.ParseFEN(k.fen)
	if err != nil {
		return Exercise{}, err
	}
	e, ok := m.exercise(p)
	if !ok {
		return e, fmt.Errorf("%s: the best play does not win", k.fen)
	}
	e.Name = k.name
	return e, nil
}

// harder orders exercises by how hard they are: by the only moves, then by the length.
func harder(a, b Exercise) int { return cmp.Or(a.Only-b.Only, a.Plies-b.Plies) }

// evenly returns n of a list, from its first to its last, or all.
func evenly(all []Exercise, n int) (some []Exercise) {
	if len(all) <= n {
		return all
	}
	for i := range n {
		some = append(some, all[i*(len(all)-1)/max(n-1, 1)])
	}
	return some
}

// A maker looks for exercises.
type maker struct {
	pr    *endgame.Prober
	rules *movegen.Rules
}

// ofMaterial returns the exercises of a material.
func (m *maker) ofMaterial(ctx context.Context, material statistics.Material, rng *rand.Rand) (all []Exercise, err error) {
	for range samples {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := endgame.Random(m.rules, material.Slice, rng)
		if e, ok := m.exercise(p); ok && e.isHard() && !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Exercise) int { return harder(b, a) })
	all = all[:min(len(all), mostKept-1)]
	if material.Win != nil {
		p, err := m.rules.ParseFEN(material.Win.FEN)
		if err != nil {
			return nil, err
		}
		if e, ok := m.exercise(p); ok && e.isHard() && !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all, nil
}

// isHard reports whether there is something to find.
func (e *Exercise) isHard() bool { return e.Plies >= leastPlies && e.Only >= leastOnly }

// exercise returns the exercise that begins at a position, if that is won.
func (m *maker) exercise(p movegen.Position) (e Exercise, ok bool) {
	if m.rules.HasCapture(&p) || m.pr.Probe(&p) != endgame.Win || !endgame.Certain(m.rules, &p, endgame.Win) {
		return e, false
	}
	e.Start = p
	g := movegen.NewGameFrom(m.rules, p, nil)
	for {
		end := g.Result()
		if end.Outcome != movegen.Ongoing {
			return e, wonBy(end, p.Turn)
		}
		now, moves := g.Position(), g.LegalMoves(nil)
		best, v, plies := m.pr.Best(now, moves)
		if v == endgame.Unknown || v == endgame.Draw || plies == 0 {
			return e, false
		}
		if now.Turn == p.Turn && statistics.IsOnly(m.pr, now, moves) {
			e.Only++
		}
		e.Plies++
		g.Push(best[0])
	}
}
