// Package inorder does numbered work on several threads and hands the results on in the order
// of the numbers: what comes out does not depend on the threads.
package inorder

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// ahead is how many results a thread may be ahead of the one that is waited for.
const ahead = 16

// A Worker is what a thread works with.
type Worker interface{ Close() }

// Work says what to do: the numbers from First to End-1, on so many threads, one at least.
type Work[W Worker, T any] struct {
	First, End, Threads int

	NewWorker func() (W, error) // of a thread

	// Do does the work of a number.
	Do func(ctx context.Context, w W, number int) (T, error)

	// Done is called with the results in the order of the numbers, from one goroutine, until
	// it returns false or an error.
	Done func(number int, t T) (goesOn bool, err error)
}

// A result is what came out for a number.
type result[T any] struct {
	number int
	value  T
}

// Run does the work. When ctx is done it drops what is in progress and returns the error of ctx.
func (w *Work[W, T]) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	threads := max(w.Threads, 1)
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	next.Store(int64(w.First))
	room, results := make(chan struct{}, ahead*threads), make(chan result[T])
	for range threads {
		group.Go(func() error { return w.thread(ctx, &next, room, results) })
	}
	finished := false
	group.Go(func() error {
		if err := w.collect(ctx, room, results); err != nil {
			return err
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

// thread does the work of one number after the other until there are no more.
func (w *Work[W, T]) thread(ctx context.Context, next *atomic.Int64, room chan<- struct{}, results chan<- result[T]) error {
	worker, err := w.NewWorker()
	if err != nil {
		return err
	}
	defer worker.Close()
	for {
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		number := int(next.Add(1)) - 1
		if number >= w.End {
			return nil
		}
		value, err := w.Do(ctx, worker, number)
		if err != nil {
			return err
		}
		select {
		case results <- result[T]{number, value}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// collect hands the results on in order.
func (w *Work[W, T]) collect(ctx context.Context, room <-chan struct{}, results <-chan result[T]) error {
	waiting := map[int]T{}
	for number := w.First; number < w.End; number++ {
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
		goesOn, err := w.Done(number, waiting[number])
		if err != nil || !goesOn {
			return err
		}
		delete(waiting, number)
		<-room
	}
	return nil
}
