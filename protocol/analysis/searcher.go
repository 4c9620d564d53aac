package analysis

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"stupol/movegen"
	"stupol/search"
)

// search carries out the tasks of a round and returns what was found, in their order.
func (a *Analysis) search(ctx context.Context, round []task) ([]*Finding, error) {
	findings := make([]*Finding, len(round))
	var left []int
	for i, t := range round {
		if findings[i] = a.earlier[t.at]; findings[i] == nil {
			left = append(left, i)
		}
	}
	report := a.reporter(round, len(round)-len(left))
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(max(a.Threads, 1), len(left)) {
		group.Go(func() error {
			s := searcher{analysis: a, engines: map[*movegen.Rules]*search.Engine{}}
			defer s.close()
			for n := int(next.Add(1)); n <= len(left); n = int(next.Add(1)) {
				i := left[n-1]
				f, err := s.search(ctx, &round[i])
				if err == nil {
					findings[i], err = f, report(f)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return findings, group.Wait()
}

// reporter returns what tells the caller of the findings of a round, some of which are
// known already.
func (a *Analysis) reporter(round []task, done int) func(*Finding) error {
	deepest := slices.MaxFunc(round, func(a, b task) int { return cmp.Compare(a.at.pass, b.at.pass) })
	var mu sync.Mutex
	return func(f *Finding) error {
		mu.Lock()
		defer mu.Unlock()
		if done++; a.OnProgress != nil {
			a.OnProgress(deepest.at.pass, done, len(round))
		}
		if a.OnFinding != nil {
			return a.OnFinding(f)
		}
		return nil
	}
}

// A searcher searches for one thread.
type searcher struct {
	analysis *Analysis
	engines  map[*movegen.Rules]*search.Engine
}

// close gives the memory of the engines back.
func (s *searcher) close() {
	for _, e := range s.engines {
		e.Close()
	}
}

// engine returns the engine for a variant.
func (s *searcher) engine(r *movegen.Rules) (*search.Engine, error) {
	if e := s.engines[r]; e != nil {
		return e, nil
	}
	k := s.analysis.knowledge[r]
	e, err := search.New(search.Options{
		Rules: r, Threads: 1, Eval: k.Eval, Endgames: k.Endgames, TableBytes: s.analysis.TableBytes,
	})
	if err == nil {
		s.engines[r] = e
	}
	return e, err
}

// search carries out a task.
func (s *searcher) search(ctx context.Context, t *task) (*Finding, error) {
	e, err := s.engine(t.game.Rules)
	if err != nil {
		return nil, err
	}
	e.Clear()
	limits := search.Limits{Analyze: true, Moves: t.moves}
	if s.analysis.Nodes > 0 {
		limits.Nodes = nodesOf(s.analysis.Nodes, t.at.pass)
	} else {
		limits.MoveTime = time.Duration(float64(s.analysis.MoveTime) * budgets[t.at.pass])
	}
	result, err := e.Search(ctx, t.game.at(t.position()), limits, nil)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err() // it was cut short
	}
	return newFinding(t.at, t.game.Rules, result), nil
}

// A Finding is what a search found in a position: an entry of the journal of an
// analysis.
type Finding struct {
	Game     int          `json:"game"`             // its number
	Position int          `json:"position"`         // 0 is where the game begins
	Pass     int          `json:"pass"`             // 1 to 3; 0: it was made for something else
	Others   bool         `json:"others,omitempty"` // the move played was left out
	Score    search.Score `json:"score"`            // for the side to move
	Depth    int          `json:"depth"`
	Nodes    int64        `json:"nodes"`
	Line     []string     `json:"line"` // the best moves, as Hub writes them

	moves []movegen.Move // of Line
}

// place says which search a finding is of.
type place struct {
	game, position, pass int
	others               bool
}

func (f *Finding) place() place { return place{f.Game, f.Position, f.Pass, f.Others} }

// newFinding returns what a search found.
func newFinding(at place, r *movegen.Rules, result search.Result) *Finding {
	f := &Finding{
		Game: at.game, Position: at.position, Pass: at.pass, Others: at.others,
		Score: result.Score, Depth: result.Depth, Nodes: result.Nodes, moves: result.PV,
	}
	for _, m := range result.PV {
		f.Line = append(f.Line, r.HubMove(m))
	}
	return f
}

// parse reads the line of a finding, which begins in p.
func (f *Finding) parse(r *movegen.Rules, p movegen.Position) error {
	f.moves = nil
	for _, text := range f.Line {
		m, err := r.ParseHubMove(&p, text)
		if err != nil {
			return err
		}
		f.moves = append(f.moves, m)
		p = r.Play(&p, m)
	}
	return nil
}
