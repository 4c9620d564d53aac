// Package statistics tells of endgame databases what others can cite: how many
// positions of each material are won, drawn and lost, and the longest of them.
//
// A material is a slice of package endgame: the side to move comes first, and positions
// that differ only in colours and the side from which the board is seen count once.
// Positions with a capture to play are included. Draw rules are left aside.
package statistics

import (
	"cmp"
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"stupol/book/endgame"
	"stupol/movegen"
)

// A Game is what the databases of a game know.
type Game struct {
	Rules     *movegen.Rules
	Materials []Material // with few pieces first
}

// A Material is what they know of a slice.
type Material struct {
	Slice         endgame.Slice
	endgame.Tally          // of all positions
	Win, Loss     *Longest // nil if there is none, or no distances
}

// Longest is the end of a game in which the winner takes the shortest way and the loser
// the longest, from a position that is as far from its end as any of its material.
type Longest struct {
	FEN         string
	Line        []string // the moves as in PDN, to the end of the game
	WinnerMoves int      // how many of them are the winner's
	OnlyMoves   int      // how many of these are the only ones that win, though there are others
}

// Plies returns how long the game lasts.
func (l *Longest) Plies() int { return len(l.Line) }

// Collect returns the statistics of databases, working with so many threads. It calls
// advance with the number of positions of each material that is done, from any of them.
func Collect(ctx context.Context, databases []*endgame.Database, threads int, advance func(positions uint64)) ([]Game, error) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(threads)
	var games []Game
	for _, db := range databases {
		g := counted(db)
		for i := range g.Materials {
			group.Go(func() error {
				m := &g.Materials[i]
				err := m.findLongest(ctx, db.Prober())
				advance(m.Total())
				return err
			})
		}
		games = append(games, g)
	}
	err := group.Wait()
	for _, db := range databases {
		err = cmp.Or(err, db.Err())
	}
	return games, err
}

// counted returns what the headers of the files of db say.
func counted(db *endgame.Database) Game {
	g := Game{Rules: db.Rules()}
	for _, info := range db.Infos() {
		g.Materials = append(g.Materials, Material{Slice: info.Slice, Tally: info.Counts.All()})
	}
	return g
}

// findLongest finds the longest win and loss of m, if there are distances. On the way it
// derives the value of every position, and the counts of the file have to be those.
func (m *Material) findLongest(ctx context.Context, pr *endgame.Prober) error {
	if m.Slice.Pieces() > endgame.DistancePieces {
		return nil
	}
	const atOnce = 1 << 12 // positions from one look at ctx to the next
	s := scanner{pr: pr, rules: pr.Rules(), win: farthest{plies: -1}, loss: farthest{plies: -1}}
	x := endgame.NewLayout(s.rules, m.Slice)
	c := x.Cursor()
	var counted endgame.Tally
	for i := range x.Size() {
		if i%atOnce == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := c.Position(i)
		counted.Count(s.look(&p))
	}
	if counted != m.Tally {
		return fmt.Errorf("endgame database %s: the header counts %+v, but there are %+v",
			endgame.ValueFile.Name(s.rules, m.Slice), m.Tally, counted)
	}
	m.Win, m.Loss = s.longest(s.win), s.longest(s.loss)
	return nil
}

// A scanner looks at the positions of a slice one after the other.
type scanner struct {
	pr        *endgame.Prober
	rules     *movegen.Rules
	win, loss farthest
	moves     []movegen.Move // scratch
}

// farthest is the first of the positions that are farthest from the end of the game. With
// plies below 0 there is none.
type farthest struct {
	p     movegen.Position
	plies int
}

// note takes p if it is farther from the end.
func (f *farthest) note(p *movegen.Position, plies int) {
	if plies > f.plies {
		*f = farthest{*p, plies}
	}
}

// look notes p and returns its value.
func (s *scanner) look(p *movegen.Position) endgame.Value {
	v := s.pr.Probe(p)
	switch v {
	case endgame.Win:
		s.win.note(p, s.winPlies(p))
	case endgame.Loss:
		if plies, ok := s.pr.Distance(p); ok {
			s.loss.note(p, plies)
		}
	}
	return v
}

// winPlies returns the distance of p, which is won, or any number up to that of the
// farthest win if it is not longer; below 0 if it is not known.
func (s *scanner) winPlies(p *movegen.Position) int {
	s.moves = s.rules.Moves(s.moves[:0], p)
	if len(s.moves) == 0 {
		return 0
	}
	least := -1
	for _, m := range s.moves {
		next := s.rules.Play(p, m)
		if s.pr.Probe(&next) != endgame.Loss {
			continue
		}
		plies, ok := s.pr.Distance(&next)
		if !ok {
			return -1
		}
		if least < 0 || plies+1 < least {
			least = plies + 1
		}
		if least <= s.win.plies {
			break
		}
	}
	return least
}

// longest plays f to the end of the game.
func (s *scanner) longest(f farthest) *Longest {
	if f.plies < 0 {
		return nil
	}
	l := &Longest{FEN: s.rules.FEN(&f.p)}
	for p := f.p; len(l.Line) < f.plies; {
		moves := s.rules.Moves(nil, &p)
		best, v, _ := s.pr.Best(&p, moves)
		if v == endgame.Win {
			l.WinnerMoves++
			if IsOnly(s.pr, &p, moves) {
				l.OnlyMoves++
			}
		}
		l.Line = append(l.Line, s.rules.PDNMove(&p, best[0]))
		p = s.rules.Play(&p, best[0])
		p.Runs = [2]movegen.KingRun{}
	}
	return l
}

// IsOnly reports whether one of the legal moves of p, of which there are others, is the only one that
// wins.
func IsOnly(pr *endgame.Prober, p *movegen.Position, moves []movegen.Move) bool {
	winning := 0
	for _, m := range moves {
		if next := pr.Rules().Play(p, m); pr.Probe(&next) == endgame.Loss {
			winning++
		}
	}
	return winning == 1 && len(moves) > 1
}
