package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"stupol/bench"
	"stupol/book/endgame"
	"stupol/book/endgame/build"
	"stupol/movegen"
	"stupol/search"
)

// endgameVerifyCmd is `stupol endgame verify`.
type endgameVerifyCmd struct {
	endgameFlags `embed:""`
	Sample       int `default:"200" placeholder:"N" help:"Search N positions of each material as well (default: ${default})."`
	Threads      int `placeholder:"T" help:"Work in parallel (default: one thread a processor)."`
}

// sampleDepth is how deep each position of a sample is searched. A search that
// ends for want of nodes would not have looked at all moves and prove nothing.
const sampleDepth = 8

// Help is the manual.
func (endgameVerifyCmd) Help() string {
	return `Reads all databases of a game, which proves their checksums, and derives every
value again: a win must have a move to a lost position, in a lost one all moves
must lead to won ones, and a draw has a move to a draw and none to a lost one. So
is every distance, and the counts of each file must be right as well. Then random
positions are searched without databases: what that proves to be won or lost must
be stored so, and no farther from the end. The last column says how many were
proved; in Frisian, where values leave the rule of three king moves aside, only
positions of kings are searched. The exit status is 1 if anything is wrong.

Example:

    stupol endgame verify --variant killer --bb-dir endgames`
}

// Validate checks the numbers.
func (c endgameVerifyCmd) Validate() error {
	return cmp.Or(within("sample", c.Sample, 0, 1_000_000), within("threads", c.Threads, 0, maxThreads))
}

// Run verifies slice by slice, reporting each on w.
func (c endgameVerifyCmd) Run(w io.Writer) error {
	db, err := c.open()
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	sampler, err := newEndingSampler(db, threadsOr(c.Threads))
	if err != nil {
		return err
	}
	var failed []error
	for _, i := range db.Infos() {
		err := build.Verify(ctx, db, i.Slice, threadsOr(c.Threads))
		proved := 0
		if err == nil {
			proved, err = sampler.check(ctx, i.Slice, c.Sample)
		}
		if errors.Is(err, context.Canceled) {
			return err
		}
		verdict := "ok"
		if err != nil {
			failed = append(failed, err)
			verdict = "WRONG"
		}
		fmt.Fprintf(w, "%-11s %12d  %-5s %6d\n", i.Slice, i.Positions, verdict, proved)
	}
	return errors.Join(failed...)
}

// An endingSampler compares a database with searches of random positions.
type endingSampler struct {
	db      *endgame.Database
	engines []*search.Engine // one a thread, which know no databases
}

func newEndingSampler(db *endgame.Database, threads int) (*endingSampler, error) {
	s := &endingSampler{db: db}
	for range threads {
		e, err := search.New(search.Options{Rules: db.Rules(), TableBytes: 1 << 20})
		if err != nil {
			return nil, err
		}
		s.engines = append(s.engines, e)
	}
	return s, nil
}

// check compares up to n positions of a slice and returns for how many the
// search had a proof.
func (s *endingSampler) check(ctx context.Context, slice endgame.Slice, n int) (int, error) {
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
				ok, err := bench.CheckEnding(ctx, pr, e, p, sampleDepth)
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
