package match

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"stupol/movegen"
	"stupol/protocol/peer"
	"stupol/search"
)

// A fake is a player that does what its function says.
type fake struct {
	move   func(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error)
	closed bool
}

func (f *fake) NewGame(context.Context) error { return nil }

func (f *fake) Move(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
	return f.move(ctx, g, l)
}

func (f *fake) Close() error {
	f.closed = true
	return nil
}

// first plays the first legal move that gives nothing away at once, if there is
// one, and says the game is even.
func first(_ context.Context, g *movegen.Game, _ search.Limits) (Answer, error) {
	moves := g.LegalMoves(nil)
	answer := Answer{Move: moves[0], Scored: true, Depth: 1, Nodes: 1}
	for _, m := range moves {
		if p := g.Rules().Play(g.Position(), m); !g.Rules().HasCapture(&p) {
			answer.Move = m
			break
		}
	}
	return answer, nil
}

// after returns a player that thinks for that long and plays the first move.
func after(d time.Duration) *fake {
	return &fake{move: func(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
		select {
		case <-time.After(d):
			return first(ctx, g, l)
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}}
}

// failing returns a player that makes good moves until its move number last,
// and then fails with err.
func failing(last int, err error) *fake {
	made := 0
	return &fake{move: func(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
		if made++; made >= last {
			return Answer{}, err
		}
		return first(ctx, g, l)
	}}
}

// scoring returns a player that says a score, as White sees it, with every
// move.
func scoring(white search.Score) *fake {
	return &fake{move: func(ctx context.Context, g *movegen.Game, l search.Limits) (Answer, error) {
		a, err := first(ctx, g, l)
		a.Score = white
		if g.Position().Turn == movegen.Black {
			a.Score = -white
		}
		return a, err
	}}
}

// gameAt returns a game of international draughts at a position.
func gameAt(t *testing.T, fen string) *movegen.Game {
	t.Helper()
	r := movegen.International()
	p, err := r.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return movegen.NewGameFrom(r, p, nil)
}

// playOut lets two players finish g in virtual time and returns the record.
func playOut(t *testing.T, r referee, g *movegen.Game, limits peer.Limits, white, black *fake) *Game {
	t.Helper()
	start := g.Start()
	record := &Game{Start: g.Rules().FEN(&start)}
	synctest.Test(t, func(t *testing.T) {
		sides := [2]*side{{white, newClock(limits)}, {black, newClock(limits)}}
		if err := r.play(t.Context(), g, sides, record); err != nil {
			t.Fatal(err)
		}
	})
	return record
}
