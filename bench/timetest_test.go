package bench

import (
	"slices"
	"testing"
	"time"

	"stupol/movegen"
)

// TestClock is `stupol bench clock` in small. What the machine is
// busy with must not make it fail, so the time is looked at only roughly.
func TestClock(t *testing.T) {
	x := TimeTest{Rules: movegen.Variants(), Searches: 140, MoveTime: 4 * time.Millisecond, TableBytes: 1 << 20}
	if testing.Short() {
		x.Searches = 28
	}
	for _, x.Threads = range []int{1, 2, 4} {
		result, err := x.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range result.Errors {
			t.Errorf("%d threads: %s", x.Threads, wrong)
		}
		if len(result.Times) != x.Searches {
			t.Errorf("%d threads: %d searches, want %d", x.Threads, len(result.Times), x.Searches)
		}
		if got := result.Quantile(0.5); got > time.Second {
			t.Errorf("%d threads: half of the searches took more than %v", x.Threads, got)
		}
	}
}

func TestClockResult(t *testing.T) {
	var r TimeTestResult
	if r.Quantile(1) != 0 || r.Within(1) != 0 {
		t.Error("the empty result has times")
	}
	r.Times = []time.Duration{1, 2, 2, 3, 9}
	for part, want := range map[float64]time.Duration{0: 1, 0.5: 2, 0.8: 3, 1: 9} {
		if got := r.Quantile(part); got != want {
			t.Errorf("quantile %v: got %v, want %v", part, got, want)
		}
	}
	var within []int
	for limit := range time.Duration(4) {
		within = append(within, r.Within(limit))
	}
	if want := []int{0, 1, 3, 4}; !slices.Equal(within, want) {
		t.Errorf("within 0 to 3: got %v, want %v", within, want)
	}
}
