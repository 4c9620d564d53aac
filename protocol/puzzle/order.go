package puzzle

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"stupol/movegen"
)

// ahead is how many results a thread may be ahead of the one that is waited for.
const ahead = 16

// inOrder does the work of the numbers from first to end-1 on several threads, and calls done
// with the results in the order of the numbers, from one goroutine, until that returns false.
// So what comes out does not depend on the threads. Newcomer makes what a thread works with.
func inOrder[W interface{ Close() }, T any](ctx context.Context, first, end, threads int, newcomer func() (W, error),
	work func(ctx context.Context, w W, number int) (T, error), done func(number int, t T) (goesOn bool, err error)) error {
	type result struct {
		number int
		value  T
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	next.Store(int64(first))
	room, results := make(chan struct{}, ahead*threads), make(chan result)
	for range threads {
		group.Go(func() error {
			w, err := newcomer()
			if err != nil {
				return err
			}
			defer w.Close()
			for {
				select {
				case room <- struct{}{}:
				case <-ctx.Done():
					return ctx.Err()
				}
				number := int(next.Add(1)) - 1
				if number >= end {
					return nil
				}
				value, err := work(ctx, w, number)
				if err != nil {
					return err
				}
				select {
				case results <- result{number, value}:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		})
	}
	finished := false
	group.Go(func() error {
		waiting := map[int]T{}
		for number := first; number < end; number++ {
			for {
				if _, ok := waiting[number]; ok {
					break
				}
				select {
				case r := <-results:
					waiting[r.number] = r.value
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			goesOn, err := done(number, waiting[number])
			if err != nil {
				return err
			}
			if !goesOn {
				break
			}
			delete(waiting, number)
			<-room
		}
		finished = true
		stop()
		return nil
	})
	err := group.Wait()
	if finished {
		return nil // what the others did meanwhile is not needed
	}
	return err
}

// CheckAll checks problems, several at a time, and calls report with the reports in their
// order. Checkers are made by newChecker, for each game one a thread.
func CheckAll(ctx context.Context, problems []Problem, threads int, newChecker func(*movegen.Rules) (*Checker, error), report func(number int, r Report) error) error {
	newcomer := func() (checkers, error) { return checkers{newChecker, map[*movegen.Rules]*Checker{}}, nil }
	work := func(ctx context.Context, all checkers, number int) (Report, error) {
		c, err := all.of(problems[number].Rules)
		if err != nil {
			return Report{}, err
		}
		return c.Check(ctx, problems[number])
	}
	return inOrder(ctx, 0, len(problems), max(threads, 1), newcomer, work, func(number int, r Report) (bool, error) {
		return true, report(number, r)
	})
}

// checkers are those of a thread, one for each game.
type checkers struct {
	newChecker func(*movegen.Rules) (*Checker, error)
	made       map[*movegen.Rules]*Checker
}

// of returns the checker for a game.
func (all checkers) of(r *movegen.Rules) (*Checker, error) {
	if c := all.made[r]; c != nil {
		return c, nil
	}
	c, err := all.newChecker(r)
	if err == nil {
		all.made[r] = c
	}
	return c, err
}

// Close closes them.
func (all checkers) Close() {
	for _, c := range all.made {
		c.Close()
	}
}
