package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// A ConversionTest has an engine play won positions against the defence that lasts
// longest: it should convert them into wins.
type ConversionTest struct {
	Rules     *movegen.Rules
	Endgames  *endgame.Database // for the defence
	Known     int               // so many pieces have the databases that the engine plays with
	Limits    search.Limits
	Positions int // of each slice
	Seed      uint64
}

// A ConversionResult counts the positions of a slice by their outcome. All is zero
// if the slice has no won positions.
type ConversionResult struct {
	Played   int
	Won      int
	DrawRule int      // not won by the shortest way either: a draw rule leaves too few moves
	Failed   []string // FENs of the others, and how the games ended
}

// Add adds the results of another slice.
func (r *ConversionResult) Add(more ConversionResult) {
	r.Played += more.Played
	r.Won += more.Won
	r.DrawRule += more.DrawRule
	r.Failed = append(r.Failed, more.Failed...)
}

// RunAll runs all slices of least to most pieces, several at a time with an engine each, and
// calls report with one result after the other.
func (x ConversionTest) RunAll(ctx context.Context, least, most, concurrency int, report func(endgame.Slice, ConversionResult)) error {
	slices := make(chan endgame.Slice)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(slices)
		for n := least; n <= most; n++ {
			for _, s := range endgame.Slices(x.Rules, n) {
				select {
				case slices <- s:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return nil
	})
	var mu sync.Mutex // of report
	for range concurrency {
		group.Go(func() error {
			engine, err := search.New(search.Options{Rules: x.Rules, Endgames: x.Endgames.UpTo(x.Known)})
			if err != nil {
				return err
			}
			defer engine.Close()
			for s := range slices {
				result, err := x.Run(ctx, engine, s)
				if err != nil {
					return fmt.Errorf("%v: %w", s, err)
				}
				mu.Lock()
				report(s, result)
				mu.Unlock()
			}
			return nil
		})
	}
	return group.Wait()
}

// Run has the engine play random positions of slice s that are won and in which the first move is
// no capture. The error is not for games that are not won; it means that they could
// not be played.
func (x ConversionTest) Run(ctx context.Context, e *search.Engine, s endgame.Slice) (ConversionResult, error) {
	var result ConversionResult
	player := databasePlayer{x.Rules, x.Endgames.Prober()}
	engine := func(g *movegen.Game) (movegen.Move, error) {
		found, err := e.Search(ctx, g, x.Limits, nil)
		return found.Move, err
	}
	rng := rand.New(rand.NewPCG(x.Seed, uint64(s.Pieces())))
	for tries := 1000 * x.Positions; tries > 0 && result.Played < x.Positions; tries-- {
		p := endgame.Random(x.Rules, s, rng)
		if x.Rules.HasCapture(&p) || player.prober.Probe(&p) != endgame.Win || !endgame.Certain(x.Rules, &p, endgame.Win) {
			continue
		}
		result.Played++
		end, err := player.play(ctx, p, engine)
		if err != nil {
			return result, err
		}
		if end.Outcome == movegen.WhiteWins {
			result.Won++
			continue
		}
		best, err := player.play(ctx, p, player.best)
		switch {
		case err != nil:
			return result, err
		case best.Outcome != movegen.WhiteWins:
			result.DrawRule++
		default:
			result.Failed = append(result.Failed, fmt.Sprintf("%s: %s, %s", x.Rules.FEN(&p), end.Outcome, end.Reason))
		}
	}
	return result, nil
}

// A databasePlayer plays by the distances of a database.
type databasePlayer struct {
	rules  *movegen.Rules
	prober *endgame.Prober
}

// play plays p to its end. White's moves come from attack, Black's from the databases.
func (d databasePlayer) play(ctx context.Context, p movegen.Position, attack func(*movegen.Game) (movegen.Move, error)) (movegen.Result, error) {
	g := movegen.NewGameFrom(d.rules, p, nil)
	for {
		if err := ctx.Err(); err != nil {
			return movegen.Result{}, err
		}
		if end := g.Result(); end.Outcome != movegen.Ongoing {
			return end, nil
		}
		choose := d.best
		if g.Position().Turn == movegen.White {
			choose = attack
		}
		m, err := choose(g)
		if err != nil {
			return movegen.Result{}, err
		}
		g.Push(m)
	}
}

// best returns the move that wins soonest, keeps a draw, or loses latest. It fails where
// the distance to the end is not known; where it is not because a king may not go on, any move that keeps
// most will do.
func (d databasePlayer) best(g *movegen.Game) (movegen.Move, error) {
	best, value, plies := d.prober.BestOf(g)
	if value == endgame.Unknown || value != endgame.Draw && plies == 0 && d.rules.KingRunLimit == 0 {
		return movegen.Move{}, fmt.Errorf("%s: the distance is not known", d.rules.FEN(g.Position()))
	}
	return best[0], nil
}

// CheckEnding compares the database value of p with a search by engine, which must
// play without databases, to that nominal depth. It reports whether the search
// proved a result. The error says that the database disagrees: another value, or a
// longer distance than was proved.
func CheckEnding(ctx context.Context, pr *endgame.Prober, engine *search.Engine, p movegen.Position, depth int) (proved bool, err error) {
	r := pr.Rules()
	limits := search.Limits{Depth: depth, Analyze: true}
	found, err := engine.Search(ctx, movegen.NewGameFrom(r, p, nil), limits, nil)
	if err != nil || !found.Found || !found.Score.IsProven() {
		return false, err
	}
	want, plies := endgame.Win, int(search.Win-found.Score)
	if found.Score < 0 {
		want, plies = endgame.Loss, int(search.Win+found.Score)
	}
	if got := pr.Probe(&p); got != want {
		return true, fmt.Errorf("%s: stored as a %v, but a search proves a %v", r.FEN(&p), got, want)
	}
	if got, ok := pr.Distance(&p); ok && got > plies {
		return true, fmt.Errorf("%s: stored as %d plies from the end, but a search proves %d", r.FEN(&p), got, plies)
	}
	return true, nil
}

// Endings compare a database with searches of random positions.
type Endings struct {
	db      *endgame.Database
	engines []*search.Engine // one a thread, which know no databases
}

// NewEndings returns what compares that many positions at a time.
func NewEndings(db *endgame.Database, threads int) (*Endings, error) {
	s := &Endings{db: db}
	for range threads {
		e, err := search.New(search.Options{Rules: db.Rules(), TableBytes: 1 << 20})
		if err != nil {
			return nil, err
		}
		s.engines = append(s.engines, e)
	}
	return s, nil
}

// Check compares up to n positions of a slice with searches to that depth, and returns for
// how many the search had a proof.
func (s *Endings) Check(ctx context.Context, slice endgame.Slice, n, depth int) (int, error) {
	r := s.db.Rules()
	if men := slice.Us.Men + slice.Them.Men; r.KingRunLimit != 0 && men > 0 {
		return 0, nil
	}
	rng := rand.New(rand.NewPCG(1, 1))
	positions := make(chan movegen.Position)
	proved := make([]int, len(s.engines))
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(positions)
		for range n {
			select {
			case positions <- endgame.Random(r, slice, rng):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for i, e := range s.engines {
		group.Go(func() error {
			pr := s.db.Prober()
			for p := range positions {
				ok, err := CheckEnding(ctx, pr, e, p, depth)
				if err != nil {
					return err
				}
				if ok {
					proved[i]++
				}
			}
			return nil
		})
	}
	err := group.Wait()
	sum := 0
	for _, p := range proved {
		sum += p
	}
	return sum, err
}
