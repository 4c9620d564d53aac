package bench

import (
	"context"
	"fmt"
	"math/rand/v2"

	"stupol/book/endgame"
	"stupol/movegen"
	"stupol/search"
)

// A WinExam has an engine win positions that are won, against the defence that
// lasts longest.
type WinExam struct {
	Rules     *movegen.Rules
	Endgames  *endgame.Database // the defence plays by it, and so may the engine
	Engine    *search.Engine
	Limits    search.Limits
	Positions int // of a slice
	Seed      uint64
}

// A WinResult is what came of the positions of a slice. If none was found in
// it that is won, all is zero.
type WinResult struct {
	Played int
	Won    int
	Barred int      // not won, nor by the shortest way: the draw rules leave too few moves
	Failed []string // FENs of the others, and how the games ended
}

// Run plays the positions of slice s, drawn by chance from those that are won
// without a capture to begin with. The error is not for games that are not
// won, but for what keeps them from being played.
func (x WinExam) Run(ctx context.Context, s endgame.Slice) (WinResult, error) {
	var result WinResult
	guide := guide{x.Rules, x.Endgames.Prober()}
	engine := func(g *movegen.Game) (movegen.Move, error) {
		found, err := x.Engine.Search(ctx, g, x.Limits, nil)
		return found.Move, err
	}
	rng := rand.New(rand.NewPCG(x.Seed, uint64(s.Pieces())))
	for tries := 1000 * x.Positions; tries > 0 && result.Played < x.Positions; tries-- {
		p := endgame.Random(x.Rules, s, rng)
		if x.Rules.HasCapture(&p) || guide.prober.Probe(&p) != endgame.Win || !endgame.Certain(x.Rules, &p, endgame.Win) {
			continue
		}
		result.Played++
		end, err := guide.play(ctx, p, engine)
		if err != nil {
			return result, err
		}
		if end.Outcome == movegen.WhiteWins {
			result.Won++
			continue
		}
		best, err := guide.play(ctx, p, guide.attack)
		switch {
		case err != nil:
			return result, err
		case best.Outcome != movegen.WhiteWins:
			result.Barred++
		default:
			result.Failed = append(result.Failed, fmt.Sprintf("%s: %s, %s", x.Rules.FEN(&p), end.Outcome, end.Reason))
		}
	}
	return result, nil
}

// A guide plays by the distances of a database.
type guide struct {
	rules  *movegen.Rules
	prober *endgame.Prober
}

// play plays p out. White's moves are those of attack, Black defends as long as
// can be.
func (d guide) play(ctx context.Context, p movegen.Position, attack func(*movegen.Game) (movegen.Move, error)) (movegen.Result, error) {
	g := movegen.NewGameFrom(d.rules, p, nil)
	for {
		if err := ctx.Err(); err != nil {
			return movegen.Result{}, err
		}
		if end := g.Result(); end.Outcome != movegen.Ongoing {
			return end, nil
		}
		choose := d.defend
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

// attack returns a move that wins by the shortest way. If none wins, as may be
// where the databases leave a rule aside, it keeps the draw.
func (d guide) attack(g *movegen.Game) (movegen.Move, error) {
	return d.best(g, func(v endgame.Value, plies int) int {
		switch v {
		case endgame.Loss:
			return 2000 - plies
		case endgame.Draw:
			return 1000
		}
		return plies
	})
}

// defend returns a move that does not lose, or else puts off the end longest.
func (d guide) defend(g *movegen.Game) (movegen.Move, error) {
	return d.best(g, func(v endgame.Value, plies int) int {
		switch v {
		case endgame.Loss:
			return 2000
		case endgame.Draw:
			return 1000
		}
		return plies
	})
}

// best returns the first of the moves for which the position after it is worth
// most by its value and distance.
func (d guide) best(g *movegen.Game, worth func(v endgame.Value, plies int) int) (movegen.Move, error) {
	var best movegen.Move
	most := -1
	for _, m := range g.LegalMoves(nil) {
		next := d.rules.Play(g.Position(), m)
		v := d.prober.Probe(&next)
		plies, ok := d.prober.Distance(&next)
		if v == endgame.Unknown || v != endgame.Draw && !ok {
			return best, fmt.Errorf("%s: the distance is not known", d.rules.FEN(&next))
		}
		if w := worth(v, plies); w > most {
			best, most = m, w
		}
	}
	return best, nil
}

// CheckEnding compares what a database knows of p with what engine, which must
// play without databases, proves within so many nominal plies. It returns
// whether that is anything, and an error if they differ: a value proved is the
// value, and the end is not farther than proved.
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
