package match

import (
	"flag"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
)

// With these TestCoverage plays as many tests as asked for, which takes half an hour:
//
//	go test ./bench/match -run Coverage -v -timeout 2h -sprt-tests 3000 -sprt-pairs 200000
var (
	simulated = flag.Int("sprt-tests", 0, "play so many sequential tests of [0, 5] with each difference")
	atMost    = flag.Int("sprt-pairs", 10_000, "end those after so many pairs")
)

// A tested is what came of simulated tests of one difference.
type tested struct {
	tests, held, above, pairs int
	verdicts                  [3]int
	fixed                     int // intervals of a fixed match that hold the truth
	fixedMean                 float64
}

// play draws pairs of that distribution, as a match does, until the test has decided, or
// most pairs are played.
func (s SPRT) play(truth distribution, most int, random *rand.Rand) (pairs Pentanomial, v Verdict) {
	for range most {
		at, i := random.Float64(), 0
		for ; i < 4 && at >= truth[i]; i++ {
			at -= truth[i]
		}
		pairs[i]++
		if v = s.Verdict(pairs); v != Undecided {
			break
		}
	}
	return pairs, v
}

// simulate makes that many tests of what has the shape given and a true difference.
func (s SPRT) simulate(shape distribution, elo float64, tests, most int) (sum tested) {
	truth := s.maxLikelihood(shape, elo)
	mean, _ := truth.moments()
	want := eloOf(mean)
	var wait sync.WaitGroup
	var mu sync.Mutex
	threads := runtime.GOMAXPROCS(0)
	for thread := range threads {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(uint64(thread), 7))
			for range tests / threads {
				pairs, v := s.play(truth, most, random)
				got, fixed := s.Elo(pairs), pairs.Elo()
				mu.Lock()
				sum.add(got, fixed, want, v, pairs.Count())
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return sum
}

// add counts a test.
func (t *tested) add(got, fixed Interval, want float64, v Verdict, pairs int) {
	one := map[bool]int{true: 1}
	t.tests++
	t.pairs += pairs
	t.held += one[got.Low <= want && want <= got.High]
	t.above += one[got.Value > want]
	t.verdicts[v]++
	t.fixed += one[fixed.Low <= want && want <= fixed.High]
	t.fixedMean += fixed.Value
}

// TestCoverage plays made-up matches and counts how often the interval holds the truth,
// the estimate is too high, and the test is wrong. Pairs of draughts end even in most cases.
func TestCoverage(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	tests, most := 200, 200
	if *simulated > 0 {
		s.Elo1, tests, most = 5, *simulated, *atMost
	}
	shape := distribution{0.01, 0.12, 0.72, 0.14, 0.01}
	for _, share := range []float64{-0.5, 0, 0.4, 1} {
		elo := share * s.Elo1
		got := s.simulate(shape, elo, tests, most)
		n := float64(got.tests)
		t.Logf("normalized Elo %g: %d tests of %.0f pairs, H0 in %.1f %%, H1 in %.1f %%, the interval holds it in %.1f %%, the estimate is above it in %.1f %%; of a fixed match %.1f %%, mean %+.2f",
			elo, got.tests, float64(got.pairs)/n, 100*float64(got.verdicts[AcceptH0])/n, 100*float64(got.verdicts[AcceptH1])/n, 100*float64(got.held)/n, 100*float64(got.above)/n, 100*float64(got.fixed)/n, got.fixedMean/n)
		chance := 3 * math.Sqrt(0.05*0.95/n)
		if held := float64(got.held) / n; math.Abs(held-0.95) > 0.01+chance {
			t.Errorf("the interval holds %g in %.3f of %d tests", elo, held, got.tests)
		}
		if above := float64(got.above) / n; math.Abs(above-0.5) > 0.05+1.5/math.Sqrt(n) {
			t.Errorf("the estimate is above %g in %.3f of %d tests", elo, above, got.tests)
		}
		wrong := map[bool]Verdict{true: AcceptH1, false: AcceptH0}[share <= 0]
		if errs := float64(got.verdicts[wrong]) / n; (share <= 0 || share >= 1) && errs > 0.05+chance {
			t.Errorf("%v in %.3f of %d tests at %g", wrong, errs, got.tests, elo)
		}
	}
}

// TestWalk compares with walks whose boundaries are too far to matter, and with the
// chances of a walk that goes on for ever.
func TestWalk(t *testing.T) {
	for _, drift := range []float64{-3, -0.1, 0, 0.02, 5} {
		free := walk{pairs: 100, at: 4, low: -500, high: 600}
		near(t, "without boundaries", free.worse(drift), normalCDF((4-100*drift)/10), 1e-12)
	}
	for _, drift := range []float64{-0.3, -0.01, 0.01, 0.3} {
		ended := walk{pairs: 1e5, at: 20, low: -10, high: 20}
		want := (math.Exp(-2*drift*20) - 1) / (math.Exp(-2*drift*20) - math.Exp(2*drift*10)) // optional stopping of exp(-2*drift*x)
		near(t, "for ever", ended.worse(drift), want, 1e-9)
	}
}

// TestStopped wants less of a gain that ended a test than of the same in a fixed match, less
// of a loss, and the same of a test that is far from its bounds.
func TestStopped(t *testing.T) {
	s := &SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, tt := range []struct {
		name  string
		pairs Pentanomial
		want  Verdict
		sign  float64 // of what the stop takes off
	}{
		{"won", Pentanomial{5, 60, 400, 150, 20}, AcceptH1, 1},
		{"lost", Pentanomial{100, 850, 4000, 750, 50}, AcceptH0, -1},
		{"begun", Pentanomial{1, 10, 40, 11, 1}, Undecided, 0},
	} {
		fixed, got := tt.pairs.Elo(), s.Elo(tt.pairs)
		if v := s.Verdict(tt.pairs); v != tt.want {
			t.Errorf("%s: %v", tt.name, v)
		}
		if less := fixed.Value - got.Value; less*tt.sign < 0 || tt.sign != 0 && math.Abs(less) < 0.1 || tt.sign == 0 && math.Abs(less) > 0.1 {
			t.Errorf("%s: %v, as a fixed match %v", tt.name, got, fixed)
		}
		if los := s.LOS(tt.pairs); (los > 0.5) != (got.Value > 0) || math.Abs(los-tt.pairs.LOS()) > 0.02 {
			t.Errorf("%s: superior by %v, as a fixed match by %v", tt.name, los, tt.pairs.LOS())
		}
	}
}

// TestEloOfFew asks for the interval of samples of all kinds and tests of all sizes.
func TestEloOfFew(t *testing.T) {
	for _, bounds := range [][2]float64{{0, 5}, {-3, 1}, {-300, 300}, {299, 300}, {0, 1e-6}} {
		for _, model := range []EloModel{Normalized, Logistic} {
			s := &SPRT{Elo0: bounds[0], Elo1: bounds[1], Alpha: 0.05, Beta: 0.05, Model: model}
			for _, p := range []Pentanomial{{1, 0, 0, 0, 1}, {0, 0, 30, 1, 0}, {50, 1, 0, 0, 0}, {1, 2, 3, 4, 5}, {0, 1, 200_000, 300_000, 9}, {0, 0, 0, 0, 7}} {
				if e := s.Elo(p); math.IsNaN(e.Value) || !(e.Low <= e.Value && e.Value <= e.High) {
					t.Errorf("%v, pairs %v: got %v", bounds, p, e)
				}
				if los := s.LOS(p); !(los >= -1e-9 && los <= 1+1e-9) {
					t.Errorf("%v, pairs %v: superior by %v", bounds, p, los)
				}
			}
		}
	}
}
