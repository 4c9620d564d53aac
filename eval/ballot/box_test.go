package ballot

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"stupol/movegen"
)

// all is a judge to whom every position is balanced.
func all(context.Context, *movegen.Game) (bool, error) { return true, nil }

// some is a judge to whom a third of the positions is balanced.
func some(_ context.Context, g *movegen.Game) (bool, error) { return g.Position().Hash%3 == 0, nil }

// draw draws an opening.
func draw(t testing.TB, b *Box, index int, judge Judge) Opening {
	t.Helper()
	o, err := b.Draw(t.Context(), index, judge)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// No two openings of a match lead to the same position, whatever the game and the plies:
// each is of its part, goes on, is balanced, and has as many plies as it shall.
func TestOpeningsDiffer(t *testing.T) {
	const count = 500
	for _, r := range movegen.Variants() {
		for _, plies := range []int{6, 10, 12} {
			t.Run(fmt.Sprintf("%s/%d", r.Name, plies), func(t *testing.T) {
				b := New(Settings{Rules: r, Seed: 5, MinPlies: plies, MaxPlies: plies})
				seen := map[uint64]int{}
				for n := range count {
					few := min(len(b.groups), 5) // groups, which take time
					i := n%few + n/few*len(b.groups)
					g := draw(t, b, i, some).Game
					hash := g.Position().Hash
					if before, twice := seen[hash]; twice {
						t.Fatalf("opening %d is opening %d again: %s", i, before, r.FEN(g.Position()))
					}
					seen[hash] = i
					if g.Result().Outcome != movegen.Ongoing || len(g.Moves()) != plies || hash%3 != 0 || b.partOf(hash) != i%b.parts {
						t.Errorf("opening %d: %v after %d plies, %s", i, g.Result(), len(g.Moves()), r.FEN(g.Position()))
					}
				}
			})
		}
	}
}

// reachable returns the hashes of all positions after that many plies, level by level.
func reachable(r *movegen.Rules, plies int) map[uint64]bool {
	level := []movegen.Position{r.Start()}
	hashes := map[uint64]bool{}
	for range plies {
		var next []movegen.Position
		clear(hashes)
		for i := range level {
			for _, m := range r.Moves(nil, &level[i]) {
				if p := r.Play(&level[i], m); !hashes[p.Hash] {
					hashes[p.Hash] = true
					next = append(next, p)
				}
			}
		}
		level = next
	}
	return hashes
}

// Of few plies all openings are drawn before there are no more; with Again they then come
// in the same order once more.
func TestExhausted(t *testing.T) {
	for _, r := range movegen.Variants() {
		for _, plies := range []int{3, 5} {
			if plies == 5 && r.Name != "english" && r.Name != "russian" {
				continue // which take time, and are as those
			}
			t.Run(fmt.Sprintf("%s/%d", r.Name, plies), func(t *testing.T) {
				want := reachable(r, plies)
				b := New(Settings{Rules: r, Seed: 1, MinPlies: plies, MaxPlies: plies})
				count := len(want)
				for i := range count {
					delete(want, draw(t, b, i, all).Game.Position().Hash)
				}
				if len(want) != 0 {
					t.Errorf("%d of %d positions are missing", len(want), count)
				}
				var none *Exhausted
				if _, err := b.Draw(t.Context(), count, all); !errors.As(err, &none) || none.Opening != count {
					t.Errorf("after %d openings: %v", count, err)
				}
				b.Again = true
				first, again := draw(t, b, 1, all), draw(t, b, count+1, all)
				if first.Again || !again.Again || first.Game.Position().Hash != again.Game.Position().Hash {
					t.Errorf("%v, and again %v", first, again)
				}
			})
		}
	}
}

// An opening is the same whichever were drawn before it, by however many; with another
// seed it is another.
func TestOpeningsAreReproducible(t *testing.T) {
	r := movegen.International()
	settings := Settings{Rules: r, Seed: 7, MinPlies: 6, MaxPlies: 8}
	const count = 600
	want, b := [count]uint64{}, New(settings)
	for i := range count {
		want[i] = draw(t, b, i, some).Game.Position().Hash
	}
	b = New(settings)
	for i := count - 1; i >= 0; i -= 7 {
		if got := draw(t, b, i, some).Game.Position().Hash; got != want[i] {
			t.Errorf("opening %d is another if it is drawn before %d", i, i-7)
		}
	}
	b = New(settings)
	var group sync.WaitGroup
	for first := range 4 {
		group.Go(func() {
			for i := first; i < count; i += 4 {
				if o, err := b.Draw(t.Context(), i, some); err != nil || o.Game.Position().Hash != want[i] {
					t.Errorf("opening %d is another if four draw: %v", i, err)
				}
			}
		})
	}
	group.Wait()
	settings.Seed++
	other, same := New(settings), 0
	for i := range count {
		if draw(t, other, i, some).Game.Position().Hash == want[i] {
			same++
		}
	}
	if same > count/100 {
		t.Errorf("%d of %d openings are the same with another seed", same, count)
	}
}

// Opening 20,000 takes few judgements and no time, and openings of several lengths do not
// coincide.
func TestLateOpening(t *testing.T) {
	for _, r := range movegen.Variants() {
		b := New(Settings{Rules: r, Seed: 1, MinPlies: 12, MaxPlies: 12})
		judged := 0
		draw(t, b, 20_000, func(ctx context.Context, g *movegen.Game) (bool, error) {
			judged++
			return some(ctx, g)
		})
		if judged > 40 {
			t.Errorf("%s: %d judgements", r.Name, judged)
		}
	}
}

// A box of openings of several lengths has them all, and fewer short ones the more are
// drawn.
func TestSeveralLengths(t *testing.T) {
	r, err := movegen.Lookup("english")
	if err != nil {
		t.Fatal(err)
	}
	b := New(Settings{Rules: r, Seed: 1, MinPlies: 2, MaxPlies: 6})
	lengths, seen := [7]int{}, map[uint64]bool{}
	for i := range 3000 {
		g := draw(t, b, i, all).Game
		lengths[len(g.Moves())]++
		if hash := g.Position().Hash; seen[hash] {
			t.Fatalf("opening %d repeats", i)
		} else {
			seen[hash] = true
		}
	}
	if lengths[0]+lengths[1] > 0 || lengths[2] < 10 || lengths[2] > 49 || lengths[5]+lengths[6] < 2000 {
		t.Errorf("openings by plies: %v", lengths)
	}
}

// Who finds nothing balanced is told so, instead of being searched for ever.
func TestHopelessJudge(t *testing.T) {
	never := func(context.Context, *movegen.Game) (bool, error) { return false, nil }
	for _, plies := range []int{0, 4, 8} {
		b := New(Settings{Rules: movegen.International(), MinPlies: plies, MaxPlies: plies, Again: true})
		var none *Exhausted
		if _, err := b.Draw(t.Context(), 0, never); !errors.As(err, &none) {
			t.Errorf("%d plies: %v", plies, err)
		}
	}
}

// An opening that a judge could not judge is the next for another.
func TestJudgeFails(t *testing.T) {
	settings := Settings{Rules: movegen.International(), MinPlies: 5, MaxPlies: 5}
	want, b := draw(t, New(settings), 3, some).Game, New(settings)
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	failing := func(ctx context.Context, g *movegen.Game) (bool, error) {
		if calls++; calls > 2 {
			cancel()
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		return some(ctx, g)
	}
	if _, err := b.Draw(ctx, 3, failing); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := draw(t, b, 3, some).Game; got.Position().Hash != want.Position().Hash {
		t.Error("another opening than without the failure")
	}
}

// BenchmarkDraw draws openings that are all balanced.
func BenchmarkDraw(b *testing.B) {
	for _, name := range []string{"international", "russian", "frisian"} {
		for _, plies := range []int{6, 10, 12} {
			b.Run(fmt.Sprintf("game=%s/plies=%d", name, plies), func(b *testing.B) {
				r, err := movegen.Lookup(name)
				if err != nil {
					b.Fatal(err)
				}
				box, i := New(Settings{Rules: r, MinPlies: plies, MaxPlies: plies, Again: true}), 0
				for b.Loop() {
					draw(b, box, i, all)
					i++
				}
			})
		}
	}
}
