package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"stupol/movegen"
	"stupol/search"
)

// clockHub plays a game on the clock while the time of day jumps. No move may take more
// time than its side has, but for the tolerance: with an empty clock even an answer at once
// is late, the more so on a busy machine, so that time overdrawn is not carried over.
func clockHub(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	name, err := b.jumpingProgram(ctx)
	if err != nil {
		return nil, err
	}
	r := randomGame(rng)
	h, err := startGame(name, r, rng)
	if err != nil {
		return nil, err
	}
	defer h.program.kill()
	const tolerance = time.Second // of a busy machine
	control := search.TimeControl{Time: 2 * time.Second, Increment: 20 * time.Millisecond}
	left := [2]search.Clock{control.Start(), control.Start()}
	g := movegen.NewGame(r)
	for len(g.Moves()) < 150 && !over(g) && ctx.Err() == nil {
		turn := g.Position().Turn
		began := time.Now()
		if err := h.send(position(g), fmt.Sprintf("level time=%.3f inc=%.3f", left[turn].Remaining.Seconds(), control.Increment.Seconds()), "go think"); err != nil {
			return nil, err
		}
		m, err := h.await("done", nil)
		if err != nil {
			return nil, err
		}
		used := time.Since(began)
		if left[turn].Lost(used - tolerance) {
			return nil, fmt.Errorf("a move took %v, %v were left", used, left[turn].Available())
		}
		left[turn] = control.After(left[turn], min(used, left[turn].Available()))
		text, _ := m.Arg("move")
		move, err := r.ParseHubMove(g.Position(), text.Value)
		if err != nil {
			return nil, err
		}
		g.Push(move)
	}
	return counts{"moves": len(g.Moves())}, h.quit()
}

// clockDXP plays a game with a server whose time of day jumps.
func clockDXP(ctx context.Context, b *bench, rng *rand.Rand) (counts, error) {
	name, err := b.jumpingProgram(ctx)
	if err != nil {
		return nil, err
	}
	s, err := startDXP(ctx, name, filepath.Join(b.folder, fmt.Sprintf("jumping-%d.pdn", time.Now().UnixNano())))
	if err != nil {
		return nil, err
	}
	defer s.program.kill()
	c, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	made, err := s.play(ctx, c, rng, 150)
	if err == nil {
		err = s.saved()
	}
	if err != nil {
		return nil, err
	}
	return counts{"moves": made}, s.leave()
}
