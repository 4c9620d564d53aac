package inorder

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// A worker counts those that are not closed yet.
type worker struct{ open *atomic.Int64 }

func (w worker) Close() { w.open.Add(-1) }

// squares returns work that squares numbers, the earlier the slower, and adds them to all
// until it has so many.
func squares(threads, enough int, open *atomic.Int64, all *[]int) *Work[worker, int] {
	return &Work[worker, int]{
		First: 3, End: 100, Threads: threads,
		NewWorker: func() (worker, error) { open.Add(1); return worker{open}, nil },
		Do: func(_ context.Context, _ worker, number int) (int, error) {
			time.Sleep(time.Duration(100-number) * time.Microsecond)
			return number * number, nil
		},
		Done: func(_ int, square int) (bool, error) {
			*all = append(*all, square)
			return len(*all) < enough, nil
		},
	}
}

// TestOrder has the results in the order of the numbers, all or until there are enough.
func TestOrder(t *testing.T) {
	var want []int
	for n := 3; n < 100; n++ {
		want = append(want, n*n)
	}
	for _, threads := range []int{0, 1, 5} {
		for _, enough := range []int{1, 40, 97, 1000} {
			var all []int
			var open atomic.Int64
			err := squares(threads, enough, &open, &all).Run(t.Context())
			if err != nil || !slices.Equal(all, want[:min(enough, len(want))]) || open.Load() != 0 {
				t.Errorf("%d threads: %v, %v, %d open", threads, all, err, open.Load())
			}
		}
	}
}

// TestStops has work that fails, wherever it does, and work that is cancelled.
func TestStops(t *testing.T) {
	failed := errors.New("failed")
	ctx, cancel := context.WithCancel(t.Context())
	for name, spoil := range map[string]func(w *Work[worker, int]) error{
		"worker": func(w *Work[worker, int]) error {
			w.NewWorker = func() (worker, error) { return worker{}, failed }
			return failed
		},
		"work": func(w *Work[worker, int]) error {
			w.Do = func(_ context.Context, _ worker, number int) (int, error) {
				if number == 20 {
					return 0, failed
				}
				return number, nil
			}
			return failed
		},
		"result": func(w *Work[worker, int]) error {
			w.Done = func(number, _ int) (bool, error) {
				if number == 20 {
					return true, failed
				}
				return true, nil
			}
			return failed
		},
		"cancelled": func(w *Work[worker, int]) error {
			done := w.Done
			w.Done = func(number, square int) (bool, error) {
				if number == 20 {
					cancel()
				}
				return done(number, square)
			}
			return context.Canceled
		},
	} {
		t.Run(name, func(t *testing.T) {
			var all []int
			var open atomic.Int64
			w := squares(4, 1000, &open, &all)
			want, ctx := spoil(w), ctx
			if !errors.Is(want, context.Canceled) {
				ctx = t.Context()
			}
			if err := w.Run(ctx); !errors.Is(err, want) || open.Load() != 0 {
				t.Errorf("%v, want %v; %d open", err, want, open.Load())
			}
			if !slices.IsSorted(all) {
				t.Error(all)
			}
		})
	}
}
